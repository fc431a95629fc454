/// <reference types="node" />
import { createHash } from 'node:crypto';
import { partPlan, uploadFlags } from '@alcove/contract';
import type { ConfuseParams, Instance, UploadCheck } from '@alcove/contract';
import { localFile } from './upload/local-file.ts';
import { createListeners } from './list-shell.ts';
import { CallFailed, StoreFailed } from './ports.ts';
import type { FileSource, HostPort, Ports, RememberedUpload, SaveRequest, StoreAnswer, StoreRequest } from './ports.ts';
import { confuse } from './upload/obfuscation.ts';

/** A small fake server and store behind the ports, for tests of the runner and the queue. It validates its requests. */
export interface Fake {
  ports: Ports;
  /** Every request, such as `call check` or `PUT partNumber=2`. */
  log: string[];
  saved: { request: SaveRequest; bytes: Uint8Array }[];
  parts: Map<number, Uint8Array>;
  remembered: Map<string, RememberedUpload>;
  setOnline(online: boolean): void;
  /** Called before each request; may throw or return an answer to interfere. */
  meddle: (line: string) => StoreAnswer | null | Promise<StoreAnswer | null>;
  /** Called after each request was carried out; throwing loses its answer. */
  loseAnswer: (line: string) => void;
  recycled: number;
  /** Makes the store forget the open upload and its parts. */
  forget(): void;
  /** The waits of a second or more. */
  waits: number[];
}

export const target = { parentId: 'folder', instanceType: '1' } as const;
export const source = (bytes: Uint8Array, name = '报告.docx'): FileSource => ({
  name,
  size: bytes.length,
  lastModified: 1,
  read: async (start, length) => bytes.slice(start, start + length),
  state: async () => 'same',
});
export const answer = (status: number, text = '', headers: Record<string, string> = {}): StoreAnswer => ({ status, text, headers });
export const serverError = (): never => {
  throw new CallFailed({ errcode: 100007, errmsg: 'broken', status: 500 });
};
export const networkError = (): never => {
  throw new StoreFailed('network');
};

export interface FakeOptions {
  partSize?: number;
  confuseParams?: ConfuseParams;
  answer?: UploadCheck;
  /** There is an unfinished upload of the same content, with the parts in `parts`. */
  unfinished?: boolean;
}

/** A fake host. Its clock stands still until something waits; then it advances to the earliest timer. */
export function createFakeHost(waited: (ms: number) => void = () => {}): { port: HostPort; setOnline(online: boolean): void } {
  let now = 0;
  let online = true;
  let due: { at: number; fire(): void }[] = [];
  const listeners = createListeners<[online: boolean]>();
  const next = (): void => {
    const first = due.toSorted((a, b) => a.at - b.at)[0];
    if (!first) return;
    due = due.filter((one) => one !== first);
    now = Math.max(now, first.at);
    first.fire();
  };
  return {
    setOnline(value) {
      online = value;
      listeners.tell(value);
    },
    port: {
      now: () => now,
      online: () => online,
      onNetwork: listeners.add,
      after: (ms, signal) =>
        new Promise((resolve, reject) => {
          if (ms >= 1000) waited(ms); // shorter waits only throttle the list
          if (signal?.aborted) return reject(signal.reason);
          const timer = { at: now + ms, fire: resolve };
          due.push(timer);
          signal?.addEventListener(
            'abort',
            () => {
              due = due.filter((one) => one !== timer);
              reject(signal.reason);
            },
            { once: true },
          );
          setTimeout(next, 0);
        }),
    },
  };
}

export function fake(size: number, options: FakeOptions = {}): Fake {
  let plan = options.partSize ? split(size, options.partSize) : partPlan(size);
  let uploadId: string | null = options.unfinished ? 'open' : null;
  let object: Uint8Array | null = null;
  const fakeHost = createFakeHost((ms) => it.waits.push(ms));
  const meddled = async (line: string): Promise<StoreAnswer | null> => {
    it.log.push(line);
    return await it.meddle(line);
  };
  const call = async <Answer>(name: string, signal: AbortSignal, work: () => Answer): Promise<Answer> => {
    await meddled(`call ${name}`);
    signal.throwIfAborted();
    const result = work();
    it.loseAnswer(`call ${name}`);
    return result;
  };
  const open = (bytes: Uint8Array): Uint8Array => (options.confuseParams ? confuse(bytes.slice(), 0, options.confuseParams) : bytes);

  const it: Fake = {
    log: [],
    saved: [],
    parts: new Map(),
    remembered: new Map(),
    recycled: 0,
    waits: [],
    forget() {
      uploadId = null;
      it.parts.clear();
    },
    meddle: () => null,
    loseAnswer: () => {},
    setOnline: fakeHost.setOnline,
    ports: {
      file: localFile,
      host: fakeHost.port,
      memory: {
        recall: async (key) => it.remembered.get(key) ?? null,
        remember: async (upload) => void it.remembered.set(upload.key, upload),
        forget: async (key) => void it.remembered.delete(key),
      },
      call: {
        check: ({ fSize }, { signal }) =>
          call('check', signal, () => {
            if (!options.partSize) plan = partPlan(Number(fSize));
            return (
              options.answer ?? {
                uploadflag: uploadFlags.upload,
                bucketName: 'b',
                objectKey: 'k',
                uploadHost: 'https://store',
                resourcePath: '/storage/b/k',
                ...plan,
                partChecksum: 'crc32',
                bStoreShards: plan.partCount > 1,
                bNeedEncryption: options.confuseParams !== undefined,
                confuseParams: options.confuseParams ?? null,
                syncSpeed: 104_857_600,
                token: 'tök/en',
                uploadId: object ? 'open' : uploadId, // to the server, an upload that was merged but not saved is still open
              }
            );
          }),
        second: (_, { signal }) => call('second', signal, () => instance('second')),
        auth: (request, { signal }) =>
          call('auth', signal, () =>
            request.resourceUri.map((uri) => ({
              host: 'store',
              date: 'd',
              authorization: 'sig',
              url: `https://store${uri}`,
              headers: { 'x-amz-date': 'd' },
            })),
          ),
        save: (request, { signal }) =>
          call('save', signal, () => {
            if (!object) throw new CallFailed({ errcode: 110005, errmsg: 'incomplete', status: 200 });
            it.saved.push({ request, bytes: open(object) });
            return instance('saved');
          }),
        abort: async () => void it.recycled++,
      },
      store: {
        send: async (request) => {
          const line = `${request.method} ${new URL(request.url).search.slice(1).replace(/&?token=.*/, '')}`;
          const instead = await meddled(line);
          await reach(request.url, request.signal, request.timeoutMs);
          request.signal.throwIfAborted();
          for (const share of [0.5, 1]) request.onProgress?.(Math.floor(sizeOf(request.body) * share));
          const result = instead ?? serve(request);
          it.loseAnswer(line);
          return result;
        },
        receive: async (url, { from, etag }, signal) => {
          await reach(url, signal, 0);
          if (!object) return { status: 404, etag: null, size: null, chunks: piecesOf(new Uint8Array()) };
          const bytes = open(object);
          const range = from > 0 && etag === etagOf(bytes);
          const chunks = piecesOf(range ? bytes.slice(from) : bytes);
          return { status: range ? 206 : 200, etag: etagOf(bytes), size: bytes.length, chunks };
        },
      },
    },
  };

  async function reach(url: string, signal: AbortSignal, timeoutMs: number): Promise<void> {
    signal.throwIfAborted();
    if (url.startsWith(deadUrl)) throw new StoreFailed('network');
    if (!url.startsWith(silentUrl)) return;
    await fakeHost.port.after(timeoutMs, signal);
    throw new StoreFailed('timeout');
  }

  function serve({ method, url, body = new Uint8Array(), headers }: StoreRequest): StoreAnswer {
    if (body instanceof Blob) throw new TypeError('nothing here sends a Blob');
    const query = new URL(url).searchParams;
    if (query.get('token') !== 'tök/en') return answer(403, '<Error><Code>AccessDenied</Code></Error>');
    if (method === 'POST' && query.has('uploads'))
      return ((uploadId = 'open'), answer(200, '<InitiateMultipartUploadResult><UploadId>open</UploadId></InitiateMultipartUploadResult>'));
    if (method === 'PUT' && !query.has('partNumber')) return ((object = body.slice()), answer(200));
    if (uploadId === null || query.get('uploadId') !== uploadId) return answer(404, '<Error><Code>NoSuchUpload</Code></Error>');
    const number = Number(query.get('partNumber'));
    if (method === 'PUT') {
      if (!headers['x-amz-checksum-crc32']) return answer(400, '<Error><Code>BadDigest</Code></Error>');
      it.parts.set(number, body.slice());
      return answer(200, '', { etag: etagOf(body) });
    }
    const ordered = [...it.parts].sort(([a], [b]) => a - b);
    if (method === 'GET') {
      const marker = Number(query.get('part-number-marker'));
      const pageOf = ordered.filter(([n]) => n > marker).slice(0, 2); // small pages, so that tests need several
      const last = pageOf.at(-1)?.[0] ?? marker;
      const more = ordered.some(([n]) => n > last);
      return answer(
        200,
        `<ListPartsResult><IsTruncated>${more}</IsTruncated><NextPartNumberMarker>${last}</NextPartNumberMarker>${pageOf
          .map(
            ([n, bytes]) =>
              `<Part><PartNumber>${n}</PartNumber><ETag>${etagOf(bytes).replaceAll('"', '&quot;')}</ETag><Size>${bytes.length}</Size></Part>`,
          )
          .join('')}</ListPartsResult>`,
      );
    }
    const wanted = [...new TextDecoder().decode(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g)];
    if (
      wanted.length !== plan.partCount ||
      !wanted.every(([, n, etag]) => etagOf(it.parts.get(Number(n)) ?? new Uint8Array()) === etag?.replaceAll('&quot;', '"'))
    ) {
      return answer(200, '<Error><Code>InvalidPart</Code></Error>');
    }
    object = Buffer.concat(ordered.map(([, bytes]) => bytes));
    uploadId = null;
    return answer(200, '<CompleteMultipartUploadResult/>');
  }
  return it;
}

function split(size: number, partSize: number): ReturnType<typeof partPlan> {
  const partCount = Math.max(1, Math.ceil(size / partSize));
  return { partSize, partCount, lastPartSize: size - (partCount - 1) * partSize };
}
/** Hosts without a store: one that refuses connections, one that never answers. */
export const deadUrl = 'https://dead/';
export const silentUrl = 'https://silent/';

export const sizeOf = (body: StoreRequest['body']): number => (body instanceof Blob ? body.size : (body?.length ?? 0));
async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.slice(at, at + 65_536);
}

const etagOf = (bytes: Uint8Array): string => `"${createHash('md5').update(bytes).digest('hex')}"`;
export const hexOf = (algorithm: string, bytes: Uint8Array): string => createHash(algorithm).update(bytes).digest('hex');
const instance = (instanceId: string): Instance => ({ instanceId }) as Instance;
export const bytesOf = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8)) & 255);
