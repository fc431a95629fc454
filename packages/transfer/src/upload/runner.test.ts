/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failures, limits } from '@alcove/contract';
import type { UploadCheck } from '@alcove/contract';
import { answer, bytesOf, fake, hexOf, networkError, serverError, source, target } from '../fakes.test-support.ts';
import type { Fake, FakeOptions } from '../fakes.test-support.ts';
import { createUploadQueue } from './queue.ts';
import type { QueueNoticeEvent, UploadQueue } from './queue.ts';
import { CallFailed, StoreFailed } from '../ports.ts';
import type { FileState } from '../ports.ts';

const partSize = 1000;
const bytes = bytesOf(4500);
const confuseParams = {
  key: 'a1'.repeat(32),
  points: [
    [0, 100],
    [990, 128],
    [3999, 2],
  ] as [number, number][],
};

interface Upload {
  store: Fake;
  queue: UploadQueue;
  notices: QueueNoticeEvent[];
  id: string;
}
function upload(store: Fake, content = bytes): Upload {
  const queue = createUploadQueue(store.ports);
  const notices: QueueNoticeEvent[] = [];
  queue.onNotice((notice) => notices.push(notice));
  const [id = ''] = queue.add([{ source: source(content), target }]);
  return { store, queue, notices, id };
}
/** Waits until nothing more happens by itself. */
async function settle({ queue }: Upload): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await queue.idle();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
const multipart = (options: FakeOptions = {}): Fake => fake(bytes.length, { partSize, ...options });
const puts = (store: Fake): string[] => store.log.filter((line) => line.startsWith('PUT'));
function assertSaved({ store, queue, notices }: Upload, content = bytes): void {
  assert.deepEqual(queue.snapshot().items, []);
  assert.equal(notices.filter((notice) => notice.notice === 'finished').length, 1);
  const saved = store.saved.at(-1);
  assert.deepEqual(Buffer.from(saved?.bytes ?? []), Buffer.from(content));
  assert.equal(saved?.request.sha256, hexOf('sha256', content));
  assert.equal(saved?.request.fMd5, hexOf('md5', content));
  assert.equal(store.remembered.size, 0);
}
function assertError(run: Upload, code: string, status = 'error'): void {
  const [item] = run.queue.snapshot().items;
  assert.equal(item?.status, status);
  assert.equal(item?.error?.code, code);
}

test('a small file takes check, one signature, one put, one save', async () => {
  const run = upload(fake(bytes.length));
  await settle(run);
  assertSaved(run);
  assert.deepEqual(run.store.log, ['call check', 'call auth', 'PUT ', 'call save']);
});

test('a large file goes in parts whose signatures come in one call, and its bytes arrive as they were', async () => {
  const run = upload(multipart());
  await settle(run);
  assertSaved(run);
  assert.equal(puts(run.store).length, 5);
  assert.deepEqual(
    run.store.log.filter((line) => line.startsWith('call')),
    ['call check', 'call auth', 'call auth', 'call auth', 'call save'],
  );
});

test('obfuscated bytes are what the store holds, and the hashes are of the file', async () => {
  const run = upload(multipart({ confuseParams }));
  await settle(run);
  assertSaved(run);
  assert.notDeepEqual(Buffer.from(run.store.parts.get(1) ?? []), Buffer.from(bytes.slice(0, partSize)));
});

test('an unfinished upload is continued: only parts missing or of the wrong size are sent', async () => {
  const store = multipart({ unfinished: true });
  for (const part of [1, 2, 4]) store.parts.set(part, bytes.slice((part - 1) * partSize, part * partSize));
  store.parts.set(3, bytes.slice(0, 10));
  const run = upload(store);
  await settle(run);
  assertSaved(run);
  assert.deepEqual(puts(store), ['PUT partNumber=3&uploadId=open', 'PUT partNumber=5&uploadId=open']);
  assert.equal(store.log.filter((line) => line.startsWith('GET')).length, 2);
});

for (const [what, interfere] of [
  ['a 500 of the check', (line: string) => (line === 'call check' ? serverError() : null)],
  ['a 500 of the signatures', (line: string) => (line === 'call auth' ? serverError() : null)],
  ['a 503 of a part', (line: string) => (line.startsWith('PUT partNumber=2') ? answer(503) : null)],
  ['a broken line under a part', (line: string) => (line.startsWith('PUT partNumber=5') ? networkError() : null)],
  [
    'a part that arrived damaged',
    (line: string) => (line.startsWith('PUT partNumber=1') ? answer(400, '<Error><Code>BadDigest</Code></Error>') : null),
  ],
  ['a signature that ran out', (line: string) => (line.startsWith('PUT partNumber=3') ? answer(403) : null)],
  ['a 500 of the list of parts', (line: string) => (line.startsWith('GET') ? answer(500) : null)],
] as const) {
  test(`${what} is tried again`, async () => {
    const store = what.includes('list') ? half() : multipart();
    let left = what.includes('signature that') ? 1 : 3;
    store.meddle = (line) => {
      if (left <= 0) return null;
      try {
        const instead = interfere(line);
        if (instead) left--;
        return instead;
      } catch (error) {
        left--;
        throw error;
      }
    };
    const run = upload(store);
    await settle(run);
    assertSaved(run);
    assert.equal(left, 0);
  });
}

/** An unfinished upload with one part, so that the parts are listed first. */
const half = (): Fake => {
  const store = multipart({ unfinished: true });
  store.parts.set(1, bytes.slice(0, partSize));
  return store;
};
const isMergeSignature = (line: string, store: Fake): boolean => line === 'call auth' && store.parts.size === 5;
for (const [what, code, make, fails] of [
  ['check', '[202]', multipart, (line: string) => line === 'call check'],
  ['signatures', '[201]', multipart, (line: string) => line === 'call auth'],
  ['merge signature', '[203]', multipart, isMergeSignature],
  ['initiation', '[301]', multipart, (line: string) => line === 'POST uploads'],
  ['single put', '[302]', () => fake(bytes.length), (line: string) => line === 'PUT '],
  ['part', '[303]', multipart, (line: string) => line.startsWith('PUT partNumber=2')],
  ['list of parts', '[304]', half, (line: string) => line.startsWith('GET')],
  ['merge', '[305]', multipart, (line: string) => line.startsWith('POST uploadId')],
  ['save', 'SAVE_FAILED', multipart, (line: string) => line === 'call save'],
] as const) {
  test(`a ${what} step that never succeeds is asked four times and ends as ${code}, and a retry finishes the upload`, async () => {
    const store = make();
    let asked = 0;
    store.meddle = (line) => {
      if (!fails(line, store)) return null;
      asked += 1;
      return line.startsWith('call') ? serverError() : answer(500);
    };
    const run = upload(store);
    await settle(run);
    assertError(run, code);
    assert.deepEqual([asked, store.saved], [4, []]);
    store.meddle = () => null;
    run.queue.resume(run.id);
    await settle(run);
    assertSaved(run);
  });
}

test('all parts fail at once: [303], and a retry finishes the upload', async () => {
  const store = multipart();
  store.meddle = (line) => (line.startsWith('PUT') ? answer(500) : null);
  const run = upload(store);
  await settle(run);
  assertError(run, '[303]');
  store.meddle = () => null;
  run.queue.resume(run.id);
  await settle(run);
  assertSaved(run);
});

test("a refusal on the save shows the server's words and its code", async () => {
  const store = multipart();
  store.meddle = (line) => {
    if (line === 'call save') throw new CallFailed({ errcode: 110008, errmsg: 'unsafe', status: 200 });
    return null;
  };
  const run = upload(store);
  await settle(run);
  assertError(run, '110008');
  assert.equal(store.log.filter((line) => line === 'call save').length, 1);
});

const page = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body></body></html>';
/** The response of the check that offers an instant transfer. The fake accepts any proof. */
const offer = { uploadflag: '1', fileId: 'ticket', proof: { nonce: 'n', ranges: [[10, 20]] as [number, number][] } } as const;
const count = (store: Fake, step: string): number => store.log.filter((line) => line === step).length;

for (const step of ['POST uploadId=open', 'call save', 'call second']) {
  const make = (): Fake => multipart(step === 'call second' ? { answer: offer } : {});
  test(`when the answer to "${step}" is lost three times the step is asked again after growing waits and nothing is lost`, async () => {
    const store = make();
    let lose = 3;
    store.loseAnswer = (line) => {
      if (line === step && lose-- > 0) {
        if (step.startsWith('call')) serverError();
        networkError();
      }
    };
    const run = upload(store);
    await settle(run);
    assert.equal(count(store, step), 4);
    assert.deepEqual(
      store.waits.filter((ms) => ms >= 1), // shorter waits only pace the parts
      [1000, 2000, 4000],
    );
    assert.deepEqual(run.queue.snapshot().items, []);
    assert.equal(run.notices.filter(({ notice }) => notice === 'finished').length, 1);
    if (step !== 'call second') assertSaved(run);
  });
}

for (const [what, step, make] of [
  ['save of a large file', 'call save', () => multipart()],
  ['save of a small file', 'call save', () => fake(bytes.length)],
  ['instant transfer', 'call second', () => multipart({ answer: offer })],
] as const) {
  test(`${what} that is never answered: a retry asks just that again, with no new check and no bytes`, async () => {
    const store = make();
    store.loseAnswer = (line) => {
      if (line === step) serverError();
    };
    const run = upload(store);
    await settle(run);
    assertError(run, step === 'call save' ? 'SAVE_FAILED' : '[202]');
    store.log.length = 0;
    store.loseAnswer = () => {};
    run.queue.resume(run.id);
    await settle(run);
    assert.deepEqual(store.log, [step]);
    assert.deepEqual(run.queue.snapshot().items, []);
  });
}

test('the line breaks during the save and comes back: the save alone is asked again', async () => {
  const store = multipart();
  store.loseAnswer = (line) => {
    if (line !== 'call save') return;
    store.loseAnswer = () => {};
    store.setOnline(false);
    throw new CallFailed({ errcode: -1, errmsg: '', status: 0 });
  };
  const run = upload(store);
  await settle(run);
  assert.equal(run.queue.snapshot().items[0]?.because, 'offline');
  store.log.length = 0;
  store.setOnline(true);
  await settle(run);
  assertSaved(run);
  assert.deepEqual(store.log, ['call save']);
});

for (const step of ['POST uploads', 'PUT partNumber=2&uploadId=open', 'POST uploadId=open']) {
  test(`a page of a proxy in place of the answer to "${step}" is no answer, though its status is 200`, async () => {
    const store = multipart();
    let pages = 3;
    store.meddle = (line) => (line === step && pages-- > 0 ? answer(200, page) : null);
    const run = upload(store);
    await settle(run);
    assertSaved(run);
    assert.equal(count(store, step), 4);
  });
}

test('a part that takes more than 15 minutes stands as timed out, and a retry sends just what is missing', async () => {
  const store = multipart();
  const { send } = store.ports.store;
  const late: number[] = [];
  store.ports.store.send = async (request) => {
    if (!request.url.includes('partNumber=2')) return send(request);
    late.push(request.timeoutMs);
    await store.ports.host.after(request.timeoutMs);
    throw new StoreFailed('timeout');
  };
  const run = upload(store);
  await settle(run);
  assertError(run, 'PART_TIMEOUT', 'onTimeout');
  assert.deepEqual(late, [900_000]);
  const before = new Set(store.parts.keys());
  store.ports.store.send = send;
  store.log.length = 0;
  run.queue.resume(run.id);
  await settle(run);
  assertSaved(run);
  assert.equal(puts(store).length, 5 - before.size);
});

test('merged but not saved before a reload: the next page saves it and sends nothing', async () => {
  const store = multipart();
  store.meddle = (line) => (line === 'call save' ? new Promise<never>(() => {}) : null);
  const first = upload(store);
  while (!store.log.includes('call save')) await new Promise((resolve) => setTimeout(resolve, 1));
  first.queue.close();
  store.meddle = () => null;
  store.log.length = 0;
  const second = upload(store);
  await settle(second);
  assertSaved(second);
  assert.deepEqual(puts(store), []);
});

test('parts that the store hides and then no longer lists end as lost, and a retry sends them', async () => {
  const store = multipart();
  const { send } = store.ports.store;
  store.ports.store.send = async (request) => {
    const got = await send(request);
    return request.url.includes('partNumber=3') ? { ...got, headers: {} } : got;
  };
  store.meddle = (line) => {
    if (line.startsWith('GET')) store.parts.delete(3);
    return null;
  };
  const run = upload(store);
  await settle(run);
  assertError(run, 'PARTS_LOST');
  store.meddle = () => null;
  store.ports.store.send = send;
  store.log.length = 0;
  run.queue.resume(run.id);
  await settle(run);
  assertSaved(run);
  assert.deepEqual(puts(store), ['PUT partNumber=3&uploadId=open']);
});

test('parts that the store forgets before the merge end as lost, and a retry sends everything anew', async () => {
  const store = multipart();
  store.meddle = (line) => {
    if (line.startsWith('POST uploadId')) store.forget();
    return null;
  };
  const run = upload(store);
  await settle(run);
  assertError(run, 'PARTS_LOST');
  store.meddle = () => null;
  run.queue.resume(run.id);
  await settle(run);
  assertSaved(run);
});

for (const [what, changed] of [
  ['a point beyond the end', { ...confuseParams, points: [[bytes.length - 1, 2]] as [number, number][] }],
  ['a short key', { ...confuseParams, key: 'a1' }],
] as const) {
  test(`obfuscation with ${what} ends as out of bounds; nothing of it is kept, and a retry asks anew`, async () => {
    const store = multipart({ confuseParams });
    const { check } = store.ports.call;
    store.ports.call.check = async (...asked) => ({ ...(await check(...asked)), confuseParams: changed }) as UploadCheck;
    const run = upload(store);
    await settle(run);
    assertError(run, 'CONFUSE_BOUNDS');
    assert.deepEqual([puts(store), store.recycled], [[], 1]);
    store.ports.call.check = check;
    run.queue.resume(run.id);
    await settle(run);
    assertSaved(run);
  });
}

test('an answer to the check that lost a field on the way is not acted upon', async () => {
  const store = multipart();
  const { check } = store.ports.call;
  store.ports.call.check = async (...asked) => ({ ...(await check(...asked)), objectKey: undefined }) as unknown as UploadCheck;
  const run = upload(store);
  await settle(run);
  assertError(run, 'INFO_MISSING');
  assert.deepEqual(store.log, ['call check']);
});

test('a ticket that no longer holds ends as an error that a retry mends, not as a check without end', async () => {
  const store = multipart({ answer: offer });
  store.meddle = (line) => {
    if (line === 'call second') throw new CallFailed({ errcode: failures.UPLOAD_UNKNOWN.errcode, errmsg: 'gone', status: 200 });
    return null;
  };
  const run = upload(store);
  await settle(run);
  assertError(run, '[202]');
  store.meddle = () => null;
  run.queue.resume(run.id);
  await settle(run);
  assert.deepEqual(run.queue.snapshot().items, []);
  assert.equal(count(store, 'call check'), 2);
});

test('paused mid-way and resumed: parts already there are not sent again, and late answers change nothing', async () => {
  const store = multipart();
  const run = upload(store);
  let release = (): void => {};
  const held = new Promise<null>((resolve) => {
    release = () => resolve(null);
  });
  store.meddle = (line) => (line.startsWith('PUT partNumber=3') ? held : null);
  while (!store.log.some((line) => line.startsWith('PUT partNumber=5'))) await new Promise((resolve) => setTimeout(resolve, 1));
  run.queue.pause(run.id);
  const paused = run.queue.snapshot().items[0];
  assert.equal(paused?.status, 'pause');
  release();
  await settle(run);
  assert.equal(run.queue.snapshot().items[0]?.status, 'pause');
  store.log.length = 0;
  store.meddle = () => null;
  run.queue.resume(run.id);
  await settle(run);
  assertSaved(run);
  assert.deepEqual(puts(store), ['PUT partNumber=3&uploadId=open']);
});

test('the network goes while merging, after the store has merged: the save settles it', async () => {
  const store = multipart();
  store.loseAnswer = (line) => {
    if (line.startsWith('POST uploadId')) {
      store.loseAnswer = () => {};
      store.setOnline(false);
      networkError();
    }
  };
  const run = upload(store);
  await settle(run);
  assert.equal(run.queue.snapshot().items[0]?.because, 'offline');
  store.setOnline(true);
  await settle(run);
  assertSaved(run);
  assert.equal(puts(store).length, 5);
});

test('an upload that the store forgot during a pause is checked and sent anew', async () => {
  const store = multipart();
  const run = upload(store);
  store.meddle = (line) => (line.startsWith('PUT partNumber=5') ? answer(500) : null);
  await settle(run);
  assertError(run, '[303]');
  store.forget();
  store.meddle = () => null;
  run.queue.resume(run.id);
  await settle(run);
  assertSaved(run);
  assert.equal(store.log.filter((line) => line === 'call check').length, 2);
});

test('removing an upload in parts gives its parts back', async () => {
  const store = multipart();
  store.meddle = (line) => (line.startsWith('PUT') ? answer(500) : null);
  const run = upload(store);
  await settle(run);
  run.queue.remove(run.id);
  await settle(run);
  assert.deepEqual(run.queue.snapshot().items, []);
  assert.equal(store.recycled, 1);
});

test('known content is proved and saved without sending a byte', async () => {
  const run = upload(multipart({ answer: { uploadflag: '1', fileId: 'ticket', proof: { nonce: 'n', ranges: [[10, 20]] } } }));
  await settle(run);
  assert.equal(run.notices[0]?.notice, 'finished');
  assert.deepEqual(run.store.log, ['call check', 'call second']);
});

for (const [what, code, given] of [
  ['no space', '[002]', { uploadflag: '2' }],
  ['a refusal', 'SERVER', { uploadflag: '4', code: 'NAME_TAKEN', errcode: 102004, errmsg: 'taken' }],
] as const) {
  test(`${what} at the check ends as ${code}`, async () => {
    const run = upload(multipart({ answer: given }));
    await settle(run);
    assertError(run, code);
  });
}

test('an empty file is uploaded; where the server keeps to the letter it ends as [102]', async () => {
  const run = upload(fake(0), new Uint8Array());
  await settle(run);
  assert.equal(run.notices.at(-1)?.notice, 'finished');
  const { errcode, 'en-US': errmsg } = failures.FILE_EMPTY;
  const refused = upload(fake(0, { answer: { uploadflag: '4', code: 'FILE_EMPTY', errcode, errmsg } }), new Uint8Array());
  await settle(refused);
  assertError(refused, '[102]');
});

test('a file that changed while it was sent is not saved, and what was sent is given back', async () => {
  const large = bytesOf(limits.smallFile + 5);
  const store = fake(large.length, { partSize: 300_000 });
  const queue = createUploadQueue(store.ports);
  let state: FileState = 'same';
  store.meddle = (line) => {
    if (line.startsWith('POST uploadId')) state = 'changed';
    return null;
  };
  queue.add([{ source: { ...source(large), state: async () => state }, target }]);
  await queue.idle();
  assert.equal(queue.snapshot().items[0]?.error?.code, 'FILE_CHANGED');
  assert.deepEqual(store.saved, []);
  assert.equal(store.recycled, 1);
});

for (const [what, partSize] of [
  ['in one request', limits.partSize],
  ['in parts', 300_000],
] as const)
  for (const [state, code] of [
    ['changed', 'FILE_CHANGED'],
    ['missing', 'FILE_MISSING'],
  ] as const)
    test(`a file sent ${what} that is ${state} when the line breaks under it: said at once, as the browser reads it while it sends`, async () => {
      const large = bytesOf(limits.smallFile + 5);
      const store = fake(large.length, { partSize });
      let now: FileState = 'same';
      store.meddle = (line) => {
        if (!line.startsWith('PUT')) return null;
        now = state;
        return networkError();
      };
      const queue = createUploadQueue(store.ports);
      queue.add([{ source: { ...source(large), state: async () => now }, target }]);
      await queue.idle();
      assert.equal(queue.snapshot().items[0]?.error?.code, code);
      assert.deepEqual(store.waits, []);
    });

test('small files go beside a large one, which the list shows as the active one', async () => {
  const large = bytesOf(limits.smallFile + 5);
  const store = fake(large.length);
  const queue = createUploadQueue(store.ports);
  queue.add([
    { source: source(bytes, 'small'), target },
    { source: source(large, 'large'), target },
  ]);
  assert.deepEqual(
    queue.snapshot().items.map(({ name, status }) => `${name} ${status}`),
    ['small ready', 'large checking'],
  );
  await queue.idle();
  assert.equal(store.saved.length, 2);
});

test('a small file is read once: what is hashed is what is sent, though the file changes in between', async () => {
  const store = fake(bytes.length);
  const queue = createUploadQueue(store.ports);
  let reads = 0;
  const changing = { ...source(bytes), read: async () => (reads++ === 0 ? bytes.slice() : new Uint8Array(bytes.length)) };
  queue.add([{ source: changing, target }]);
  await queue.idle();
  assert.equal(reads, 1);
  assert.deepEqual(Buffer.from(store.saved[0]!.bytes), Buffer.from(bytes));
  assert.equal(store.saved[0]!.request.sha256, hexOf('sha256', bytes));
});

test('a file that is gone from its place keeps its parts, and goes on when it is back', async () => {
  const large = bytesOf(limits.smallFile + 5);
  const store = fake(large.length, { partSize: 300_000 });
  const queue = createUploadQueue(store.ports);
  let state: FileState = 'same';
  const file = source(large);
  let moved = false;
  const read: typeof file.read = async (start, length) => {
    if (start === 600_000 && !moved) {
      moved = true;
      state = 'missing';
    }
    if (state === 'missing') throw new Error('NotFoundError');
    return file.read(start, length);
  };
  const [id = ''] = queue.add([{ source: { ...file, read, state: async () => state }, target }]);
  await queue.idle();
  assert.equal(queue.snapshot().items[0]?.error?.code, 'FILE_MISSING');
  assert.equal(store.recycled, 0);
  state = 'same';
  queue.resume(id);
  await queue.idle();
  assert.deepEqual(Buffer.from(store.saved[0]?.bytes ?? []), Buffer.from(large));
  assert.equal(new Set(puts(store)).size, puts(store).length);
});

test('two files go one after the other, and another person signs in: the list is empty and nothing more is asked', async () => {
  const store = multipart();
  const queue = createUploadQueue(store.ports);
  queue.add([
    { source: source(bytes), target },
    { source: source(bytes, 'b'), target },
  ]);
  await new Promise((resolve) => setTimeout(resolve, 0));
  assert.deepEqual(
    queue
      .snapshot()
      .items.map((item) => item.status)
      .filter((status) => status !== 'ready').length,
    1,
  );
  queue.userChanged();
  await queue.idle();
  assert.deepEqual([queue.snapshot().items.length, store.saved.length, store.recycled], [0, 0, 0]);
});
