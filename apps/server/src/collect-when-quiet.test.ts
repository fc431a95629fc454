import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectWhenQuiet } from './collect-when-quiet.ts';

test('what many answers left is collected once little is asked', { timeout: 60_000 }, async (t) => {
  collectWhenQuiet({ windowMs: 50, few: 5, many: 20 });
  let left: WeakRef<object> | undefined;
  const server = createServer((_, res) => {
    left ??= new WeakRef({});
    res.end();
  }).listen(0);
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  for (let time = 0; time < 30; time++) await (await fetch(`http://127.0.0.1:${port}`)).text();
  while (left!.deref()) await sleep(20);
});
