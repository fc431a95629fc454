/** Each rule holds for a range that is answered ahead of the framework as for one on a fresh connection. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { buffer as gather } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createServer, endConnectionsWhile } from '../http/index.ts';
import { diskLayout } from './disk-layout.ts';
import { openDiskStore } from './disk-store.ts';
import type { DiskStore } from './disk-store.ts';
import { clientOf, freshKey } from './object-store.suite.ts';
import { storageHost } from './storage-host.ts';

const credentials = { accessKey: 'AKDISK', secretKey: 'a secret of the disk store' };
const region = 'here';
const logger = pino({ level: 'error' }, { write: () => undefined });
/** A place is given back a moment after its answer arrived. */
const ofPerson = 4;
const shutOut = '203.0.113.9';

/** What changes with time, and the server asks again for each range. */
const now = {
  mayRead: (): boolean | Promise<boolean> => true,
  isLetIn: (): boolean | Promise<boolean> => true,
  date: () => new Date(),
  isDraining: false,
};
const asAtFirst = { ...now };

let folder: string;
let store: DiskStore;
let app: FastifyInstance;
let origin: string;
/** How many requests the framework saw. */
let seen = 0;
const countedAhead: unknown[] = [];
const stopping = Promise.withResolvers<void>();
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alcove-ranges-'));
  store = await openDiskStore({ folder, bucket: 'main', region, credentials });
  app = createServer({ logger, trustProxy: ['127.0.0.1'] });
  endConnectionsWhile(app, () => now.isDraining);
  app.addHook('onRequest', (_request, _reply, next) => {
    seen += 1;
    next();
  });
  app.addHook('preClose', async () => stopping.resolve());
  app.answersAhead.whenAnswered((route, status, ms) => countedAhead.push([route, status, ms >= 0]));
  await app.register(storageHost, {
    store,
    credentials,
    region,
    limits: { ofPerson },
    transformRead: () => reversed,
    mayRead: () => now.mayRead(),
    letsIn: (request) => request.ip !== shutOut && now.isLetIn(),
    clock: { now: () => now.date() },
  });
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
});
const opened: Agent[] = [];
beforeEach(() => Object.assign(now, asAtFirst));
afterEach(() => {
  for (const agent of opened.splice(0)) agent.destroy();
});
after(async () => {
  await app.close();
  await store.close();
  await rm(folder, { recursive: true });
});

/** How the stored bytes of all files here differ from those that are read. */
function reversed(chunk: Buffer, offset: number): void {
  for (let at = 0; at < chunk.length; at++) chunk[at]! ^= (offset + at) & 0xff;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
interface Asked {
  url: string;
  range?: string;
  method?: string;
  headers?: Record<string, string>;
}

/** Keeps its connection. */
function connection(): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  opened.push(agent);
  return agent;
}

function ask(agent: Agent, { url, range = 'bytes=10-19', method = 'GET', headers = {} }: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { agent, method, headers: { 'x-forwarded-for': '198.51.100.1', range, ...headers } });
    sent.on('error', reject).on('response', (answer) => {
      gather(answer).then((body) => resolve({ status: answer.statusCode!, headers: answer.headers, body }), reject);
    });
    sent.end();
  });
}

async function stored(content: Buffer): Promise<{ key: string; url: string }> {
  const key = freshKey();
  const bytes = Buffer.from(content);
  reversed(bytes, 0);
  await store.put(key, Readable.from([bytes], { objectMode: false }), bytes.length);
  return { key, url: clientOf(store, origin).link(key, { claim: 'a right', person: 'somebody' }) };
}

/** A connection whose last range was answered ahead. */
async function readingAhead(of: Asked): Promise<Agent> {
  const agent = connection();
  await ask(agent, of);
  const before = seen;
  assert.equal((await ask(agent, { ...of, range: 'bytes=3-4' })).status, 206);
  assert.equal(seen, before, 'the framework did not see it');
  return agent;
}

/** Without what is different for each answer. */
function told({ status, headers }: Answer) {
  const same = Object.entries(headers).filter(([name]) => name !== 'date' && name !== 'x-trace-id');
  return { status, headers: Object.fromEntries(same) };
}

test('the next range has the bytes, the headers and the place in the figures of any other, and a trace id of its own', async () => {
  const content = randomBytes(100_000);
  const { url } = await stored(content);
  const agent = await readingAhead({ url });
  countedAhead.length = 0;
  const before = seen;
  for (const [range, start, end] of [
    ['bytes=0-0', 0, 1],
    ['bytes=65000-', 65_000, 100_000],
    ['bytes=-5', 99_995, 100_000],
    ['bytes=20000-60000', 20_000, 60_001],
  ] as const) {
    const ahead = await ask(agent, { url, range });
    assert.ok(ahead.body.equals(content.subarray(start, end)), range);
    const usual = await ask(connection(), { url, range });
    assert.deepEqual(told(ahead), told(usual), range);
    assert.match(String(ahead.headers['x-trace-id']), /^[0-9a-f]{32}$/);
    assert.notEqual(ahead.headers['x-trace-id'], usual.headers['x-trace-id']);
  }
  assert.equal(seen - before, 4, 'the framework saw those on fresh connections alone');
  assert.deepEqual(
    countedAhead,
    Array.from({ length: 4 }, () => ['/storage/*', 206, true]),
  );
});

/** What changed after the last range, and what the next one is answered, in both ways. */
const rules: Record<string, { status: number; change?: (key: string) => unknown; asked?: Partial<Asked> }> = {
  'the right ended': { status: 403, change: () => (now.mayRead = () => false) },
  'whether the right stands takes a moment to find out': { status: 206, change: () => (now.mayRead = async () => true) },
  'nobody can say whether the right stands': { status: 500, change: () => (now.mayRead = () => Promise.reject(new Error('no database'))) },
  'the address is not let in any more': { status: 403, change: () => (now.isLetIn = () => false) },
  'whether the address is let in takes a moment to find out': { status: 403, change: () => (now.isLetIn = async () => false) },
  'the proxy sends for somebody else, who is not let in': { status: 403, asked: { headers: { 'x-forwarded-for': shutOut } } },
  'the link has ended': { status: 403, change: () => (now.date = () => new Date(Date.now() + 61_000)) },
  'the file cannot be read any more': {
    status: 500,
    change: (key) => store.remove(key).then(() => mkdir(diskLayout(folder, 'main').objectPath(key))),
  },
  'the file is gone': { status: 404, change: (key) => store.remove(key) },
  'the server is about to stop': { status: 206, change: () => (now.isDraining = true) },
  'the range is outside': { status: 416, asked: { range: 'bytes=1000-' } },
  'there is no range': { status: 200, asked: { range: '' } },
  'the client has the file already': { status: 304, asked: { headers: { 'if-none-match': '*' } } },
  'the client wants another file': { status: 412, asked: { headers: { 'if-match': '"other"' } } },
  'the link was signed for another method': { status: 403, asked: { method: 'HEAD' } },
  'it was signed for another host': { status: 403, asked: { headers: { host: 'elsewhere' } } },
  'a header is added that would have to be signed': { status: 403, asked: { headers: { 'x-amz-meta-token': 'x' } } },
};
describe('a rule holds for the next range', () => {
  for (const [what, { status, change, asked }] of Object.entries(rules))
    test(what, async () => {
      const { key, url } = await stored(randomBytes(1000));
      const agent = await readingAhead({ url });
      await change?.(key);
      const before = seen;
      const next = await ask(agent, { url, ...asked });
      assert.equal(seen - before, 1, 'the framework answered');
      const usual = await ask(connection(), { url, ...asked });
      assert.equal(next.status, status);
      assert.deepEqual(told(next), told(usual));
    });

  test('a body, or a trace id of its own, is for the framework each time', async () => {
    const { url } = await stored(randomBytes(1000));
    for (const [name, value] of Object.entries({ 'content-length': '0', traceid: 'a-trace-of-its-own' })) {
      const agent = connection();
      const before = seen;
      for (let times = 0; times < 3; times++) {
        const answer = await ask(agent, { url, headers: { [name]: value } });
        assert.equal(answer.headers['x-trace-id'] === value, name === 'traceid');
      }
      assert.equal(seen - before, 3);
    }
  });

  test('another link, with a signature that fits another file', async () => {
    const [{ url }, other] = [await stored(randomBytes(1000)), await stored(randomBytes(1000))];
    const agent = await readingAhead({ url });
    assert.equal((await ask(agent, { url: url.replace(/\/t\/[^?]+/, `/${other.key}`) })).status, 403);
  });

  test('the person has no place left', async () => {
    const { url } = await stored(randomBytes(1000));
    const agent = await readingAhead({ url });
    const { promise, resolve } = Promise.withResolvers<boolean>();
    now.mayRead = () => promise;
    const before = seen;
    const waiting = Array.from({ length: ofPerson }, () => ask(connection(), { url }));
    while (seen < before + ofPerson) await new Promise(setImmediate);
    now.mayRead = () => true;
    const { status } = await ask(agent, { url }).finally(() => resolve(true));
    assert.equal(status, 503);
    for (const answer of await Promise.all(waiting)) assert.equal(answer.status, 206);
    for (let times = 0; times < 2 * ofPerson; times++) await readingAhead({ url });
  });

  test('each answer is logged', async () => {
    const { url } = await stored(randomBytes(1000));
    const agent = await readingAhead({ url });
    const before = seen;
    logger.level = 'debug';
    await ask(agent, { url }).finally(() => (logger.level = 'error'));
    assert.equal(seen - before, 1);
  });
});

test('while the server stops, the next range is told to come back', async () => {
  const { url } = await stored(randomBytes(1000));
  const { pathname, search, host, port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  let said = '';
  socket.setEncoding('latin1').on('data', (text: string) => (said += text));
  const send = () => socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\nrange: bytes=0-0\r\n\r\n`);
  const statuses = () => [...said.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => Number(status));
  const until = async (is: () => boolean): Promise<void> => {
    while (!is()) await new Promise(setImmediate);
  };
  const before = seen;
  for (const answers of [1, 2]) {
    send();
    await until(() => statuses().length === answers);
  }
  assert.equal(seen - before, 1, 'the second one was answered ahead');
  const { promise, resolve } = Promise.withResolvers<boolean>();
  now.mayRead = () => promise;
  send();
  await until(() => seen - before === 2);
  const closing = app.close();
  await stopping.promise;
  now.mayRead = () => true;
  const arrived = once(app.server, 'request');
  send();
  await arrived;
  resolve(true);
  await once(socket, 'close');
  await closing;
  assert.deepEqual(statuses(), [206, 206, 206, 503]);
});
