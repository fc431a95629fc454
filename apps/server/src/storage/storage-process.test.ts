/** Large bodies go through a process of their own: nothing is lost, mixed up or left behind, whichever side ends. */
import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { Agent, createServer as plainServer, request as send } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { pino } from 'pino';
import { collect } from '../collect.ts';
import { createServer } from '../http/index.ts';
import { crcAsHeader } from './checksums.ts';
import { openDiskStore } from './disk-store.ts';
import type { DiskStore } from './disk-store.ts';
import { clientOf, errorCode, freshKey } from './object-store.suite.ts';
import type { Step } from './object-store.ts';
import { StorageProcess } from './storage-process.ts';
import { storageHost } from './storage-host.ts';

const credentials = { accessKey: 'AKDISK', secretKey: 'a secret of the disk store' };
const region = 'here';
const from = 300_000;
const lends = { receiveFrom: from, sendFrom: 2_000_000 };
const size = 1_500_000;
/** Longer than a busy machine keeps a sender and the server, which share this process, from their turns. */
const stretchMs = 4000;

const logged: { level: number; refused?: string }[] = [];
let folder: string;
let store: DiskStore;
let app: ReturnType<typeof createServer>;
let origin: string;
/** Permissions behind links that are gone. */
const ended = new Set<string>();
/** The bytes that came to this process, by the port of the client. */
const came = new Map<number, Socket>();
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alcove-apart-'));
  store = await openDiskStore({ folder, bucket: 'main', region, credentials, lends });
  const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line) as (typeof logged)[0]) });
  app = createServer({ logger, trustProxy: [] });
  await app.register(storageHost, { store, credentials, region, stretchMs, mayRead: (claim) => !ended.has(claim) });
  app.server.on('connection', (socket) => came.set(socket.remotePort!, socket));
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
});
after(async () => {
  app.server.closeAllConnections();
  await app.close();
  await store.close();
  await rm(folder, { recursive: true });
});

async function until(what: string, is: () => unknown): Promise<void> {
  for (const began = performance.now(); !(await is()); await wait(10)) assert.ok(performance.now() - began < 30_000, what);
}
const client = () => clientOf(store, origin);
/** The first large body starts the process. */
async function ready(): Promise<number> {
  await until('the process is ready', async () => {
    if (store.apart.processId === null) await client().send({ kind: 'put', key: freshKey() }, Buffer.alloc(from));
    return store.apart.processId !== null;
  });
  return store.apart.processId!;
}
const staged = async (): Promise<string[]> => readdir(join(folder, 'main', 'tmp'));
const nothingStaged = (): Promise<void> => until('nothing is staged any more', async () => (await staged()).length === 0);

interface Sent {
  status: number;
  port: number;
}

/** Sends it in pieces, and says from which port. */
function put(step: Step, body: Buffer, agent: Agent, headers: Record<string, string> = {}): Promise<Sent> {
  const signed = store.signStep(step, { origin, now: new Date() });
  return new Promise((resolve, reject) => {
    const request = send(signed.url, {
      method: signed.method,
      agent,
      headers: { ...signed.headers, authorization: signed.authorization, 'content-length': body.length, ...headers },
    });
    request.on('error', reject).on('response', (response) => {
      const port = response.socket.localPort!;
      response.resume().on('end', () => resolve({ status: response.statusCode!, port }));
    });
    void (async () => {
      for (let at = 0, next; at < body.length; at = next) {
        next = at + randomInt(1, 200_000);
        request.write(body.subarray(at, next));
        if (randomInt(4) === 0) await wait(1);
      }
      request.end();
    })();
  });
}

/** Sends the head of a request and the given part of its body. The connection stays open. */
function open(step: Step, length: number, body: string | Buffer, more: Record<string, string> = {}) {
  const { method, resourceUri, headers, authorization, host } = store.signStep(step, { origin, now: new Date() });
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  let said = '';
  socket.setEncoding('latin1').on('data', (text: string) => (said += text));
  socket.on('error', () => {}); // the server will cut it
  const lines = Object.entries({ host, authorization, 'content-length': String(length), ...headers, ...more }).map((pair) =>
    pair.join(': '),
  );
  socket.write(`${method} ${resourceUri} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  socket.write(body);
  return { socket, said: () => said, ended: new Promise((resolve) => socket.once('close', resolve)) };
}

test('bodies arrive whole, one after the other on one connection, and their bytes do not come to this process', async () => {
  const pid = await ready();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number>();
  let bytes = 0;
  for (let n = 0; n < 25; n += 1) {
    const [key, body] = [freshKey(), randomBytes(n % 5 === 4 ? 1000 : randomInt(from, 4 * from))];
    const { status, port } = await put({ kind: 'put', key }, body, agent, { 'x-amz-checksum-crc32': crcAsHeader(crc32(body)) });
    assert.equal(status, 200);
    ports.add(port);
    bytes += body.length;
    assert.deepEqual(Buffer.from(await (await fetch(client().link(key))).arrayBuffer()), body);
  }
  assert.equal(ports.size, 1, 'connections');
  const here = came.get([...ports][0]!)!.bytesRead;
  assert.ok(here < bytes / 2, `${here} of ${bytes} bytes came here`);
  assert.equal(store.apart.processId, pid);
  agent.destroy();
});

test('parts that arrive at once on many connections are each what was sent', async () => {
  await ready();
  const key = freshKey();
  const uploadId = await store.initiate(key);
  const parts = Array.from({ length: 12 }, () => randomBytes(size + randomInt(1000)));
  const agent = new Agent({ keepAlive: true });
  const sent = await Promise.all(parts.map((body, index) => put({ kind: 'part', key, uploadId, partNumber: index + 1 }, body, agent)));
  assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([200]));
  const merged = await store.complete(key, uploadId, (await store.listParts(key, uploadId))!);
  assert.equal(merged.outcome, 'merged');
  assert.deepEqual(Buffer.from(await (await fetch(client().link(key))).arrayBuffer()), Buffer.concat(parts));
  agent.destroy();
});

test('a body with a wrong checksum is refused, and its connection goes on', async () => {
  await ready();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const [key, body] = [freshKey(), randomBytes(size)];
  for (const [name, sum] of [
    ['x-amz-checksum-crc32', crcAsHeader(1)],
    ['content-md5', Buffer.alloc(16).toString('base64')],
  ] as const)
    assert.equal((await put({ kind: 'put', key }, body, agent, { [name]: sum })).status, 400);
  const { status, port } = await put({ kind: 'put', key }, body, agent);
  assert.deepEqual([status, came.get(port)!.bytesRead < 2 * size], [200, true]);
  await nothingStaged();
  assert.equal(await errorCode(await client().send({ kind: 'put', key }, randomBytes(size))), '412 PreconditionFailed');
  agent.destroy();
});

test('a client that waits for the server to go on is told to', async () => {
  await ready();
  const waiting = open({ kind: 'put', key: freshKey() }, size, '', { expect: '100-continue' });
  await until('it may go on', () => waiting.said().startsWith('HTTP/1.1 100'));
  waiting.socket.write(randomBytes(size));
  await until('it is stored', () => waiting.said().includes('HTTP/1.1 200'));
  waiting.socket.destroy();
});

test('an upload that its sender cuts off, or the server, leaves nothing and is no error of ours in the log', async () => {
  await ready();
  logged.length = 0;
  const cut = open({ kind: 'put', key: freshKey() }, size, randomBytes(size / 2));
  await until('it is being received', async () => (await staged()).length === 1);
  cut.socket.destroy();
  await nothingStaged();
  const key = freshKey();
  const closed = open({ kind: 'put', key }, size, randomBytes(size / 2));
  await until('it is being received', async () => (await staged()).length === 1);
  came.get(closed.socket.localPort!)!.destroy();
  await wait(200); // the other process is told of the end
  closed.socket.write(randomBytes(size / 2));
  await closed.ended;
  await nothingStaged();
  assert.equal(await store.head(key, { fresh: true }), null, 'what came after the end');
  await until('the log says so', () => logged.length >= 2);
  assert.deepEqual(
    logged.map(({ level, refused }) => [level, refused]),
    [
      [30, 'IncompleteBody'],
      [30, 'IncompleteBody'],
    ],
  );
  assert.notEqual(store.apart.processId, null);
});

test('an upload that sends a byte now and then is cut off, one that is slow and steady is not', async () => {
  await ready();
  const drip = open({ kind: 'put', key: freshKey() }, size, 'x');
  const dripping = setInterval(() => drip.socket.write('x'), 50);
  const steady = open({ kind: 'put', key: freshKey() }, 600_000, '');
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
  await nothingStaged();
});

test('a next request that comes with the body is not answered with what is left of it', async () => {
  await ready();
  const key = freshKey();
  const { socket, said, ended } = open({ kind: 'put', key }, size, '');
  socket.write(Buffer.concat([randomBytes(size), Buffer.from('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')]));
  await ended;
  assert.doesNotMatch(said(), /400|404/);
});

test('the process gets none of the secrets of the server', async () => {
  const pid = await ready();
  const environment = (await readFile(`/proc/${pid}/environ`, 'utf8'))
    .split('\0')
    .filter(Boolean)
    .map((line) => line.split('=')[0]!);
  assert.deepEqual(environment.filter((name) => !name.startsWith('NODE_CHANNEL')).sort(), ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_']);
});

test('the process dies while it receives: who sent is cut off, everybody else goes on, and nothing is left or lost', async () => {
  const pid = await ready();
  const key = freshKey();
  const uploadId = await store.initiate(key);
  const [first, second] = [randomBytes(size), randomBytes(size)];
  const part = (partNumber: number): Step => ({ kind: 'part', key, uploadId, partNumber });
  // Whoever stops the server tells all its processes, and the server lets the uploads end that are under way.
  const kept = open(part(1), size, first.subarray(0, size / 2));
  await until('it is being received', async () => (await staged()).length === 1);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.kill(pid, signal);
  await wait(50);
  kept.socket.write(first.subarray(size / 2));
  await until('it is answered', () => kept.said().startsWith('HTTP/1.1 200'));
  kept.socket.destroy();
  const torn = open(part(2), size, second.subarray(0, size / 2));
  await until('it is being received', async () => (await staged()).length === 1);
  await wait(50);
  process.kill(pid, 'SIGKILL');
  await torn.ended;
  assert.equal(torn.said(), '', 'no answer that could be taken for one');
  await nothingStaged();
  assert.equal(store.apart.processId, null);
  assert.equal((await client().send(part(2), second)).status, 200, 'received here, for the process rests');
  assert.equal(store.apart.processId, null);
  assert.equal((await store.complete(key, uploadId, (await store.listParts(key, uploadId))!)).outcome, 'merged');
  assert.deepEqual(Buffer.from(await (await fetch(client().link(key))).arrayBuffer()), Buffer.concat([first, second]));
});

/** A server that gives every body to a process of its own, and says what came of it. */
async function serverOf(t: TestContext, apart: StorageProcess) {
  t.after(() => apart.close());
  const pids: (number | null)[] = [];
  const server = plainServer((request: IncomingMessage, response) => {
    const path = request.url === '/' ? join(folder, 'main', 'tmp', `own-${pids.length}`) : '/nowhere/at/all';
    pids.push(apart.processId);
    apart.receive(request, { path, size }).then(
      (crc) => rm(path).then(() => response.end(String(crc))),
      (error: NodeJS.ErrnoException) => {
        request.resume();
        response.writeHead(507).end(error.code);
      },
    );
  }).listen(0, '127.0.0.1');
  t.after(() => server.close().closeAllConnections());
  await once(server, 'listening');
  return { pids, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('it ends when nothing came for a while, and begins again; what it cannot write is told with its cause', async (t) => {
  const apart = new StorageProcess(lends, { idleMs: 1500, restMs: 500 });
  const { pids, origin: own } = await serverOf(t, apart);
  const body = randomBytes(size);
  const say = async (path: string) => (await fetch(`${own}${path}`, { method: 'PUT', body })).text();
  for (const round of [1, 2]) {
    assert.equal(await say('/'), String(crc32(body)));
    await until('it is ready', () => apart.processId !== null);
    assert.equal(await say('/'), String(crc32(body)));
    assert.equal(await say('/elsewhere'), 'ENOENT');
    await until(`it ended, round ${round}`, () => apart.processId === null);
  }
  assert.equal(pids[0], null);
  assert.ok(pids[1] !== null && pids[4] !== null && pids[1] !== pids[4]);
  await say('/');
  await until('it is ready', () => apart.processId !== null);
  const killed = apart.processId!;
  process.kill(killed, 'SIGKILL');
  await until('it is gone', () => apart.processId === null);
  await until('it is there again', async () => {
    assert.equal(await say('/'), String(crc32(body)));
    return apart.processId !== null;
  });
  assert.notEqual(apart.processId, killed);
});

test('one that no longer answers is ended: who sent is cut off, and the next body arrives', async (t) => {
  const apart = new StorageProcess(lends, { restMs: 0, hangsAfterMs: 3000 });
  const { origin: own } = await serverOf(t, apart);
  const body = randomBytes(size);
  const say = async () => (await fetch(own, { method: 'PUT', body })).text();
  assert.equal(await say(), String(crc32(body)));
  await until('it is ready', () => apart.processId !== null);
  assert.equal(await say(), String(crc32(body)));
  assert.ok(apart.processorMs > 0);
  const hangs = apart.processId!;
  // Longer than it takes to ask twice: who only waits for bytes still answers.
  const slow = send(own, { method: 'PUT', headers: { 'content-length': size } });
  slow.write(body.subarray(0, 1000));
  await wait(7000);
  slow.end(body.subarray(1000));
  const [answer] = (await once(slow, 'response')) as [IncomingMessage];
  assert.equal(await text(answer), String(crc32(body)));
  const used = apart.processorMs;
  process.kill(hangs, 'SIGSTOP');
  await assert.rejects(say());
  await nothingStaged();
  assert.notEqual(apart.processId, hangs);
  assert.equal(await say(), String(crc32(body)));
  assert.ok(apart.processorMs >= used, 'what it used is not forgotten with it');
  await until('another is ready', () => apart.processId !== null);
  process.kill(apart.processId!, 'SIGSTOP');
  await apart.close();
});

test('what came here of large bodies that are on their way is not kept', async (t) => {
  const apart = new StorageProcess(lends, { idleMs: 60_000 });
  t.after(() => apart.close());
  const all = 48;
  const ends: Promise<unknown>[] = [];
  const server = plainServer((request: IncomingMessage, response) => {
    const received = apart.receive(request, { path: join(folder, 'main', 'tmp', `begun-${ends.length}`), size: from });
    ends.push(received.then(() => response.end()).catch(() => {}));
  }).listen(0, '127.0.0.1');
  t.after(() => server.close().closeAllConnections());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}`, { method: 'PUT', body: Buffer.alloc(from) });
  await until('it is ready', () => apart.processId !== null);
  await rm(join(folder, 'main', 'tmp', 'begun-0'));
  const head = Buffer.from(`PUT / HTTP/1.1\r\nhost: here\r\ncontent-length: ${from}\r\n\r\n`);
  const begun = Buffer.concat([head, Buffer.alloc(100_000)]);
  collect({ type: 'major' });
  const held = process.memoryUsage().arrayBuffers;
  const senders = Array.from({ length: all }, () => connect(port, '127.0.0.1').on('error', () => {}));
  for (const sender of senders) sender.write(begun);
  await until('all are being received', async () => (await staged()).length === all);
  await until('their beginnings, some 3 MiB, are gone', () => {
    collect({ type: 'minor' }); // the second time, what is still in use becomes old
    return process.memoryUsage().arrayBuffers - held < 1024 ** 2;
  });
  for (const sender of senders) sender.destroy();
  await Promise.all(ends);
  await nothingStaged();
});

/** An object in parts, the middle ones of a piece and more, so that pieces and parts end at different places. */
async function stored(): Promise<{ key: string; bytes: Buffer<ArrayBuffer> }> {
  const key = freshKey();
  const uploadId = await store.initiate(key);
  const parts = [randomBytes(700_000), ...Array.from({ length: 12 }, () => randomBytes(2 * size)), randomBytes(10)];
  for (const [at, part] of parts.entries())
    assert.equal((await client().send({ kind: 'part', key, uploadId, partNumber: at + 1 }, part)).status, 200);
  assert.equal((await store.complete(key, uploadId, (await store.listParts(key, uploadId))!)).outcome, 'merged');
  return { key, bytes: Buffer.concat(parts) };
}

interface Fetched {
  status: number;
  body: Buffer;
  port: number;
}

function fetchBy(agent: Agent, url: string, range?: string): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    const headers = range === undefined ? {} : { range };
    send(url, { agent, headers }, (response) => {
      const port = response.socket.localPort!;
      buffer(response).then((body) => resolve({ status: response.statusCode!, body, port }), reject);
    })
      .on('error', reject)
      .end();
  });
}

/** The files of the store that the process has open. */
async function openFilesOf(pid: number): Promise<string[]> {
  const links = (await readdir(`/proc/${pid}/fd`)).map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => ''));
  return (await Promise.all(links)).filter((path) => path.startsWith(folder));
}

/** Asks for it, takes the beginning, and reads no more. */
async function begun(url: string): Promise<{ socket: Socket; ended: Promise<unknown> }> {
  const { host, pathname, search, port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  await once(socket, 'readable');
  return { socket, ended: once(socket, 'close') };
}

test('downloads and ranges are whole, one after the other on one connection, and their bytes do not pass this process', async () => {
  const { key, bytes } = await stored();
  await ready();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const url = client().link(key);
  const ports = new Set<number>();
  let sent = 0;
  for (let n = 0; n < 12; n += 1) {
    const [from, to] = [randomInt(12_000_000), bytes.length - randomInt(1, 12_000_000)];
    const isRange = n % 3 > 0;
    const { status, body, port } = await fetchBy(agent, url, isRange ? `bytes=${from}-${to}` : undefined);
    assert.equal(status, isRange ? 206 : 200);
    assert.ok(body.equals(isRange ? bytes.subarray(from, to + 1) : bytes), `${n}: ${from} to ${to}`);
    ports.add(port);
    sent += body.length;
    assert.ok((await fetchBy(agent, url, 'bytes=5-9')).body.equals(bytes.subarray(5, 10)), 'a small one after it');
  }
  assert.equal(ports.size, 1, 'connections');
  const { bytesWritten } = came.get([...ports][0]!)!;
  assert.ok(bytesWritten < sent / 2, `${bytesWritten} of ${sent} bytes went from here`);
  const whole = freshKey();
  await client().send({ kind: 'put', key: whole }, bytes);
  const last = await fetchBy(agent, client().link(whole));
  assert.ok(last.body.equals(bytes), 'an object in one file');
  assert.ok(came.get(last.port)!.bytesWritten < (sent + bytes.length) / 2);
  agent.destroy();
});

test('two downloads that are asked for at once on one connection come one after the other', async () => {
  const [first, second] = [await stored(), await stored()];
  await ready();
  const asks = [first, second].map(({ key }, at) => {
    const { host, pathname, search } = new URL(client().link(key));
    return `GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\nconnection: ${at === 0 ? 'keep-alive' : 'close'}\r\n\r\n`;
  });
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.write(asks.join(''));
  const chunks: Buffer[] = [];
  for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk);
  const all = Buffer.concat(chunks);
  const bodyAt = all.indexOf('\r\n\r\n') + 4;
  assert.ok(all.subarray(bodyAt).subarray(0, first.bytes.length).equals(first.bytes));
  const rest = all.subarray(bodyAt + first.bytes.length);
  assert.match(rest.subarray(0, 15).toString(), /^HTTP\/1\.1 200/);
  assert.ok(rest.subarray(rest.indexOf('\r\n\r\n') + 4).equals(second.bytes));
});

test('a download whose reader may no longer read it is cut, and so is one whose reader goes away', async () => {
  const { key, bytes } = await stored();
  const pid = await ready();
  const claim = 'a right';
  const link = (more: { claim?: string }) =>
    store.signDownload({
      key,
      fileName: 'x.bin',
      disposition: 'attachment',
      contentType: 'image/png',
      expiresSeconds: 60,
      origin,
      now: new Date(),
      ...more,
    });
  const reading = await begun(link({ claim }));
  await until('it is being sent', async () => (await openFilesOf(pid)).length > 0);
  ended.add(claim);
  let came = 0;
  await wait(1000);
  reading.socket.on('data', (chunk: Buffer) => (came += chunk.length)).resume();
  await reading.ended;
  assert.ok(came < bytes.length, 'it was cut');
  await until('nothing of it is open', async () => (await openFilesOf(pid)).length === 0);
  const leaving = await begun(link({}));
  await until('it is being sent', async () => (await openFilesOf(pid)).length > 0);
  leaving.socket.destroy();
  await until('nothing of it is open', async () => (await openFilesOf(pid)).length === 0);
  assert.equal(store.apart.processId, pid);
});

test('a reader that takes too little is cut, and what cannot be read ends without looking complete', async (t) => {
  const { key, bytes } = await stored();
  const object = (await store.find(key))!;
  const apart = new StorageProcess(lends, { idleMs: 60_000 });
  t.after(() => apart.close());
  const server = plainServer((request: IncomingMessage, response) => {
    response.writeHead(200, { 'content-length': bytes.length });
    const where = store.bytesOf(object, 0, bytes.length);
    response.write('', () => {
      const whole = request.url === '/' ? where : { ...where, path: '/nowhere' };
      const sending = apart.sender(response, bytes.length, () => true, 200);
      void (sending ? sending(whole).then(() => response.end()) : response.destroy());
    });
    response.flushHeaders();
  }).listen(0, '127.0.0.1');
  t.after(() => server.close().closeAllConnections());
  await once(server, 'listening');
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await assert.rejects(fetchBy(new Agent(), own), 'the process begins with it');
  await until('it is ready', () => apart.processId !== null);
  assert.ok((await fetchBy(new Agent(), own)).body.equals(bytes));
  const slow = await begun(`${own}/`);
  await wait(3000);
  let came = 0;
  slow.socket.on('data', (chunk: Buffer) => (came += chunk.length)).resume();
  await slow.ended;
  assert.ok(came < bytes.length, 'it was cut');
  await assert.rejects(fetchBy(new Agent(), `${own}/elsewhere`));
  assert.notEqual(apart.processId, null);
});

test('the process dies while it sends: that download is cut, everything else goes on, and the next one comes from here', async () => {
  const { key, bytes } = await stored();
  const pid = await ready();
  const url = client().link(key);
  const torn = await begun(url);
  await until('it is being sent', async () => (await openFilesOf(pid)).length > 0);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.kill(pid, signal);
  await wait(50);
  process.kill(pid, 'SIGKILL');
  let came = 0;
  torn.socket.on('data', (chunk: Buffer) => (came += chunk.length)).resume();
  await torn.ended;
  assert.ok(came < bytes.length, 'it was cut');
  const next = await fetchBy(new Agent(), url, `bytes=${came}-`);
  assert.ok(next.body.equals(bytes.subarray(came)), 'the client goes on where it was');
  assert.equal(store.apart.processId, null);
});
