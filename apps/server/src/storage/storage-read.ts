/**
 * GET and HEAD of the storage host: ranges, conditional requests, headers that keep content from running as code, and an efficient stream.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DiskObject } from './disk-objects.ts';
import type { DiskStore } from './disk-store.ts';
import { pieceSizeOf, speedOf } from './speed-limits.ts';
import type { Speed, SpeedLimits } from './speed-limits.ts';
import { spareBlocks } from './spare-blocks.ts';
import { StorageError } from './storage-error.ts';
import { madeBuffer } from './young-buffers.ts';

/** Up to this size the whole answer is read at once and sent with one write. */
const AT_ONCE = 1024 * 1024;
const PIECE = 1024 * 1024;
/** Changes the bytes in place. The offset is that of the chunk's first byte in the object. */
export type ReadTransform = (chunk: Buffer, offsetInObject: number) => void;

export interface ReadAnswer {
  store: DiskStore;
  object: DiskObject;
  query: ReadonlyMap<string, string>;
  limits: SpeedLimits;
  transform?: ReadTransform;
  /** Whether the reader may still read it. */
  holds?: Holds | undefined;
  /** Readers that take too little in this time are cut (`slow-readers.ts`). */
  overMs?: number;
}

export type Holds = () => boolean | Promise<boolean>;

/** The requested range. 'whole' if there is none, several, or one that cannot be parsed. */
export function parseRange(header: string | undefined, size: number): { start: number; end: number } | 'whole' | 'unsatisfiable' {
  const fits = header === undefined ? null : /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header.trim());
  if (!fits || (fits[1] === '' && fits[2] === '')) return 'whole';
  if (fits[1] === '') {
    const length = Number(fits[2]);
    return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(fits[1]);
  const end = fits[2] === '' ? size - 1 : Number(fits[2]);
  if (end < start && fits[2] !== '') return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) };
}

const etagListed = (list: string, etag: string) =>
  list.trim() === '*' || list.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);

const TYPE = /^[a-z0-9][a-z0-9.+-]{0,126}\/[a-z0-9][a-z0-9.+-]{0,126}(?:; ?charset=[a-z0-9-]{1,40})?$/i;
/** Documents that may contain scripts. They may be downloaded or shown as an image, never opened. */
const ACTIVE = /html|xml|svg|javascript|ecmascript|multipart|pdf-?form|xsl/i;

type Headers = readonly (readonly [name: string, value: string])[];
/** Those of links that are read in many ranges. Their query is remembered, see `rememberingVerifier`. */
const headersOf = new WeakMap<ReadonlyMap<string, string>, Headers>();

function setContentHeaders({ object, query }: ReadAnswer, res: ServerResponse): void {
  let headers = headersOf.get(query);
  if (!headers) headersOf.set(query, (headers = contentHeaders(object, query)));
  for (const [name, value] of headers) res.setHeader(name, value);
  // An origin for user content only may allow more.
  if (!res.hasHeader('Cross-Origin-Resource-Policy')) res.setHeader('Cross-Origin-Resource-Policy', 'same-site');
}

/** A link's query and its object never change. */
function contentHeaders({ manifest }: DiskObject, query: ReadonlyMap<string, string>): Headers {
  const asked = query.get('response-content-type');
  const type = asked !== undefined && TYPE.test(asked) ? asked : 'application/octet-stream';
  const disposition = query.get('response-content-disposition');
  const safe = disposition !== undefined && /^(attachment|inline)(;[\x20-\x7e]*)?$/.test(disposition) ? disposition : 'attachment';
  const inline = safe.startsWith('inline') && !ACTIVE.test(type) && type !== 'application/octet-stream';
  return [
    ['Content-Type', type],
    ['Content-Disposition', inline ? safe : safe.replace(/^inline/, 'attachment')],
    [
      'Content-Security-Policy',
      inline ? "sandbox; default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self'" : "sandbox; default-src 'none'",
    ],
    ['Cache-Control', 'private, no-store'],
    ['Referrer-Policy', 'no-referrer'],
    ['Accept-Ranges', 'bytes'],
    ['ETag', manifest.etag],
    ['Last-Modified', new Date(manifest.createdAt).toUTCString()],
  ];
}

/** Resolves when everything was sent or the client went away. Throws only before anything was sent. */
export function answerRead(req: IncomingMessage, res: ServerResponse, answer: ReadAnswer): void | Promise<void> {
  const { object, store, transform, query, limits, holds, overMs } = answer;
  const { size, etag } = object.manifest;
  const { headers } = req;
  if (typeof headers['if-match'] === 'string' && !etagListed(headers['if-match'], etag))
    throw new StorageError('PreconditionFailed', 'It is another object.');
  const unchanged = typeof headers['if-none-match'] === 'string' && etagListed(headers['if-none-match'], etag);
  const fresh = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = unchanged || !fresh ? 'whole' : parseRange(headers.range, size);
  if (range === 'unsatisfiable') {
    res.setHeader('Content-Range', `bytes */${size}`);
    throw new StorageError('InvalidRange', 'The range lies outside the object.');
  }
  setContentHeaders(answer, res);
  if (unchanged) {
    res.statusCode = 304;
    res.end();
    return;
  }
  const start = range === 'whole' ? 0 : range.start;
  const end = range === 'whole' ? size : range.end + 1;
  res.statusCode = range === 'whole' ? 200 : 206;
  if (range !== 'whole') res.setHeader('Content-Range', `bytes ${start}-${range.end}/${size}`);
  res.setHeader('Content-Length', end - start);
  if (req.method === 'HEAD' || start === end) {
    res.end();
    return;
  }
  const speed = speedOf(query);
  if (end - start > AT_ONCE || speed) return sendPieces(res, { store, object, start, end, transform, speed, limits, holds, overMs });
  sendAtOnce(res, { store, object, start, end, transform });
}

/** `end` is inclusive, as in `parseRange`. */
export const isSentAtOnce = ({ start, end }: { start: number; end: number }): boolean => end - start < AT_ONCE;

/** The head of the answer is set. */
export function sendAtOnce(res: ServerResponse, { store, object, start, end, transform }: Stretch): void {
  const buffer = takeBlock(end - start);
  store.readAt(object, buffer, start, (error) => {
    if (error) return void res.destroy(error);
    transform?.(buffer, start);
    res.end(buffer, () => giveBlock(buffer));
  });
}

/** Small answers use blocks again once the system has their bytes. */
const BLOCK = 64 * 1024;
const blocks = spareBlocks(BLOCK, 64);

function takeBlock(size: number): Buffer<ArrayBuffer> {
  if (size > BLOCK) {
    madeBuffer(size);
    return Buffer.allocUnsafeSlow(size);
  }
  return Buffer.from(blocks.take(), 0, size);
}
const giveBlock = ({ buffer }: Buffer<ArrayBuffer>): void => blocks.give(buffer);

/** The bytes to send; `end` is exclusive. */
interface Stretch {
  store: DiskStore;
  object: DiskObject;
  start: number;
  end: number;
  transform: ReadTransform | undefined;
}

interface Pieces extends Stretch {
  speed: Speed | undefined;
  limits: SpeedLimits;
  holds: Holds | undefined;
  overMs: number | undefined;
}

const spare = spareBlocks(PIECE, 16);

/**
 * Reads one piece ahead of the one being written: two buffers per download, however large the object is. The rest of a large one goes through the storage process,
 * which leaves the bytes as they are and knows of no limits.
 */
async function sendPieces(res: ServerResponse, pieces: Pieces): Promise<void> {
  const { store, object, start, end, transform, speed, limits, holds, overMs } = pieces;
  const pieceSize = speed ? pieceSizeOf(speed) : PIECE;
  const fetch = (offset: number) =>
    new Promise<Buffer<ArrayBuffer>>((resolve, reject) => {
      const piece = Buffer.from(spare.take(), 0, Math.min(pieceSize, end - offset));
      store.readAt(object, piece, offset, (error) => {
        if (error) return reject(error);
        resolve(piece);
      });
    });
  let ahead: Promise<Buffer<ArrayBuffer>> | undefined = fetch(start);
  try {
    for (let offset = start; ahead !== undefined;) {
      const piece: Buffer<ArrayBuffer> = await ahead;
      if (speed) await limits.take(speed, piece.length);
      if (holds && !(await holds())) {
        res.destroy();
        break;
      }
      if (res.destroyed) break;
      const next = offset + piece.length;
      const send = speed || transform ? null : store.apart.sender(res, end - next, holds ?? (() => true), overMs);
      ahead = next < end && !send ? fetch(next) : undefined;
      ahead?.catch(() => {}); // reported when it is its turn
      transform?.(piece, offset);
      if (!(await written(res, piece))) break;
      spare.give(piece.buffer);
      if (send) await send(store.bytesOf(object, next, end));
      offset = next;
    }
    res.end();
  } catch (error) {
    res.destroy(error instanceof Error ? error : undefined); // the client sees a truncated answer, never a short one that looks complete
  }
}

function written(res: ServerResponse, piece: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (whole: boolean) => {
      res.off('close', gone);
      resolve(whole);
    };
    const gone = () => settle(false);
    res.once('close', gone);
    res.write(piece, (error) => settle(!error));
  });
}
