import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseRange } from '../storage/index.ts';
import type { Caller, UserContext } from './context.ts';
import { Failure } from './failure.ts';

/** A file that is made while it is sent. Its length is known in advance. */
export interface SentFile {
  /** The complete Content-Disposition. */
  disposition: string;
  contentType: string;
  size: number;
  etag: string;
  /** Whether a range can be sent by itself. */
  seekable: boolean;
  /** `end` is exclusive. Ending the iteration early frees all resources. */
  bytes(stretch: { start: number; end: number }): AsyncIterable<Buffer>;
  /** Called once: when everything was sent, when the client disconnected, or when there was nothing to send. */
  close(): void;
}

/**
 * A GET outside the envelope, for a signed-in person. It sends what `open` returns as a file, with HTTP's ranges and HEAD. It needs no
 * marker header, so that the browser itself can fetch it, and so it must not change anything. Failures are answered as in calls.
 */
export interface FileRoute {
  /** Ends with the parameter `:id`. */
  readonly path: string;
  readonly open: (id: string, context: UserContext) => Promise<SentFile>;
  /** Who fetches it, if the address alone tells; `person` is who is signed in beside it. Without this, whoever is signed in. */
  readonly callerOf?: (id: string, person: Caller | null) => Promise<Caller | null>;
}

/** If the file ends early, the connection is cut, so that the client never takes a part for the whole. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: SentFile): Promise<FastifyReply> {
  const response = reply.raw;
  if (response.closed) file.close();
  else response.once('close', () => file.close());

  const { headers } = request;
  const fresh = headers['if-range'] === undefined || headers['if-range'] === file.etag;
  const range = file.seekable && fresh ? parseRange(headers.range, file.size) : 'whole';
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size}`).send();
  const stretch = range === 'whole' ? { start: 0, end: file.size } : { start: range.start, end: range.end + 1 };
  const body = request.method === 'HEAD' ? null : await begun(file.bytes(stretch));
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  reply
    .header('content-type', file.contentType)
    .header('content-disposition', file.disposition)
    .header('content-length', stretch.end - stretch.start)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('referrer-policy', 'no-referrer')
    .header('accept-ranges', file.seekable ? 'bytes' : 'none')
    .header('etag', file.etag);
  if (!body) return reply.send();
  // A permission that ended is no error of ours.
  body.on('error', (error) => request.log[error instanceof Failure ? 'info' : 'error']({ err: error }, 'a file ended early'));
  return reply.send(body);
}

/** Waits for the first bytes: an error before them can still be answered as a failure. */
async function begun(bytes: AsyncIterable<Buffer>): Promise<Readable> {
  const body = Readable.from(bytes, { objectMode: false });
  await once(body, 'readable');
  return body;
}
