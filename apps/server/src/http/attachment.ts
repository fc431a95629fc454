import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { contentDisposition } from '../storage/index.ts';
import { rechecked } from './rechecked.ts';

/**
 * A file as a call's answer, in place of an envelope: its bytes, or what makes them while they are sent. Refusals of the same call are still
 * envelopes.
 */
export class Attachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Buffer | AsyncIterable<Uint8Array>;
  constructor(fileName: string, contentType: string, bytes: Attachment['bytes']) {
    this.fileName = fileName;
    this.contentType = contentType;
    this.bytes = bytes;
  }
}

/** `stillMay` throws when the caller may no longer have the file: what is under way is cut off then. */
export function sendAttachment(reply: FastifyReply, attachment: Attachment, stillMay: () => Promise<unknown>): FastifyReply {
  const { fileName, contentType, bytes } = attachment;
  return reply
    .header('content-type', contentType)
    .header('content-disposition', contentDisposition('attachment', fileName))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(Buffer.isBuffer(bytes) ? bytes : Readable.from(rechecked(bytes, stillMay), { objectMode: false }));
}
