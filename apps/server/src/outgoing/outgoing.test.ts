import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { createServer as createPlainServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { networkOf } from '../networks.ts';
import { mayCall } from './address-rules.ts';
import { openOutgoing } from './open-outgoing.ts';
import type { Ask, OutgoingOptions } from './open-outgoing.ts';
import { OutgoingError } from './outgoing-error.ts';

const running: Server[] = [];
after(() => running.forEach((server) => server.close()));

async function listening(server: Server, host: string, port = 0): Promise<number> {
  running.push(server);
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return (server.address() as AddressInfo).port;
}
const site = (answer: RequestListener, host = '127.0.0.2', port = 0): Promise<number> => listening(createServer(answer), host, port);
/** Counts whoever connects to the address. */
async function counter(port: number, host = '127.0.0.1'): Promise<() => number> {
  let count = 0;
  await listening(
    createPlainServer((socket) => {
      count += 1;
      socket.destroy();
    }),
    host,
    port,
  );
  return () => count;
}
const openClient = (options: Partial<OutgoingOptions> = {}) =>
  openOutgoing({ opened: [networkOf('127.0.0.2')!], http: true, ownPort: () => null, withinMs: 400, ...options });
const client = (options?: Partial<OutgoingOptions>) => {
  const outgoing = openClient(options);
  return { request: (address: string) => outgoing.inTime((ask) => ask(address)) };
};
const isRefused = (error: unknown): boolean => error instanceof OutgoingError;

test('addresses of this machine and of closed networks are refused in every notation', () => {
  const surroundings = { opened: [networkOf('10.20.0.0/16')!], own: ['8.8.4.4'], ownPort: 8080 };
  const closed = [
    ...[
      '127.0.0.1',
      '0.0.0.0',
      '10.0.0.1',
      '100.64.1.1',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '198.18.0.1',
      '203.0.113.7',
    ],
    ...[
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
      '8.8.4.4',
      '::',
      '::1',
      '::ffff:10.0.0.1',
      '::ffff:7f00:1',
      '::127.0.0.1',
      'fe80::1',
      'fd00::1',
    ],
    ...['fc00::1', 'ff02::1', 'fec0::1', '64:ff9b::10.0.0.1', '64:ff9b:1::a00:1', '2002:a00:1::', '2001:0:a00:1::', '2001:db8::1', 'name'],
  ];
  assert.deepEqual(
    closed.filter((address) => mayCall(address, 443, surroundings)),
    [],
  );
  const open = ['8.8.8.8', '172.15.0.1', '172.32.0.1', '10.20.3.4', '::ffff:10.20.3.4', '64:ff9b::8.8.8.8', '2606:4700::1111'];
  assert.deepEqual(
    open.filter((address) => !mayCall(address, 443, surroundings)),
    [],
  );
  const opened = { ...surroundings, opened: [networkOf('127.0.0.0/8')!, networkOf('8.8.4.4')!] };
  assert.deepEqual(
    [
      mayCall('127.0.0.1', 443, opened),
      mayCall('127.0.0.1', 8080, opened),
      mayCall('8.8.4.4', 8080, opened),
      mayCall('8.8.8.8', 8080, opened),
    ],
    [true, false, false, true],
    'in an opened network only the port of this server is closed',
  );
});

test('a name that resolves to something else a moment later leads nowhere else', async () => {
  const port = await site((_request, response) => response.end('the judged one'));
  const reached = await counter(port);
  const answers = [['127.0.0.2'], ['127.0.0.1']];
  let asked = 0;
  // The system resolves this name to 127.0.0.1, so a connection that asks again reaches the counter.
  const flipping = client({ resolve: async () => answers[Math.min(asked++, 1)]! });
  assert.equal(String((await flipping.request(`http://localhost:${port}/`)).body), 'the judged one');
  assert.deepEqual([asked, reached()], [1, 0]);
  await assert.rejects(flipping.request(`http://localhost:${port}/`), isRefused);
  const half = client({ resolve: async () => ['127.0.0.2', '127.0.0.1'] });
  await assert.rejects(half.request(`http://localhost:${port}/`), isRefused, 'one bad address refuses the name');
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]'])
    await assert.rejects(client().request(`http://${host}:${port}/`), isRefused);
  assert.equal(reached(), 0);
});

test('no redirect is followed, not even on the same host', async () => {
  const port = await site((request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end();
    else response.writeHead(302, { location: '/away' }).end();
  });
  const reached = await counter(port);
  for (const path of ['/', '/away']) assert.equal((await client().request(`http://127.0.0.2:${port}${path}`)).status, 302);
  assert.equal(reached(), 0);
});

test('plain http, other schemes and names in the address are refused', async () => {
  const port = await site((_request, response) => response.end());
  await assert.rejects(client({ http: false }).request(`http://127.0.0.2:${port}/`), isRefused);
  for (const address of [`http://a:b@127.0.0.2:${port}/`, `ftp://127.0.0.2:${port}/`, 'file:///etc/passwd', 'nothing'])
    await assert.rejects(client().request(address), isRefused, address);
});

test('an answer that is huge, slow or never ends is cut off', async () => {
  let sent = 0;
  const port = await site((request, response) => {
    if (request.url === '/slow') return void response.write('a');
    const chunk = Buffer.alloc(65_536);
    const more = (): void => {
      while (!response.destroyed && sent < 2 ** 30 && response.write(chunk)) sent += chunk.length;
    };
    response.on('drain', more);
    more();
  });
  await assert.rejects(client({ withinMs: 5000 }).request(`http://127.0.0.2:${port}/huge`), /too large/);
  assert.ok(sent < 64 * 2 ** 20, `${sent} bytes were sent`);
  const began = performance.now();
  await assert.rejects(client().request(`http://127.0.0.2:${port}/slow`), isRefused);
  await assert.rejects(client({ resolve: () => setTimeout(60_000, [], { ref: false }) }).request('http://slow.example/'), isRefused);
  assert.ok(performance.now() - began < 2000);
});

test('open, closed, silent and refused addresses fail alike, at the same time', async () => {
  const port = await site((_request, response) => response.writeHead(500).end());
  const silent = await listening(
    createPlainServer(() => undefined),
    '127.0.0.2',
  );
  const free = await listening(createPlainServer(), '127.0.0.2');
  running.pop()!.close();
  const outgoing = openClient();
  const outcomes = await Promise.all(
    [`127.0.0.2:${port}`, `127.0.0.2:${silent}`, `127.0.0.2:${free}`, '10.0.0.1', 'no-such-name.invalid'].map(async (host) => {
      const began = performance.now();
      const work = async (ask: Ask) => {
        if ((await ask(`http://${host}/`)).status !== 200) throw new OutgoingError('not what was asked for');
      };
      const error = await outgoing.inTime(work).catch((given: unknown) => given);
      return { isOne: isRefused(error), ms: performance.now() - began };
    }),
  );
  assert.ok(outcomes.every(({ isOne }) => isOne));
  for (const { ms } of outcomes) assert.ok(ms > 395 && ms < 5000, `${ms} ms`);
});
