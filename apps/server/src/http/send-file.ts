import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseRange } from '../storage/index.ts';
import type { UserContext } from './context.ts';
import { Failure } from './failure.ts';

/** Bytes made as they are sent, of a length that is known before. */
export interface SentFile {
  /** The whole Content-Disposition. */
  disposition: string;
  contentType: string;
  size: number;
  etag: string;
  /** Whether a stretch can be sent without the rest. */
  seekable: boolean;
  /** `end` is not part of it. Leaving the iteration frees everything. */
  bytes(stretch: { start: number; end: number }): AsyncIterable<Buffer>;
  /** Called once, when all was sent, the client went away, or nothing was to be sent. */
  close(): void;
}

/**
 * A GET outside the envelope, for a signed-in person: what `open` answers is sent as a file, resumed and asked for its head as
 * HTTP has it. It needs no marker header, so that the browser itself can fetch it; so it must not change anything. Failures
 * are answered as calls answer them.
 */
export interface FileRoute {
  /** With one parameter at its end, `:id`. */
  readonly path: string;
  readonly open: (id: string, context: UserContext) => Promise<SentFile>;
}

/** A file that ends early cuts the connection, so that the client never takes a part for the whole. */
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
  // That a right ended is no trouble of ours.
  body.on('error', (error) => request.log[error instanceof Failure ? 'info' : 'error']({ err: error }, 'a file ended early'));
  return reply.send(body);
}

/** Its first bytes are there: what fails before that is answered as a failure. */
async function begun(bytes: AsyncIterable<Buffer>): Promise<Readable> {
  const body = Readable.from(bytes, { objectMode: false });
  await once(body, 'readable');
  return body;
}
