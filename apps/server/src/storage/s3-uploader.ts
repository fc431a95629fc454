/**
 * Browsers upload with signatures of a user that may write to the bucket and read nothing in it. Some engines (for one, Ceph 16) obey
 * headers that the signature does not cover: a client that may upload one byte could add `x-amz-copy-source` and copy whatever the signing
 * user may read. Every engine grants permissions in its own way, so the start tests what this user may do.
 */
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3ServiceException,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { randomBytes } from 'node:crypto';
import { uploadAcl } from './sign-requests.ts';
import { StoreSetupError } from './storage-error.ts';

export interface S3Users {
  /** Owns the bucket. */
  owner: S3Client;
  uploader: S3Client;
  bucket: string;
}

/** Throws StoreSetupError if the uploader cannot do what uploads need, or can read anything, even its own objects. */
export async function requireWriteOnly({ owner, uploader, bucket }: S3Users): Promise<void> {
  const name = `start-${randomBytes(12).toString('hex')}`;
  const of = (suffix: string) => ({ Bucket: bucket, Key: `${name}-${suffix}` });
  const [ofOwner, ofUploader, copied, inParts] = [of('owner'), of('uploader'), of('copied'), of('parts')];
  let upload: { Bucket: string; Key: string; UploadId: string | undefined } | null = null;
  try {
    await owner.send(new PutObjectCommand({ ...ofOwner, Body: '-' }));
    await may('store an object', uploader.send(new PutObjectCommand({ ...ofUploader, Body: '-', ACL: uploadAcl })));
    const opened = await may('open a multipart upload', uploader.send(new CreateMultipartUploadCommand({ ...inParts, ACL: uploadAcl })));
    upload = { ...inParts, UploadId: opened.UploadId };
    await may('upload a part', uploader.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: '-' })));
    for (const source of [ofOwner, ofUploader]) {
      const CopySource = `${bucket}/${source.Key}`;
      await mayNot('read objects', uploader.send(new HeadObjectCommand(source)));
      await mayNot('copy objects', uploader.send(new CopyObjectCommand({ ...copied, CopySource })));
      await mayNot('copy objects into parts', uploader.send(new UploadPartCopyCommand({ ...upload, PartNumber: 2, CopySource })));
    }
    await may('abort a multipart upload', uploader.send(new AbortMultipartUploadCommand(upload)));
    upload = null;
    await owner.send(new HeadObjectCommand(ofUploader)).catch((error: unknown) => {
      throw new StoreSetupError('The user of ALCOVE_S3_ACCESS_KEY may not read what the user of ALCOVE_S3_UPLOAD_ACCESS_KEY stored.', {
        cause: error,
      });
    });
  } finally {
    if (upload) await owner.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
    await Promise.all([ofOwner, ofUploader, copied].map((one) => owner.send(new DeleteObjectCommand(one)).catch(() => {})));
  }
}

const isRefusal = (error: unknown): error is S3ServiceException =>
  error instanceof S3ServiceException && [403, 405, 501].includes(error.$metadata.httpStatusCode ?? 0);

const toRun = 'See "The S3 store" in docs/running.md.';

async function may<Output>(what: string, request: Promise<Output>): Promise<Output> {
  return request.catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
    throw new StoreSetupError(`The user of ALCOVE_S3_UPLOAD_ACCESS_KEY may not ${what} in the bucket (${error.name}). ${toRun}`, {
      cause: error,
    });
  });
}

async function mayNot(what: string, request: Promise<unknown>): Promise<void> {
  const answered = await request.then(
    () => true,
    (error: unknown) => {
      if (!isRefusal(error)) throw error;
      return false;
    },
  );
  if (answered)
    throw new StoreSetupError(
      `The user of ALCOVE_S3_UPLOAD_ACCESS_KEY may ${what} in the bucket, so that every person who uploads could. It must only write. ${toRun}`,
    );
}
