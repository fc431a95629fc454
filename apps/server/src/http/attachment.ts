import type { FastifyReply } from 'fastify';
import { contentDisposition } from '../storage/index.ts';

/** A small file as a call's answer, in place of an envelope. Refusals of the same call are still envelopes. */
export class Attachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Buffer;
  constructor(fileName: string, contentType: string, bytes: Buffer) {
    this.fileName = fileName;
    this.contentType = contentType;
    this.bytes = bytes;
  }
}

export const sendAttachment = (reply: FastifyReply, { fileName, contentType, bytes }: Attachment): FastifyReply =>
  reply
    .header('content-type', contentType)
    .header('content-disposition', contentDisposition('attachment', fileName))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(bytes);
