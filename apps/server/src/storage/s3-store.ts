/** Objects in any S3-compatible engine. The server itself uses the SDK; requests of browsers are signed by our own code. */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutBucketCorsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { ListMultipartUploadsCommandOutput, ListPartsCommandOutput } from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { assertBucketName, assertObjectKey } from './object-keys.ts';
import type { Credentials, ObjectHead, ObjectStore, OpenUpload, StoredPart } from './object-store.ts';
import { requireWriteOnly } from './s3-uploader.ts';
import { requestSigner } from './sign-requests.ts';
import { StorageError, StoreSetupError } from './storage-error.ts';

export interface S3StoreConfig {
  /** As this server reaches it. */
  endpoint: string;
  /** As browsers reach it. Default: the same address. */
  publicEndpoint?: string;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  /** A user that may only write, for uploads of browsers. Null: the first user signs uploads too (see `requireWriteOnly`). */
  uploader: Credentials | null;
  /** Origins that may call the bucket. Default: all, because every request needs a signature and cookies do not count. */
  allowedOrigins?: readonly string[];
  /** Uses the bucket without configuring it. */
  lookOnly?: boolean;
}

const failedWith = (error: unknown, status: number, ...names: string[]) =>
  error instanceof S3ServiceException && (error.$metadata.httpStatusCode === status || names.includes(error.name));
const isGone = (error: unknown) => failedWith(error, 404, 'NotFound', 'NoSuchKey', 'NoSuchUpload');

export async function openS3Store(config: S3StoreConfig): Promise<ObjectStore> {
  const { endpoint, publicEndpoint = endpoint, region, bucket, uploader } = config;
  assertBucketName(bucket);
  const credentials = { accessKey: config.accessKey, secretKey: config.secretKey };
  const clientOf = ({ accessKey, secretKey }: Credentials) =>
    new S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
      // Engines such as Ceph 16 do not know the checksums that the SDK adds by default.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  const client = clientOf(credentials);
  const uploadHost = () => publicEndpoint.replace(/\/+$/, '');
  const at = (key: string) => {
    assertObjectKey(key);
    return { Bucket: bucket, Key: key };
  };

  async function prepareBucket() {
    try {
      await client.send(new HeadBucketCommand({ Bucket: bucket }));
    } catch (error) {
      if (!failedWith(error, 404, 'NotFound', 'NoSuchBucket')) throw error;
      await client.send(new CreateBucketCommand({ Bucket: bucket })).catch((made: unknown) => {
        if (!failedWith(made, 409)) throw made; // another process created it first
      });
    }
    await client.send(
      new PutBucketCorsCommand({
        Bucket: bucket,
        CORSConfiguration: {
          CORSRules: [
            {
              AllowedOrigins: [...(config.allowedOrigins ?? ['*'])],
              AllowedMethods: ['GET', 'PUT', 'POST', 'HEAD', 'DELETE'],
              AllowedHeaders: ['*'],
              ExposeHeaders: ['ETag', 'Content-Range', 'Content-Length', 'Accept-Ranges', 'Content-Disposition', 'Last-Modified'],
              MaxAgeSeconds: 3600,
            },
          ],
        },
      }),
    );
  }

  async function requireUploader(credentialsOfUploader: Credentials) {
    const writing = clientOf(credentialsOfUploader);
    await requireWriteOnly({ owner: client, uploader: writing, bucket }).finally(() => writing.destroy());
  }

  async function head(key: string): Promise<ObjectHead | null> {
    try {
      const { ContentLength: size = 0, ETag: etag = '', Metadata } = await client.send(new HeadObjectCommand(at(key)));
      return Metadata?.['token'] === undefined ? { size, etag } : { size, etag, token: Metadata['token'] };
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
  }

  try {
    if (!config.lookOnly) {
      await prepareBucket();
      if (uploader) await requireUploader(uploader);
    }
  } catch (error) {
    client.destroy();
    if (!(error instanceof S3ServiceException)) throw error;
    throw new StoreSetupError(`The S3 store at ${endpoint} refused to prepare the bucket ${bucket}: ${error.name}.`, { cause: error });
  }

  return {
    kind: 's3',
    bucket,
    partChecksum: 'md5',
    uploadHost,
    ...requestSigner({ credentials, region, bucket, base: uploadHost, ownHost: false, ...(uploader && { writer: uploader }) }),

    async initiate(key, { token } = {}) {
      const { UploadId } = await client.send(
        new CreateMultipartUploadCommand({ ...at(key), Metadata: token === undefined ? undefined : { token } }),
      );
      if (!UploadId) throw new Error('the store gave no upload id');
      return UploadId;
    },

    async listParts(key, uploadId) {
      const parts: StoredPart[] = [];
      try {
        // The SDK's paginator is not used: it continues while there is a marker, and Ceph returns one on the last page too.
        let marker: string | undefined = '0';
        while (marker !== undefined) {
          const page: ListPartsCommandOutput = await client.send(
            new ListPartsCommand({ ...at(key), UploadId: uploadId, MaxParts: 1000, PartNumberMarker: marker }),
          );
          for (const { PartNumber = 0, Size = 0, ETag = '' } of page.Parts ?? [])
            parts.push({ partNumber: PartNumber, size: Size, etag: ETag });
          marker = page.IsTruncated && page.NextPartNumberMarker !== marker ? page.NextPartNumberMarker : undefined;
        }
      } catch (error) {
        if (isGone(error)) return null;
        throw error;
      }
      return parts;
    },

    async complete(key, uploadId, parts) {
      try {
        const { ETag } = await client.send(
          new CompleteMultipartUploadCommand({
            ...at(key),
            UploadId: uploadId,
            MultipartUpload: { Parts: parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag })) },
          }),
        );
        // Ceph 16 may leave the ETag out of its answer.
        return { outcome: 'merged', etag: ETag || ((await head(key))?.etag ?? '') };
      } catch (error) {
        if (isGone(error)) return { outcome: 'noSuchUpload' };
        if (error instanceof S3ServiceException && ['InvalidPart', 'InvalidPartOrder', 'MalformedXML'].includes(error.name))
          return { outcome: 'invalidPart', message: error.name };
        throw error;
      }
    },

    async abort(key, uploadId) {
      await client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId: uploadId })).catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
    },

    async listUploads() {
      const uploads: OpenUpload[] = [];
      let more: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
      while (more) {
        const page: ListMultipartUploadsCommandOutput = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, ...more }));
        for (const { Key = '', UploadId = '', Initiated } of page.Uploads ?? [])
          uploads.push({ key: Key, uploadId: UploadId, initiated: Initiated ?? new Date(0) });
        more = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined;
      }
      return uploads;
    },

    head,

    async listObjects(after, most) {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, MaxKeys: Math.min(most, 1000), StartAfter: after ?? undefined }),
      );
      const objects = (page.Contents ?? []).map(({ Key: key = '', Size: size = 0, LastModified: modified = new Date(0) }) => ({
        key,
        name: key,
        size,
        modified,
      }));
      return { objects, next: page.IsTruncated ? (objects.at(-1)?.name ?? null) : null };
    },

    async read(key, range) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ ...at(key), Range: range && `bytes=${range.start}-${range.end}` }));
        if (!(Body instanceof Readable)) throw new Error('the store gave no stream');
        return Body;
      } catch (error) {
        if (isGone(error)) return null;
        if (failedWith(error, 416, 'InvalidRange')) throw new RangeError('the range is not within the object', { cause: error });
        throw error;
      }
    },

    async put(key, body, size, { token } = {}) {
      try {
        await client.send(
          new PutObjectCommand({
            ...at(key),
            Body: body,
            ContentLength: size,
            IfNoneMatch: '*',
            Metadata: token === undefined ? undefined : { token },
          }),
        );
      } catch (error) {
        if (!failedWith(error, 412, 'PreconditionFailed')) throw error;
        const present = await head(key);
        if (present?.size === size && present.token !== undefined && present.token === token) return present;
        throw new StorageError('PreconditionFailed', 'The key is taken.', { cause: error });
      }
      const stored = await head(key);
      if (stored?.size !== size) throw new Error('the store did not keep the object whole');
      return stored;
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key)));
    },

    async check() {
      await client.send(new HeadBucketCommand({ Bucket: bucket }));
    },
    async close() {
      client.destroy();
    },
  };
}
