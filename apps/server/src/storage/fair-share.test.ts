/** What one person, or a client that only holds connections open, can take from everybody else at the storage host. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { createServer } from '../http/index.ts';
import { openDiskStore } from './disk-store.ts';
import type { DiskStore } from './disk-store.ts';
import { clientOf, freshKey } from './object-store.suite.ts';
import type { Client } from './object-store.suite.ts';
import type { Step } from './object-store.ts';
import { toStorageError } from './storage-error.ts';
import { storageHost } from './storage-host.ts';

const credentials = { accessKey: 'AKDISK', secretKey: 'a secret of the disk store' };
const region = 'here';
const limits = { all: 40, ofPerson: 10, ofOneBody: 2 };
/** Longer than a busy machine keeps a sender and the server, which share this process, from their turns. */
const stretchMs = 1500;

interface Host {
  origin: string;
  connections(): Promise<number>;
  close(): Promise<void>;
}
const logged: string[] = [];
let folder: string;
let store: DiskStore;
let client: Client;
/** The strict one cuts off whoever is slow, the patient one nobody. */
let [strict, patient]: Host[] = [];
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alcove-share-'));
  store = await openDiskStore({ folder, bucket: 'main', region, credentials });
  [strict, patient] = [await serve(stretchMs), await serve(120_000)];
  client = clientOf(store, patient.origin);
});
after(async () => {
  await strict!.close();
  await patient!.close();
  await store.close();
  await rm(folder, { recursive: true });
});

async function serve(slowMs: number): Promise<Host> {
  const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const app = createServer({ logger, trustProxy: [], stretchMs: slowMs });
  await app.register(storageHost, { store, credentials, region, limits, stretchMs: slowMs });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const connections = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
  return { origin, connections, close: () => app.close() };
}

/** Sends the head of a request and the given part of its body. The connection stays open. */
function open(
  step: Step,
  size: number,
  body: string,
  { origin } = patient!,
): { socket: Socket; said: () => string; ended: Promise<unknown> } {
  const { method, resourceUri, headers, authorization, host } = store.signStep(step, { origin, now: new Date() });
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  let said = '';
  socket.setEncoding('latin1').on('data', (text: string) => (said += text));
  socket.on('error', () => {}); // the server will cut it
  const lines = Object.entries({ host, authorization, 'content-length': String(size), ...headers }).map((pair) => pair.join(': '));
  socket.write(`${method} ${resourceUri} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  return { socket, said: () => said, ended: once(socket, 'close') };
}
const staged = async (): Promise<number> => (await readdir(join(folder, 'main', 'tmp'))).length;
async function until(what: string, is: () => boolean | Promise<boolean>): Promise<void> {
  for (const began = performance.now(); !(await is()); await wait(20)) assert.ok(performance.now() - began < 30_000, what);
}
const settled = (): Promise<void> => until('nothing is staged any more', async () => (await staged()) === 0);
/** How many are turned away. */
const refused = (all: readonly { said: () => string }[]): number => all.filter(({ said }) => said().startsWith('HTTP/1.1 503')).length;

test('one signature on many connections, a byte on each, takes two places; others go on', async () => {
  const key = freshKey();
  await client.send({ kind: 'put', key }, randomBytes(1000));
  const one: Step = { kind: 'put', key: freshKey(), person: 'greedy', lengthIs: 1_000_000 };
  const held = Array.from({ length: 60 }, () => open(one, 1_000_000, 'x'));
  await until('all but two are turned away', () => refused(held) >= held.length - limits.ofOneBody);
  assert.equal(await staged(), limits.ofOneBody, 'as many files as places');
  assert.equal(refused(held), held.length - limits.ofOneBody);
  assert.equal((await fetch(client.link(key, { person: 'other' }))).status, 200);
  for (const { socket } of held) socket.destroy();
  await settled();
});

test('one person with many uploads leaves the places of the others free, and gets theirs back', async () => {
  const key = freshKey();
  await client.send({ kind: 'put', key }, randomBytes(1000));
  const held = Array.from({ length: 30 }, () => open({ kind: 'put', key: freshKey(), person: 'greedy' }, 1_000_000, 'x'));
  await until('all but ten are turned away', () => refused(held) >= held.length - limits.ofPerson);
  await until('the ten are staged', async () => (await staged()) >= limits.ofPerson);
  assert.equal(await staged(), limits.ofPerson);
  assert.equal((await fetch(client.link(key, { person: 'greedy' }))).status, 503);
  assert.equal((await fetch(client.link(key, { person: 'other' }))).status, 200);
  for (const { socket } of held) socket.destroy();
  await settled();
  assert.equal((await fetch(client.link(key, { person: 'greedy' }))).status, 200);
});

test('the person in a signed request cannot be changed', async () => {
  const { status } = await client.send({ kind: 'put', key: freshKey(), person: 'me' }, 'x', {
    url: (url) => url.replace('person=me', 'person=you'),
  });
  assert.equal(status, 403);
});

test('an upload that sends a byte now and then is cut off, one that is slow and steady is not', async () => {
  const drip = open({ kind: 'put', key: freshKey() }, 1_000_000, 'x', strict);
  const dripping = setInterval(() => drip.socket.write('x'), 50);
  const steady = open({ kind: 'put', key: freshKey(), token: 'steady' }, 600_000, '', strict);
  const sending = (async () => {
    for (let sent = 0; sent < 600_000; sent += 20_000) {
      steady.socket.write('y'.repeat(20_000));
      await wait(100);
    }
  })();
  await drip.ended;
  clearInterval(dripping);
  await sending;
  await until('the steady one is answered', () => steady.said().includes('\r\n\r\n'));
  assert.match(steady.said(), /^HTTP\/1\.1 200/);
  steady.socket.destroy();
  await settled();
});

test('a download that takes nothing is cut off', async () => {
  const [key, size] = [freshKey(), 40_000_000];
  assert.equal((await client.send({ kind: 'put', key }, Buffer.alloc(size))).status, 200);
  const url = new URL(clientOf(store, strict!.origin).link(key));
  const readers = Array.from({ length: 4 }, () => {
    const socket = connect(Number(url.port), '127.0.0.1').pause();
    socket.on('error', () => {}); // the server will cut it
    socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n\r\n`);
    return socket;
  });
  await until('all are connected', async () => (await strict!.connections()) === readers.length);
  await until('all are cut off', async () => (await strict!.connections()) === 0);
  for (const socket of readers) {
    let received = 0;
    socket.on('data', (chunk: Buffer) => (received += chunk.length));
    socket.resume();
    if (!socket.closed) await Promise.race([once(socket, 'close'), wait(3000)]);
    assert.ok(socket.closed && received < size, `${received} bytes`);
  }
});

test('an upload that its sender cuts off, small or large, with or without a speed, is no error of ours in the log', async () => {
  logged.length = 0;
  let n = 0;
  for (const size of [1000, 2_000_000]) {
    for (const speed of [undefined, { key: 'one', bytesPerSecond: 10_000_000 }]) {
      const one = open({ kind: 'put', key: freshKey(), speed }, size, 'x'.repeat(size / 2));
      await wait(200);
      one.socket.destroy();
      const noted = (n += 1);
      await until('the log says so', () => logged.length >= noted);
    }
  }
  await settled();
  const told = logged.map((line) => JSON.parse(line) as { level: number; refused?: string });
  assert.deepEqual(
    told.map(({ level, refused }) => [level, refused]),
    Array.from({ length: 4 }, () => [30, 'IncompleteBody']),
  );
  assert.ok(!logged.some((line) => line.includes('stack')));
});

test('other users of the machine see nothing of the store, nor of one that an earlier version left open', async () => {
  await client.send({ kind: 'put', key: freshKey() }, 'small');
  await client.send({ kind: 'put', key: freshKey() }, randomBytes(400_000));
  const uploadId = await store.initiate(freshKey(), { token: 'row-1' });
  const root = join(folder, 'main');
  const modes = new Set<string>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const { mode } = await stat(join(entry.parentPath, entry.name));
    modes.add(`${entry.isDirectory() ? 'folder' : 'file'} ${(mode & 0o777).toString(8)}`);
  }
  assert.deepEqual([...modes].sort(), ['file 600', 'folder 700']);
  assert.ok(uploadId);
  await chmod(root, 0o755);
  await (await openDiskStore({ folder, bucket: 'main', region, credentials })).close();
  assert.equal((await stat(root)).mode & 0o777, 0o700);
});

const told: [code: string, name: string, status: number][] = [
  ['EROFS', 'ServiceUnavailable', 503],
  ['EIO', 'ServiceUnavailable', 503],
  ['EMFILE', 'ServiceUnavailable', 503],
  ['ENOSPC', 'InsufficientStorage', 507],
  ['EDQUOT', 'InsufficientStorage', 507],
  ['EACCES', 'InternalError', 500],
];
for (const [code, name, status] of told) {
  test(`a disk that answers ${code} is told as ${name}`, () => {
    const error = toStorageError(Object.assign(new Error('of the disk'), { code }));
    assert.deepEqual([error.code, error.status, error.message.includes('disk')], [name, status, false]);
  });
}
