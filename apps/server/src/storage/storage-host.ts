/**
 * The storage host of the disk store: the part of the S3 protocol that our clients use, at /storage/{bucket}/{key}. There are no sessions
 * here. Only the signature counts, which the server made for this one step.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HOST_PATH } from './disk-store.ts';
import type { DiskStore } from './disk-store.ts';
import type { ExpectedChecksums } from './checksums.ts';
import type { Arrival } from './disk-stage.ts';
import type { DiskUploads } from './disk-uploads.ts';
import { isObjectKey } from './object-keys.ts';
import type { Credentials } from './object-store.ts';
import { stretchMs, watchReceived } from './least-speed.ts';
import { largestMerge, parseMerge } from './merge-document.ts';
import { NextRanges } from './next-ranges.ts';
import { Places } from './places.ts';
import { errorXml, initiatedXml, mergedXml, partsXml } from './s3-xml.ts';
import { rememberingVerifier } from './sigv4-verify.ts';
import { paced, speedOf, SpeedLimits } from './speed-limits.ts';
import { StorageError, toStorageError } from './storage-error.ts';
import { answerRead } from './storage-read.ts';
import type { ReadTransform } from './storage-read.ts';
import { Readable } from 'node:stream';

const LARGEST_PUT = 5 * 1024 ** 3;
const MERGE_STALLED_MS = 30_000;
/** Beyond this, a refused body is not read to its end to keep the connection. */
const DRAINED = 16 * 1024 ** 2;

/** A page may ask for a hundred thumbnails at once. Single puts and parts are retried while their first try still hangs. */
const defaultLimits = { all: 1000, ofPerson: 128, ofOneBody: 2 };

export interface StorageHostOptions {
  store: DiskStore;
  credentials: Credentials;
  region: string;
  /**
   * Reverses on every read what was done to the bytes before they were stored. `query` is signed. No byte changes its offset.
   */
  transformRead?: (key: string, query: ReadonlyMap<string, string>) => ReadTransform | undefined;
  /** Whether the holder of a signed request may send it from this address. `query` is signed. */
  letsIn?: (request: FastifyRequest, query: ReadonlyMap<string, string>) => boolean | Promise<boolean>;
  /** Nothing is stored at the moment: 503 with Retry-After. */
  isHeld?: () => boolean;
  /** Whether the permission behind a signed read (`claim`) still holds. */
  mayRead?: (claim: string) => boolean | Promise<boolean>;
  /** Called for each request with a valid signature. */
  whenVerified?: (request: FastifyRequest) => void;
  /** The limits for downloads, shared with other code that sends bytes. */
  downloadLimits?: SpeedLimits;
  /** Concurrent requests; beyond them 503 with Retry-After. */
  limits?: Partial<typeof defaultLimits>;
  /** Connections that send too little in this time are cut. */
  stretchMs?: number;
  clock?: { now(): Date };
}

interface Call {
  key: string;
  query: ReadonlyMap<string, string>;
  /** When the link ends that this request uses. */
  until: number | undefined;
  places: readonly { name: string; most: number }[];
  request: FastifyRequest;
  reply: FastifyReply;
}

const header = (request: FastifyRequest, name: string) => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
};

function bodySize(request: FastifyRequest, largest: number): number {
  const text = header(request, 'content-length');
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw new StorageError('MissingContentLength', 'Content-Length is required.');
  const size = Number(text);
  if (size > largest) throw new StorageError('EntityTooLarge', 'The body is larger than allowed.');
  return size;
}

function expectedChecksums(request: FastifyRequest): ExpectedChecksums {
  const crc32 = header(request, 'x-amz-checksum-crc32');
  const md5 = header(request, 'content-md5');
  if (crc32 !== undefined && !/^[A-Za-z0-9+/]{6}==$/.test(crc32)) throw new StorageError('InvalidDigest', 'The CRC-32 is malformed.');
  if (md5 !== undefined && !/^[A-Za-z0-9+/]{22}==$/.test(md5)) throw new StorageError('InvalidDigest', 'The Content-MD5 is malformed.');
  return { crc32, md5 };
}

function wholeNumber(text: string | undefined, fallback: number, largest: number): number {
  if (text === undefined) return fallback;
  if (!/^\d{1,9}$/.test(text)) throw new StorageError('InvalidArgument', 'A number is malformed.');
  return Math.min(Number(text), largest);
}

async function readText(request: FastifyRequest, largest: number): Promise<string> {
  const size = bodySize(request, largest);
  const chunks: Buffer[] = [];
  const stalled = setTimeout(() => request.raw.destroy(), MERGE_STALLED_MS);
  try {
    for await (const chunk of request.raw as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch (error) {
    throw new StorageError('IncompleteBody', 'The body did not arrive whole.', { cause: error });
  } finally {
    clearTimeout(stalled);
  }
  const body = Buffer.concat(chunks);
  if (body.length !== size) throw new StorageError('IncompleteBody', 'The body is not as long as declared.');
  return body.toString();
}

const xml = (reply: FastifyReply, text: string) => reply.type('application/xml').send(text);

// The framework does not parse the empty body of a PUT, so the raw stream is the same in every case.
async function withBody<Answer>(
  { query, request }: Call,
  { limits, overMs }: Uploading,
  accept: (arrival: Arrival) => Promise<Answer>,
): Promise<Answer> {
  const [size, expected] = [bodySize(request, LARGEST_PUT), expectedChecksums(request)];
  const speed = speedOf(query);
  if (!speed) return accept({ body: request.raw, size, expected, overMs }).finally(watchReceived(request.raw.socket, overMs));
  // The error handler decides about the rest of a refused body.
  const source = request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  const body = Readable.from(paced(source, limits, speed), { objectMode: false });
  try {
    return await accept({ body, size, expected });
  } finally {
    body.destroy();
  }
}

interface Uploading {
  limits: SpeedLimits;
  overMs: number;
}

async function putPart(uploads: DiskUploads, call: Call, uploading: Uploading): Promise<unknown> {
  const { key, query, reply } = call;
  const [partNumber, uploadId] = [query.get('partNumber'), query.get('uploadId')];
  if (partNumber === undefined || uploadId === undefined)
    throw new StorageError('InvalidArgument', 'partNumber and uploadId belong together.');
  const number = wholeNumber(partNumber, 0, 100_000);
  const etag = await withBody(call, uploading, (arrival) => uploads.acceptPart(key, uploadId, number, arrival));
  return reply.header('etag', etag).send();
}

async function putObject(store: DiskStore, call: Call, uploading: Uploading): Promise<unknown> {
  const { key, query, request, reply } = call;
  const token = header(request, 'x-amz-meta-token') ?? query.get('token');
  const { etag } = await withBody(call, uploading, (arrival) => store.acceptPut(key, arrival, token));
  return reply.header('etag', etag).send();
}

async function post(store: DiskStore, { key, query, request, reply }: Call): Promise<unknown> {
  if (query.has('uploads')) {
    const uploadId = await store.initiate(key, { token: header(request, 'x-amz-meta-token') ?? query.get('token') });
    return xml(reply, initiatedXml(store.bucket, key, uploadId));
  }
  const uploadId = query.get('uploadId');
  if (uploadId === undefined) throw new StorageError('InvalidArgument', 'An uploadId is required.');
  // If the answer to a merge was lost, the merge is repeated when the upload is an object already.
  const there = (await store.listParts(key, uploadId)) ?? (await store.find(key))?.manifest.parts;
  if (!there) throw new StorageError('NoSuchUpload', 'There is no such upload.');
  const merge = await store.complete(key, uploadId, parseMerge(await readText(request, largestMerge(there.length))));
  if (merge.outcome === 'noSuchUpload') throw new StorageError('NoSuchUpload', 'There is no such upload.');
  if (merge.outcome === 'invalidPart') throw new StorageError('InvalidPart', merge.message);
  return xml(reply, mergedXml(store.bucket, key, merge.etag));
}

async function listParts(store: DiskStore, { key, query, reply }: Call): Promise<unknown> {
  const uploadId = query.get('uploadId')!;
  const parts = await store.listParts(key, uploadId);
  if (!parts) throw new StorageError('NoSuchUpload', 'There is no such upload.');
  const marker = wholeNumber(query.get('part-number-marker'), 0, 10_000);
  const maxParts = wholeNumber(query.get('max-parts'), 1000, 1000);
  return xml(reply, partsXml(parts, { bucket: store.bucket, key, uploadId, marker, maxParts }));
}

async function remove(store: DiskStore, { key, query, reply }: Call): Promise<unknown> {
  const uploadId = query.get('uploadId');
  // Only the server itself removes objects; it never signs a DELETE.
  if (uploadId === undefined) throw new StorageError('MethodNotAllowed', 'Objects are not removed here.');
  if (!(await store.listParts(key, uploadId))) throw new StorageError('NoSuchUpload', 'There is no such upload.');
  await store.abort(key, uploadId);
  return reply.code(204).send();
}

/** Register it without a prefix. Its parser and error handler stay within it. */
export async function storageHost(app: FastifyInstance, options: StorageHostOptions): Promise<void> {
  const { store, transformRead, downloadLimits = new SpeedLimits(), clock = { now: () => new Date() } } = options;
  const { stretchMs: overMs = stretchMs } = options;
  const most = { ...defaultLimits, ...options.limits };
  const places = new Places();
  const uploadLimits = new SpeedLimits();
  const verify = rememberingVerifier({ credentials: options.credentials, region: options.region });
  const prefix = `${HOST_PATH}/${store.bucket}/`;
  const route = `${HOST_PATH}/*`;
  const nextRanges = new NextRanges(store, places, () => clock.now().getTime());
  app.answersAhead.offer((request, response) => (nextRanges.answer(request, response) ? route : null));

  // Bodies stay streams: nothing is parsed or buffered.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  app.setErrorHandler((error, request, reply) => {
    const known = toStorageError(error);
    if (known.status >= 500 && known.code !== 'SlowDown') request.log.error({ err: error }, 'storage request failed');
    else request.log.info({ refused: known.code }, 'storage request refused');
    if (known.status === 503) reply.header('retry-after', '2');
    const left = Number(request.headers['content-length'] ?? 0);
    if (!request.raw.complete && left > DRAINED) reply.header('connection', 'close');
    else request.raw.resume();
    return reply
      .code(known.status)
      .header('cache-control', 'no-store')
      .type('application/xml')
      .send(request.method === 'HEAD' ? undefined : errorXml(known.code, known.message, request.id));
  });

  function placesOf(method: string, key: string, query: ReadonlyMap<string, string>): { name: string; most: number }[] {
    const person = query.get('person');
    const places = [{ name: 'all', most: most.all }];
    if (person !== undefined) places.push({ name: `person ${person}`, most: most.ofPerson });
    if (method === 'PUT' || method === 'POST')
      places.push({ name: `${method} ${key} ${query.get('uploadId') ?? ''} ${query.get('partNumber') ?? ''}`, most: most.ofOneBody });
    return places;
  }

  function admit(request: FastifyRequest, reply: FastifyReply): Call {
    const verified = verify({
      method: request.method,
      rawUrl: request.raw.url ?? '',
      host: request.host,
      headers: request.headers,
      now: clock.now(),
    });
    if (!verified.ok) throw new StorageError(verified.code, verified.message);
    // The verified path counts, not the router's interpretation of it.
    if (!verified.path.startsWith(prefix)) throw new StorageError('NoSuchBucket', 'There is no such bucket.');
    options.whenVerified?.(request);
    if (request.method !== 'GET' && request.method !== 'HEAD' && options.isHeld?.())
      throw new StorageError('SlowDown', 'Nothing is stored at the moment.');
    const key = verified.path.slice(prefix.length);
    if (!isObjectKey(key)) throw new StorageError('InvalidArgument', 'That is not a key.');
    const wanted = placesOf(request.method, key, verified.query);
    if (!places.take(wanted)) throw new StorageError('SlowDown', 'Too many requests are at work.');
    reply.raw.once('close', () => places.giveBack(wanted));
    return { key, query: verified.query, until: verified.until, places: wanted, request, reply };
  }

  async function read(call: Call): Promise<unknown> {
    const { key, query, until, request, reply } = call;
    const claim = query.get('claim');
    const { mayRead, letsIn } = options;
    const stands = () => (claim === undefined || !mayRead ? true : mayRead(claim));
    const holds = (): boolean | Promise<boolean> => {
      const here = letsIn?.(request, query) ?? true;
      if (here === true) return stands();
      return here && here.then((isHere) => isHere && stands());
    };
    const held = stands();
    if (!(held instanceof Promise ? await held : held))
      throw new StorageError('AccessDenied', 'The right that the link was given for is gone.');
    const found = store.find(key);
    const object = found instanceof Promise ? await found : found;
    if (!object) throw new StorageError('NoSuchKey', 'There is no such object.');
    // Written directly to the socket: the framework's stream and hooks cost more than the rest of a small range.
    const transform = transformRead?.(key, query);
    const done = answerRead(request.raw, reply.raw, { store, object, query, limits: downloadLimits, transform, holds, overMs });
    if (!done && until !== undefined && request.method === 'GET' && reply.raw.statusCode === 206)
      nextRanges.remember(request.raw, reply.raw, { key, object, until, holds, places: call.places, transform });
    reply.hijack();
    await done;
    return reply;
  }

  function carryOut(call: Call): unknown {
    const isOfPart = call.query.has('partNumber') || call.query.has('uploadId');
    const uploading = { limits: uploadLimits, overMs };
    switch (call.request.method) {
      case 'PUT':
        return isOfPart ? putPart(store.uploads, call, uploading) : putObject(store, call, uploading);
      case 'POST':
        return post(store, call);
      case 'DELETE':
        return remove(store, call);
      default:
        return call.query.has('uploadId') && call.request.method === 'GET' ? listParts(store, call) : read(call);
    }
  }

  const requireHere = (call: Call, isHere: boolean): Call => {
    if (!isHere) throw new StorageError('AccessDenied', 'The address is not allowed.');
    return call;
  };

  app.route({
    method: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'],
    url: route,
    exposeHeadRoute: false,
    handler(request, reply) {
      request.raw.socket.setNoDelay(true);
      const call = admit(request, reply);
      const here = options.letsIn?.(request, call.query) ?? true;
      if (here instanceof Promise) return here.then((isHere) => carryOut(requireHere(call, isHere)));
      return carryOut(requireHere(call, here));
    },
  });
}
