import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { calls, encodeName, uploadFlags } from '@alcove/contract';
import type { InputOf, Instance, InstantTicket, UploadAuth, UploadPlan } from '@alcove/contract';
import { confuse } from '@alcove/transfer';
import type { Client } from './client.ts';
import { exchange } from './request.ts';
import type { Answer } from './request.ts';

export type OnConflict = 'fail' | 'rename' | 'version';

export const hashOf = (algorithm: 'md5' | 'sha256', bytes: Uint8Array): string => createHash(algorithm).update(bytes).digest('hex');

/** Unique content that is cheap to make. Content must differ between tests, or it would be known already. */
export function freshBytes(size: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(size, randomBytes(Math.min(64, Math.max(1, size))));
  if (size >= 16) randomBytes(16).copy(bytes, size - 16);
  return bytes;
}

export interface WhatToSend {
  name: string;
  parentId: string;
  onConflict?: OnConflict | undefined;
}

export const checkFields = (
  bytes: Uint8Array,
  { name, parentId, onConflict }: WhatToSend,
): InputOf<typeof calls.upload.checkUploadAble> => ({
  fSize: bytes.length,
  fName: encodeName(name),
  fMd5: hashOf('md5', bytes),
  sha256: hashOf('sha256', bytes),
  category: 'NetDisk_1',
  parentId,
  ...(onConflict ? { onConflict } : {}),
});

const tag = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.replaceAll('&quot;', '"');

/** One upload, step by step, as the web app does it. A test can omit, repeat or alter each step. */
export class Upload {
  readonly client: Client;
  readonly bytes: Buffer<ArrayBuffer>;
  readonly what: WhatToSend;
  readonly plan: UploadPlan;
  /** The bytes as they are sent: obfuscated if the plan requires it. */
  readonly sent: Buffer<ArrayBuffer>;
  uploadId: string;

  constructor(client: Client, bytes: Buffer<ArrayBuffer>, what: WhatToSend, plan: UploadPlan) {
    [this.client, this.bytes, this.what, this.plan] = [client, bytes, what, plan];
    this.uploadId = plan.uploadId ?? '';
    this.sent = bytes;
    if (plan.confuseParams) {
      this.sent = Buffer.from(bytes);
      confuse(this.sent, 0, plan.confuseParams);
    }
  }

  /** Begins an upload; the check must ask for the bytes. */
  static async begin(client: Client, bytes: Buffer<ArrayBuffer>, what: WhatToSend): Promise<Upload> {
    const check = await client.call(calls.upload.checkUploadAble, checkFields(bytes, what));
    assert.equal(check.uploadflag, uploadFlags.upload, JSON.stringify(check));
    return new Upload(client, bytes, what, check as UploadPlan);
  }

  authFields(httpVerb: string, query = ''): Record<string, unknown> {
    return { httpVerb, bucketName: this.plan.bucketName, objectKey: this.plan.objectKey, resourceUri: this.plan.resourcePath + query };
  }

  async sign(httpVerb: 'GET' | 'PUT' | 'POST' | 'DELETE', query = ''): Promise<UploadAuth> {
    return (await this.client.call(
      calls.upload.queryUploadAuth,
      this.authFields(httpVerb, query) as InputOf<typeof calls.upload.queryUploadAuth>,
    )) as UploadAuth;
  }

  async send(
    method: string,
    auth: UploadAuth,
    body: Buffer<ArrayBuffer> | string | null = null,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return exchange(auth.url, { method, body, headers: { ...auth.headers, authorization: auth.authorization, ...headers } });
  }

  checksum(bytes: Uint8Array): Record<string, string> {
    if (this.plan.partChecksum === 'md5') return { 'content-md5': createHash('md5').update(bytes).digest('base64') };
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(bytes));
    return { 'x-amz-checksum-crc32': sum.toString('base64') };
  }

  partBytes(number: number): Buffer<ArrayBuffer> {
    return this.sent.subarray((number - 1) * this.plan.partSize, number * this.plan.partSize);
  }

  /** Sends the whole content at once. */
  async put(bytes: Buffer<ArrayBuffer> = this.sent, headers = this.checksum(bytes)): Promise<Answer> {
    return this.send('PUT', this.plan.putAuth ?? (await this.sign('PUT')), bytes, headers);
  }

  async initiate(): Promise<string> {
    const answer = await this.send('POST', await this.sign('POST', '?uploads'));
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    this.uploadId = tag(text, 'UploadId') ?? '';
    return this.uploadId;
  }

  async part(number: number, bytes: Buffer<ArrayBuffer> = this.partBytes(number), headers = this.checksum(bytes)): Promise<Answer> {
    return this.send('PUT', await this.sign('PUT', `?partNumber=${number}&uploadId=${this.uploadId}`), bytes, headers);
  }

  /** The numbers and etags of the parts that the store has. */
  async listParts(): Promise<{ number: number; etag: string }[]> {
    const answer = await this.send('GET', await this.sign('GET', `?uploadId=${this.uploadId}&max-parts=1000`));
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    return [...text.matchAll(/<Part>[^]*?<\/Part>/g)].map(([part]) => ({
      number: Number(tag(part, 'PartNumber')),
      etag: tag(part, 'ETag') ?? '',
    }));
  }

  async merge(): Promise<Answer> {
    const parts = (await this.listParts()).map(
      ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag></Part>`,
    );
    return this.send(
      'POST',
      await this.sign('POST', `?uploadId=${this.uploadId}`),
      `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
    );
  }

  /** Everything before the save: sends what is still missing. */
  async deliver(): Promise<this> {
    if (this.plan.partCount === 1) return this.expect(await this.put());
    if (this.uploadId === '') await this.initiate();
    const there = new Set((await this.listParts()).map(({ number }) => number));
    for (let number = 1; number <= this.plan.partCount; number += 1) if (!there.has(number)) await this.expect(await this.part(number));
    return this.expect(await this.merge());
  }

  private async expect(answer: Answer): Promise<this> {
    assert.equal(answer.status, 200, await answer.text());
    return this;
  }

  saveFields(changes: Record<string, unknown> = {}): InputOf<typeof calls.upload.upload> {
    const { plan, bytes, what } = this;
    return {
      fMd5: hashOf('md5', bytes),
      sha256: hashOf('sha256', bytes),
      bucketName: plan.bucketName,
      fSize: bytes.length,
      objectKey: plan.objectKey,
      fName: encodeName(what.name),
      category: 'NetDisk_1',
      partSize: plan.partSize,
      partNum: plan.partCount,
      lastPartSize: plan.lastPartSize,
      parentId: what.parentId,
      instanceType: '1',
      classifierId: 'File',
      ...(what.onConflict ? { onConflict: what.onConflict } : {}),
      ...changes,
    };
  }

  async save(changes: Record<string, unknown> = {}): Promise<Instance> {
    return this.client.call(calls.upload.upload, this.saveFields(changes));
  }

  async recycle(): Promise<null> {
    return this.client.call(calls.upload.recycleStorageFile, { bucketName: this.plan.bucketName, objectKey: this.plan.objectKey });
  }
}

/** The fields of an instant upload by a client that has the content. */
export function instantFields(
  offer: InstantTicket,
  bytes: Buffer,
  { name, parentId, onConflict }: WhatToSend,
): InputOf<typeof calls.upload.secondUpload> {
  const proof = createHash('sha256').update(offer.proof.nonce, 'utf8');
  for (const [start, length] of offer.proof.ranges) proof.update(bytes.subarray(start, start + length));
  return {
    fileId: offer.fileId,
    parentId,
    fileName: encodeName(name),
    sha256: hashOf('sha256', bytes),
    proof: proof.digest('hex'),
    ...(onConflict ? { onConflict } : {}),
  };
}

/** The whole protocol, including instant upload. */
export async function uploadFile(client: Client, bytes: Buffer<ArrayBuffer>, what: WhatToSend): Promise<Instance> {
  const check = await client.call(calls.upload.checkUploadAble, checkFields(bytes, what));
  if (check.uploadflag === uploadFlags.known) return client.call(calls.upload.secondUpload, instantFields(check, bytes, what));
  assert.equal(check.uploadflag, uploadFlags.upload, JSON.stringify(check));
  return (await new Upload(client, bytes, what, check as UploadPlan).deliver()).save();
}
