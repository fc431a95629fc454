/**
 * The contract of the ports as a test suite for every implementation: the fakes of the tests, a browser's in a real page, those of a
 * desktop program. It uses plain assertions and no test runner, so that it runs wherever the ports do. Its caller turns each case into a
 * test.
 */
import type { UploadPlan } from '@alcove/contract';
import { encodeName, limits, partPlan, uploadFlags } from '@alcove/contract';
import { CallFailed, PartFailed, StoreFailed } from './ports.ts';
import type { FileSource, Ports, RememberedUpload, StoreRequest, UploadTarget } from './ports.ts';
import { confuse } from './upload/obfuscation.ts';
import { resourceUri, signedHeaders } from './upload/signatures.ts';

/** The ports, and helpers that bypass them. */
export interface PortsUnderTest {
  ports: Ports;
  /** An empty folder into which the caller may upload. */
  target: UploadTarget;
  /** A file with these bytes, selected as a person would. */
  pick(name: string, bytes: Uint8Array): Promise<{ source: FileSource; change(): Promise<void>; remove(): Promise<void> }>;
  /** Lower-case hex, computed without the ports. */
  digest(algorithm: 'md5' | 'sha256', bytes: Uint8Array): Promise<string>;
  /** Disconnects the machine from the network, or reconnects it. */
  setOnline(online: boolean): Promise<void>;
  /** An address where nobody listens, and one whose host accepts requests and never answers. */
  deadUrl: string;
  silentUrl: string;
  /** A link to an uploaded file. */
  downloadUrl(instanceId: string): Promise<string>;
  /** The memory as the program finds it at its next start. */
  reopenMemory(): Promise<Ports['memory']>;
}

export interface PortsCase {
  /** Names the danger. */
  name: string;
  /** Rejects when the ports violate their contract. */
  run(under: PortsUnderTest): Promise<void>;
}

function check(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}
const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, index) => byte === b[index]);
/** Bytes that differ from one index, length and salt to the next. */
const bytesOf = (length: number, salt = 0): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8) * 7 + salt * 13) & 255);
const thrown = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error('nothing was thrown');
    },
    (error: unknown) => error,
  );
const never = (): AbortSignal => new AbortController().signal;
/** Aborts work that is already running. Returns whether it rejects with the signal's reason. */
async function aborted(begin: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> {
  const [stop, reason] = [new AbortController(), new Error('stopped by the suite')];
  const work = thrown(begin(stop.signal));
  stop.abort(reason);
  return (await work) === reason;
}
const already = async (begin: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> => {
  const reason = new Error('stopped before it began');
  return (await thrown(begin(AbortSignal.abort(reason)))) === reason;
};
/** Whether the figures never decrease, and the last one is the whole. */
const risesTo = (whole: number, told: readonly number[]): boolean =>
  told.length > 0 && told.every((figure, index) => figure >= (told[index - 1] ?? 0) && figure <= whole) && told.at(-1) === whole;

/** Sizes below and above the limit from which files are sent and hashed differently. */
const sizes = { small: limits.smallFile - 3, large: limits.smallFile + 3_500_001 };

const remembered = (key: string, size: number): RememberedUpload => ({
  key,
  name: '报告.docx',
  size,
  lastModified: 1,
  target: { parentId: 'folder', instanceType: '1' },
  md5: 'm',
  bucketName: 'b',
  objectKey: 'k',
  uploadId: null,
  savedAt: Date.now(),
});

async function checked({ ports, target, digest }: PortsUnderTest, name: string, bytes: Uint8Array): Promise<UploadPlan> {
  const answer = await ports.call.check(
    {
      fSize: bytes.length,
      fName: encodeName(name),
      fMd5: await digest('md5', bytes),
      category: `NetDisk_${target.instanceType}`,
      parentId: target.parentId,
      onConflict: 'fail',
    },
    { signal: never(), linkPath: undefined },
  );
  check(answer.uploadflag === uploadFlags.upload, `new content is to be sent, not ${answer.uploadflag}`);
  return answer;
}

/** A signed request that puts the whole file. The file is small enough for one request. */
async function putRequest(under: PortsUnderTest, plan: UploadPlan, source: FileSource): Promise<StoreRequest> {
  const uri = resourceUri(plan, 'put', null);
  const [auth] = await under.ports.call.auth(
    {
      httpVerb: 'PUT',
      bucketName: plan.bucketName,
      objectKey: plan.objectKey,
      resourceUri: [uri],
      action: 'put',
      contentType: '',
    },
    { signal: never(), linkPath: undefined },
  );
  check(auth !== undefined, 'a signature for each address');
  const work = { start: 0, length: source.size, confuse: plan.confuseParams, checksum: plan.partChecksum };
  const { body, headers } = await under.ports.file.prepare(source, work, never());
  return { method: 'PUT', url: auth.url, headers: signedHeaders(auth, headers), body, signal: never(), timeoutMs: 60_000 };
}

const cases: PortsCase[] = [
  {
    name: 'file: a slice is the bytes of just that range, and shorter only at the end',
    async run({ pick }) {
      const bytes = bytesOf(100_000);
      const { source } = await pick('slice.bin', bytes);
      check(source.size === bytes.length && source.name === 'slice.bin', 'a file says its name and size');
      check(sameBytes(await source.read(777, 5000), bytes.slice(777, 5777)), 'a slice in the middle');
      check(sameBytes(await source.read(99_990, 50), bytes.slice(99_990)), 'a slice at the end');
      check((await source.state()) === 'same', 'a file that nobody touched is the same');
    },
  },
  {
    name: 'file: hashes are those of the bytes, small and large, and progress rises to the size',
    async run({ ports, pick, digest }) {
      for (const size of [1, sizes.small, sizes.large]) {
        const bytes = bytesOf(size, size);
        const { source } = await pick('hash.bin', bytes);
        for (const algorithm of ['md5', 'sha256'] as const) {
          const told: number[] = [];
          const hash = await ports.file.hash(algorithm, source, { onProgress: (hashed) => told.push(hashed) });
          check(hash === (await digest(algorithm, bytes)), `${algorithm} of ${size} bytes`);
          check(risesTo(size, told), `progress of ${algorithm} of ${size} bytes: ${told.join()}`);
        }
      }
    },
  },
  {
    name: 'file: a small file that is read whole comes with its own bytes and hashes',
    async run({ ports, pick, digest }) {
      const bytes = bytesOf(sizes.small, 5);
      const whole = await ports.file.whole((await pick('whole.bin', bytes)).source, never());
      check(sameBytes(whole.bytes, bytes), 'its bytes');
      check(whole.md5 === (await digest('md5', bytes)) && whole.sha256 === (await digest('sha256', bytes)), 'its hashes');
    },
  },
  {
    name: 'file: a part is sent as it is, or obfuscated, with the checksum of just these bytes',
    async run({ ports, pick, digest }) {
      const bytes = bytesOf(sizes.large, 3);
      const { source } = await pick('part.bin', bytes);
      const points = { key: '07'.repeat(32), points: [[1_000_000, 100] as [number, number]] };
      for (const params of [null, points]) {
        const [start, length] = [999_950, 2_000_000];
        const wanted = bytes.slice(start, start + length);
        if (params) confuse(wanted, start, params);
        const { body, headers } = await ports.file.prepare(source, { start, length, confuse: params, checksum: 'md5' }, never());
        const sent = body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : body;
        check(sameBytes(sent, wanted), params ? 'an obfuscated part' : 'a plain part');
        const hex = [...atob(headers['Content-MD5'] ?? '')].map((one) => one.charCodeAt(0).toString(16).padStart(2, '0')).join('');
        check(hex === (await digest('md5', wanted)), 'the checksum is of what is sent');
      }
    },
  },
  {
    name: 'file: one that changed since it was picked is told, and its bytes are neither hashed nor sent',
    async run({ ports, pick }) {
      for (const size of [sizes.small, sizes.large]) {
        const { source, change } = await pick('changed.bin', bytesOf(size, 8));
        await change();
        check((await source.state()) === 'changed', 'it says that it changed');
        await thrown(ports.file.hash('md5', source, {}));
        const work = { start: 0, length: size, confuse: null, checksum: 'crc32' as const };
        const error = await thrown(ports.file.prepare(source, work, never()));
        check(error instanceof PartFailed && error.reason !== 'confuse', `a part of ${size} bytes of it fails as a part`);
        if (size === sizes.small) await thrown(ports.file.whole(source, never()));
      }
    },
  },
  {
    name: 'file: one that is gone is told',
    async run({ ports, pick }) {
      const { source, remove } = await pick('gone.bin', bytesOf(sizes.large, 9));
      await remove();
      check((await source.state()) === 'missing', 'it says that it is missing');
      const error = await thrown(ports.file.prepare(source, { start: 0, length: 1000, confuse: null, checksum: 'crc32' }, never()));
      check(error instanceof PartFailed, 'a part of it fails as a part');
    },
  },
  {
    name: 'file: an abort ends a hash and a part, with its own reason',
    async run({ ports, pick }) {
      const { source } = await pick('stop.bin', bytesOf(sizes.large, 10));
      const work = { start: 0, length: 1_000_000, confuse: null, checksum: 'crc32' as const };
      for (const stopped of [aborted, already]) {
        check(await stopped((signal) => ports.file.hash('sha256', source, { signal })), 'a hash');
        check(await stopped((signal) => ports.file.prepare(source, work, signal)), 'a part');
      }
    },
  },
  {
    name: 'call and store: what is sent is what arrives, progress rises to the size, and it comes back by ranges',
    async run(under) {
      const { ports, pick, digest, target } = under;
      for (const [index, size] of [sizes.small, sizes.large].entries()) {
        const name = `sent ${index}.bin`;
        const bytes = bytesOf(size, 20 + index);
        const { source } = await pick(name, bytes);
        const plan = await checked(under, name, bytes);
        check(plan.partCount === partPlan(size).partCount, 'the plan is of that size');
        const told: number[] = [];
        const answer = await ports.store.send({ ...(await putRequest(under, plan, source)), onProgress: (sent) => told.push(sent) });
        check(answer.status === 200, `the store takes it: ${answer.status} ${answer.text}`);
        check(risesTo(size, told), `progress of ${size} bytes: ${told.join()}`);
        const instance = await ports.call.save(
          {
            fMd5: await digest('md5', bytes),
            sha256: await digest('sha256', bytes),
            bucketName: plan.bucketName,
            objectKey: plan.objectKey,
            fType: 'bin',
            fSize: size,
            fName: encodeName(name),
            category: `NetDisk_${target.instanceType}`,
            partSize: plan.partSize,
            partNum: plan.partCount,
            lastPartSize: plan.lastPartSize,
            parentId: target.parentId,
            instanceType: target.instanceType,
            classifierId: 'File',
            bStoreShards: '0',
            onConflict: 'fail',
          },
          { signal: never(), linkPath: undefined },
        );
        const url = await under.downloadUrl(instance.instanceId);
        const whole = await ports.store.receive(url, { from: 0, etag: null }, never());
        check(whole.status === 200 && whole.size === size, 'the whole says its size');
        check(sameBytes(await gathered(whole.chunks), bytes), 'what was sent');
        const rest = await ports.store.receive(url, { from: 1000, etag: whole.etag }, never());
        check(rest.status === 206 && rest.size === size, 'a range says the size of the whole');
        check(sameBytes(await gathered(rest.chunks), bytes.slice(1000)), 'the rest of what was sent');
        const other = await ports.store.receive(url, { from: 1000, etag: '"of other content"' }, never());
        check(other.status === 200 && sameBytes(await gathered(other.chunks), bytes), 'other content comes from its beginning');
      }
    },
  },
  {
    name: 'call: a refusal carries the code of the failure, and an abort its own reason',
    async run({ ports, target }) {
      for (const fSize of [sizes.small, sizes.large]) {
        const wrong = { bucketName: 'no', objectKey: 'no', fMd5: '0'.repeat(32), fSize, fName: 'bm8=', category: 'NetDisk_1' };
        const ask = (signal: AbortSignal): Promise<unknown> =>
          ports.call.save(
            { ...wrong, parentId: target.parentId, instanceType: '1', classifierId: 'File', onConflict: 'fail' },
            { signal, linkPath: undefined },
          );
        const error = await thrown(ask(never()));
        check(error instanceof CallFailed && error.errcode > 0 && error.status > 0, 'refused by name');
        for (const stopped of [aborted, already]) check(await stopped(ask), 'an aborted call');
      }
    },
  },
  {
    name: 'store: a refusal is an answer, a dead line and a silent host are failures by name, an abort ends it',
    async run(under) {
      const { ports, pick, deadUrl, silentUrl } = under;
      for (const [index, size] of [sizes.small, sizes.large].entries()) {
        const name = `refused ${index}.bin`;
        const bytes = bytesOf(size, 30 + index);
        const { source } = await pick(name, bytes);
        const request = await putRequest(under, await checked(under, name, bytes), source);
        const forged = await ports.store.send({ ...request, url: request.url.replace(/token=[^&]*/, 'token=forged') });
        check(forged.status === 403 && /<Code>/.test(forged.text), 'a refused request is answered');
        const dead = await thrown(ports.store.send({ ...request, url: deadUrl }));
        check(dead instanceof StoreFailed && dead.reason === 'network', 'nobody listens');
        const silent = await thrown(ports.store.send({ ...request, url: silentUrl, timeoutMs: 300 }));
        check(silent instanceof StoreFailed && silent.reason === 'timeout', 'nobody answers');
        for (const stopped of [aborted, already])
          check(await stopped((signal) => ports.store.send({ ...request, url: silentUrl, signal })), 'an aborted request');
      }
      const dead = await thrown(ports.store.receive(deadUrl, { from: 0, etag: null }, never()));
      check(dead instanceof StoreFailed && dead.reason === 'network', 'nobody listens to a download');
      check(await already((signal) => ports.store.receive(silentUrl, { from: 0, etag: null }, signal)), 'an aborted download');
    },
  },
  {
    name: 'memory: what is remembered is there after the next start, in its newest form, until it is forgotten',
    async run({ ports, reopenMemory }) {
      const key = `suite ${Math.random()}`;
      check((await ports.memory.recall(key)) === null, 'nothing is remembered by itself');
      await ports.memory.remember(remembered(key, 1));
      await ports.memory.remember(remembered(key, 2));
      const again = await reopenMemory();
      const found = await again.recall(key);
      check(found?.size === 2 && found.name === '报告.docx' && found.target.parentId === 'folder', 'what was remembered last');
      check((await again.recall(`${key} of another`)) === null, 'no other key');
      await again.forget(key);
      await again.forget(key);
      check((await ports.memory.recall(key)) === null, 'forgotten');
    },
  },
  {
    name: 'host: timers fire in the order in which they are due, and an abort ends the wait',
    async run({ ports: { host } }) {
      const order: string[] = [];
      const before = host.now();
      await Promise.all([
        host.after(120).then(() => order.push('late')),
        host.after(10).then(() => order.push('early')),
        host.after(60).then(() => order.push('between')),
      ]);
      check(order.join() === 'early,between,late', order.join());
      check(host.now() - before >= 100, 'time goes on');
      for (const stopped of [aborted, already]) check(await stopped((signal) => host.after(60_000, signal)), 'an aborted wait');
    },
  },
  {
    name: 'host: going off the line and back is heard once each, until one stops listening',
    async run({ ports: { host }, setOnline }) {
      const heard: boolean[] = [];
      const stop = host.onNetwork((online) => {
        check(online === host.online(), 'what is told is what is asked');
        heard.push(online);
      });
      check(host.online(), 'it begins on the line');
      await setOnline(false);
      await setOnline(true);
      stop();
      await setOnline(false);
      await setOnline(true);
      check(heard.join() === 'false,true', heard.join());
    },
  },
];

async function gathered(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of chunks) pieces.push(piece.slice());
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** The cases are independent and can run in any order. */
export const portsSuite = (): readonly PortsCase[] => cases;
