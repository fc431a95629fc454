import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { createServer } from '../http/index.ts';
import { openDiskStore } from './disk-store.ts';
import type { DiskStore } from './disk-store.ts';
import { clientOf, errorCode, freshKey } from './object-store.suite.ts';
import type { Client } from './object-store.suite.ts';
import { SpeedLimits } from './speed-limits.ts';
import { storageHost } from './storage-host.ts';

const credentials = { accessKey: 'AKDISK', secretKey: 'a secret of the disk store' };
const downloadLimits = new SpeedLimits();
const MB = 1_000_000;
const speed = (key: string, bytesPerSecond = 2 * MB) => ({ key, bytesPerSecond });

let folder: string;
let client: Client;
let store: DiskStore;
let close: () => Promise<void>;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alcove-speed-'));
  store = await openDiskStore({ folder, bucket: 'main', region: 'here', credentials });
  const app = createServer({ logger: pino({ level: 'silent' }), trustProxy: [] });
  await app.register(storageHost, { store, credentials, region: 'here', downloadLimits });
  client = clientOf(store, await app.listen({ port: 0, host: '127.0.0.1' }));
  close = async () => {
    app.server.closeAllConnections();
    await app.close();
    await store.close();
    await rm(folder, { recursive: true });
  };
});
after(() => close());

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}
/** A limit never lets more through. How much longer it takes on a busy machine does not matter. */
const held = (actual: number, atLeast: number, what: string) =>
  assert.ok(actual >= atLeast * 0.75, `${what} took ${actual.toFixed(2)} s, which is sooner than ${atLeast} s`);

test('three downloads of one person take together what the limit says; whoever is beside them is not slowed', async () => {
  const key = freshKey();
  const bytes = randomBytes(MB);
  await client.send({ kind: 'put', key }, bytes);
  const get = async (of?: string) => {
    const answer = await fetch(client.link(key, of === undefined ? {} : { speed: speed(of) }));
    assert.ok(Buffer.from(await answer.arrayBuffer()).equals(bytes));
  };
  const ends: number[] = [];
  const begun = performance.now();
  const together = seconds(() =>
    Promise.all(
      [1, 2, 3].map(async () => {
        await get('limited');
        ends.push((performance.now() - begun) / 1000);
      }),
    ),
  );
  await wait(200);
  const [another, unlimited] = await Promise.all([seconds(() => get('another')), seconds(() => get())]);
  const all = await together;
  held(all, 1.5, 'three');
  assert.ok(another < all, `another limited person's download took ${another} s beside ${all} s`);
  assert.ok(unlimited < another, `a download without a limit took ${unlimited} s beside ${another} s`);
  assert.ok(Math.max(...ends) - Math.min(...ends) < all / 2, `they did not take turns: ${ends.join(', ')}`);
});

test('three uploads of one person take together what the limit says, in parts and at once', async () => {
  const bytes = randomBytes(MB);
  const key = freshKey();
  const uploadId = await store.initiate(key);
  const part = async (partNumber: number, of?: string) => {
    const step = { kind: 'part', key, uploadId, partNumber, ...(of === undefined ? {} : { speed: speed(of) }) } as const;
    assert.equal((await client.send(step, bytes, { headers: client.checksum(bytes) })).status, 200);
  };
  const together = seconds(() => Promise.all([1, 2, 3].map((number) => part(number, 'limited'))));
  await wait(200);
  const beside = await Promise.all([seconds(() => part(4, 'another')), seconds(() => part(5))]);
  const all = await together;
  held(all, 1.5, 'three parts');
  assert.ok(beside[1] < beside[0] && beside[0] < all, `beside them: ${beside.join(', ')} s`);
  const merged = await store.complete(key, uploadId, (await store.listParts(key, uploadId))!);
  assert.equal(merged.outcome, 'merged');
  assert.ok(Buffer.from(await (await fetch(client.link(key))).arrayBuffer()).equals(Buffer.concat(Array(5).fill(bytes))));

  const small = Array.from({ length: 12 }, () => freshKey());
  const puts = await seconds(() =>
    Promise.all(small.map((key) => client.send({ kind: 'put', key, speed: speed('puts') }, bytes.subarray(0, 250_000)))),
  );
  held(puts, 1.5, 'twelve puts');
  for (const key of small) assert.equal((await store.head(key))?.size, 250_000);
});

test('the speed is part of the signature, and a refused body is answered', async () => {
  const key = freshKey();
  const step = { kind: 'put', key, speed: speed('strict') } as const;
  const body = randomBytes(500_000);
  const raise = { url: (url: string) => url.replace(/speed=\d+/, 'speed=900000000') };
  assert.equal(await errorCode(await client.send(step, body, raise)), '403 SignatureDoesNotMatch');
  const without = { url: (url: string) => url.replace(/speed=\d+&?/, '') };
  assert.equal(await errorCode(await client.send(step, body, without)), '403 SignatureDoesNotMatch');
  const wrong = client.checksum(Buffer.from('something else'));
  assert.equal(await errorCode(await client.send(step, body, { headers: wrong })), '400 BadDigest');
  assert.equal(await store.head(key), null);
});

test('an upload that is given up leaves nothing', async () => {
  const key = freshKey();
  const stop = new AbortController();
  const signed = store.signStep({ kind: 'put', key, speed: speed('fickle', 4 * MB) }, { origin: client.origin, now: new Date() });
  const sending = fetch(signed.url, {
    method: 'PUT',
    headers: { ...signed.headers, authorization: signed.authorization },
    body: randomBytes(4 * MB),
    signal: stop.signal,
  });
  const staged = () => readdir(join(folder, 'main', 'tmp'));
  while ((await staged()).length === 0) await wait(10);
  stop.abort();
  await assert.rejects(sending);
  for (let waits = 0; (await staged()).length > 0 && waits < 100; waits += 1) await wait(30);
  assert.deepEqual(await staged(), []);
  assert.equal(await store.head(key), null);
});

test('a key is forgotten when its budget is no longer in use', async () => {
  const limits = new SpeedLimits();
  await limits.take(speed('a'), 100_000);
  await limits.take(speed('b', 100 * MB), 100_000);
  assert.equal(limits.size, 2);
  await wait(150);
  assert.equal(limits.size, 0);
  await wait(600);
  assert.equal(downloadLimits.size, 0);
});
