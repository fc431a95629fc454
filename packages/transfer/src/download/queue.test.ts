/// <reference types="node" />
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createDownloadQueue } from './queue.ts';
import type { DownloadQueue } from './queue.ts';
import type { DownloadSink } from './run.ts';
import { CallFailed, StoreFailed } from '../ports.ts';
import type { DownloadAnswer } from '../ports.ts';

const size = 300_000;
const chunk = 10_000;

/** A storage host, a network and a disk for one file. `meddle` is called before each chunk and may throw. */
function company(content: { bytes: Buffer; etag: string } = { bytes: randomBytes(size), etag: '"one"' }) {
  const it = {
    content,
    asked: [] as number[],
    links: 0,
    disk: Buffer.alloc(0),
    discarded: false,
    meddle: (_at: number): void => {},
    refuse: (): number | null => null,
    waits: [] as number[],
    goOnline: (_online: boolean): void => {},
    sink: {
      async write(position, bytes) {
        assert.ok(position <= it.disk.length, 'no hole');
        it.disk = Buffer.concat([it.disk.subarray(0, position), bytes, it.disk.subarray(position + bytes.length)]);
      },
      async close(length) {
        it.disk = it.disk.subarray(0, length);
      },
      async discard() {
        it.discarded = true;
      },
    } satisfies DownloadSink as DownloadSink,
  };
  let online = true;
  const queue = createDownloadQueue({
    host: {
      now: () => Date.now(),
      after: async (ms, signal) => {
        if (ms >= 1000) it.waits.push(ms); // shorter waits only throttle the list
        await new Promise((resolve) => setImmediate(resolve));
        signal?.throwIfAborted();
      },
      online: () => online,
      onNetwork(listener) {
        it.goOnline = (next) => {
          online = next;
          listener(next);
        };
        return () => {};
      },
    },
    store: {
      send: async () => assert.fail('nothing is sent'),
      receive,
    },
  });
  async function receive(
    _url: string,
    { from, etag }: { from: number; etag: string | null },
    signal: AbortSignal,
  ): Promise<DownloadAnswer> {
    it.asked.push(from);
    const status = it.refuse();
    const none = (async function* () {})();
    if (status !== null) return { status, etag: null, size: null, chunks: none };
    const { bytes, etag: current } = it.content;
    const whole = from === 0 || etag !== current;
    const chunks = (async function* () {
      for (let at = whole ? 0 : from; at < bytes.length; at += chunk) {
        await new Promise((resolve) => setImmediate(resolve));
        signal.throwIfAborted();
        it.meddle(at);
        yield bytes.subarray(at, at + chunk);
      }
    })();
    return { status: whole ? 200 : 206, etag: current, size: bytes.length, chunks };
  }
  const link = async () => {
    it.links += 1;
    return { url: 'signed', size: it.content.bytes.length };
  };
  const start = () => queue.add({ name: '报告.docx', size, link, sink: it.sink });
  return { it, queue, start };
}

const settled = (queue: DownloadQueue): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (!queue.snapshot().some(({ status }) => status === 'active' || status === 'ready')) resolve();
    };
    queue.subscribe(look);
    look();
  });
/** Progress is reported only four times a second, so this polls the disk instead. */
const when = (it: { disk: Buffer }, bytes: number): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => void (it.disk.length >= bytes ? resolve() : setImmediate(look));
    look();
  });
const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const turns = async (n = 20): Promise<void> => {
  for (let turn = 0; turn < n; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('a file arrives whole and leaves the list', async () => {
  const { it, queue, start } = company();
  const ended: string[] = [];
  queue.onFinished((id) => ended.push(id));
  const id = start();
  await settled(queue);
  assert.equal(digest(it.disk), digest(it.content.bytes));
  assert.deepEqual(ended, [id]);
  assert.deepEqual(queue.snapshot(), []);
});

test('a line that breaks again and again goes on from where it broke, as long as something comes between', async () => {
  const { it, queue, start } = company();
  const broken = new Set<number>();
  it.meddle = (at) => {
    if (at % 30_000 !== 0 || at === 0 || broken.has(at)) return;
    broken.add(at);
    throw new StoreFailed('network');
  };
  start();
  await settled(queue);
  assert.equal(digest(it.disk), digest(it.content.bytes));
  assert.deepEqual(it.asked, [0, 30_000, 60_000, 90_000, 120_000, 150_000, 180_000, 210_000, 240_000, 270_000]);
});

test('a host that stays broken is asked four times, then it is an error that a retry ends', async () => {
  const { it, queue, start } = company();
  it.refuse = () => 503;
  const id = start();
  await settled(queue);
  assert.equal(it.asked.length, 4);
  assert.deepEqual(it.waits, [1000, 2000, 4000]);
  assert.deepEqual(queue.snapshot()[0]?.error, { code: 'SERVER', errmsg: '' });
  it.refuse = () => null;
  queue.resume(id);
  await settled(queue);
  assert.equal(digest(it.disk), digest(it.content.bytes));
});

test('a link that ran out is asked for anew', async () => {
  const { it, queue, start } = company();
  it.refuse = () => (it.links === 1 ? 403 : null);
  start();
  await settled(queue);
  assert.equal(it.links, 2);
  assert.equal(digest(it.disk), digest(it.content.bytes));
});

test('a pause stops the bytes, a resume asks only for the rest', async () => {
  const { it, queue, start } = company();
  const id = start();
  await when(it, 50_000);
  queue.pause(id);
  const at = queue.snapshot()[0]!.receivedBytes;
  await turns();
  assert.equal(queue.snapshot()[0]?.receivedBytes, at);
  assert.equal(queue.snapshot()[0]?.status, 'pause');
  queue.resume(id);
  await settled(queue);
  assert.equal(it.asked[1], at);
  assert.equal(digest(it.disk), digest(it.content.bytes));
});

test('a lost network pauses, its return resumes; what a person paused stays paused', async () => {
  const { it, queue, start } = company();
  start();
  await when(it, 20_000);
  it.goOnline(false);
  assert.equal(queue.snapshot()[0]?.because, 'offline');
  it.goOnline(true);
  await when(it, 60_000);
  queue.pauseAll();
  it.goOnline(false);
  it.goOnline(true);
  await turns();
  assert.equal(queue.snapshot()[0]?.status, 'pause');
  queue.resumeAll();
  await settled(queue);
  assert.equal(digest(it.disk), digest(it.content.bytes));
});

test('content that changed under way is fetched anew from its first byte, shorter or longer', async () => {
  for (const length of [120_000, 410_000]) {
    const { it, queue, start } = company();
    const id = start();
    await when(it, 100_000);
    queue.pause(id);
    await turns();
    it.content = { bytes: randomBytes(length), etag: '"two"' };
    queue.resume(id);
    await settled(queue);
    assert.equal(digest(it.disk), digest(it.content.bytes));
  }
});

test('a file that is gone says what the server says', async () => {
  const { it, queue } = company();
  const link = async (): Promise<never> => {
    throw new CallFailed({ errcode: 90000, errmsg: '文件不存在', status: 200 });
  };
  queue.add({ name: 'a', size, link, sink: it.sink });
  await settled(queue);
  assert.deepEqual(queue.snapshot()[0]?.error, { code: 'GONE', errmsg: '文件不存在' });
});

test('removing stops and throws away what was written', async () => {
  const { it, queue, start } = company();
  const id = start();
  await when(it, 20_000);
  queue.remove(id);
  await turns();
  assert.deepEqual(queue.snapshot(), []);
  assert.equal(it.discarded, true);
});

test('three at a time', async () => {
  const { queue, start } = company();
  for (let n = 0; n < 5; n += 1) start();
  assert.deepEqual(
    queue.snapshot().map(({ status }) => status),
    ['active', 'active', 'active', 'ready', 'ready'],
  );
});
