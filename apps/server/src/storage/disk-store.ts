/** Objects in a folder of the local disk. Only one process at a time may write to a folder, because open uploads are kept in memory. */
import { randomUUID } from 'node:crypto';
import { unlink, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { FolderSync, OpenFiles } from './disk-files.ts';
import { diskLayout, makeFolders, sweep } from './disk-layout.ts';
import type { Manifest } from './disk-manifest.ts';
import { listDiskObjects } from './disk-list.ts';
import { DiskObjects } from './disk-objects.ts';
import type { DiskObject } from './disk-objects.ts';
import type { ExpectedChecksums } from './checksums.ts';
import type { Arrival } from './disk-stage.ts';
import { DiskUploads } from './disk-uploads.ts';
import { assertBucketName, assertObjectKey } from './object-keys.ts';
import type { Credentials, ObjectHead, ObjectStore } from './object-store.ts';
import { StorageProcess } from './storage-process.ts';
import type { Lends } from './storage-process.ts';
import { requestSigner } from './sign-requests.ts';
import type { StoredBytes } from './sent-body.ts';
import { gather, SMALL, SmallWriter } from './small-writer.ts';
import { StorageError } from './storage-error.ts';

/** Path under which the storage host serves on the application's own origin. */
export const HOST_PATH = '/storage';
const OPEN_FILES = 256;
const READ_PIECE = 1024 * 1024;

export interface DiskStoreConfig {
  folder: string;
  bucket: string;
  region: string;
  credentials: Credentials;
  /** Read-only: nothing is created or swept, because another process owns the folder. */
  lookOnly?: boolean;
  /** Which bodies go through a process of their own. Default: none. */
  lends?: Lends;
}

/** What the storage host needs beyond the interface. */
export interface DiskStore extends ObjectStore {
  readonly kind: 'disk';
  /** Synchronous if the object is cached. */
  find(key: string): DiskObject | Promise<DiskObject | null>;
  /** Fills the buffer. The caller stays within the object. */
  readAt(object: DiskObject, buffer: Buffer, offset: number, done: (error: Error | null) => void): void;
  /** Where the bytes of an object are; `end` is exclusive. */
  bytesOf(object: DiskObject, start: number, end: number): StoredBytes;
  acceptPut(key: string, arrival: Arrival, token?: string): Promise<ObjectHead>;
  readonly uploads: DiskUploads;
  /** The process that large bodies go through. */
  readonly apart: StorageProcess;
}

const headOf = ({ size, etag, token, md5, sha256, crc32, noText = false }: Manifest): ObjectHead => ({
  size,
  etag,
  ...(token === undefined ? {} : { token }),
  ...(md5 === undefined || sha256 === undefined || crc32 === undefined ? {} : { hashes: { md5, sha256, crc32, noText } }),
});

export async function openDiskStore({ folder, bucket, region, credentials, lookOnly = false, lends }: DiskStoreConfig): Promise<DiskStore> {
  assertBucketName(bucket);
  const layout = diskLayout(folder, bucket);
  const files = new OpenFiles(OPEN_FILES);
  const folders = new FolderSync(files);
  if (!lookOnly) await makeFolders(layout, (made) => folders.sync(made));
  const objects = new DiskObjects(layout, files, folders);
  const apart = new StorageProcess(lends);
  const uploads = new DiskUploads(layout, folders, objects, apart.receive);
  const small = new SmallWriter();
  if (!lookOnly) await sweep(layout, (retired) => objects.finishRemoval(retired));
  const uploadHost = (origin: string) => `${origin}${HOST_PATH}`;

  async function acceptPut(key: string, arrival: Arrival, token?: string): Promise<ObjectHead> {
    const { body, size, expected } = arrival;
    const manifest = {
      key,
      size,
      etag: `"${randomUUID().replaceAll('-', '')}"`, // drawn in advance, unlike randomBytes
      ...(token === undefined ? {} : { token }),
      createdAt: new Date().toISOString(),
    };
    return size <= SMALL ? putSmall(manifest, await gather(body, size), expected) : putLarge(manifest, arrival);
  }

  async function putLarge(manifest: Manifest, { body, size, expected, overMs }: Arrival): Promise<ObjectHead> {
    const staged = layout.stagePath();
    const crc = await apart.receive(body, { path: staged, size, expected, manifest }, overMs);
    return (await objects.place(staged, manifest.key)) ? headOf(manifest) : sameAgain(manifest, crc);
  }

  async function putSmall(manifest: Manifest, body: Uint8Array<ArrayBuffer>, expected: ExpectedChecksums = {}): Promise<ObjectHead> {
    const done = await small.write({ staged: layout.stagePath(), path: layout.objectPath(manifest.key), manifest, body, expected });
    switch (done.outcome) {
      case 'written': {
        const whole = { ...manifest, ...done.digests };
        objects.adopt(manifest.key, whole, done.stamp);
        return headOf(whole);
      }
      case 'taken':
        return sameAgain(manifest, done.crc);
      case 'badDigest':
        throw new StorageError('BadDigest', 'The checksum does not fit the body.');
      case 'failed':
        throw Object.assign(new Error(done.message), { code: done.code });
      default:
        return done satisfies never;
    }
  }

  /**
   * A client that missed our answer sends the same body again; a different body must not replace what was checked. Throws
   * PreconditionFailed.
   */
  async function sameAgain({ key, size, token }: Manifest, crc: number): Promise<ObjectHead> {
    const present = await objects.find(key);
    if (present?.manifest.size === size && present.manifest.crc32 === crc && present.manifest.token === token)
      return headOf(present.manifest);
    throw new StorageError('PreconditionFailed', 'The key is taken.');
  }

  return {
    kind: 'disk',
    bucket,
    partChecksum: 'crc32',
    uploadHost,
    ...requestSigner({ credentials, region, bucket, base: uploadHost, ownHost: true }),

    initiate(key, { token } = {}) {
      assertObjectKey(key);
      return uploads.initiate(key, token);
    },
    uploads,
    apart,
    acceptPut,
    listParts: (key, uploadId) => uploads.listParts(key, uploadId),
    complete: (key, uploadId, parts) => uploads.complete(key, uploadId, parts),
    async abort(key, uploadId) {
      await uploads.abort(key, uploadId);
    },
    listUploads: () => uploads.list(),

    find: (key) => objects.find(key),
    readAt: (...what) => objects.readAt(...what),
    bytesOf: (...what) => objects.bytesOf(...what),
    async head(key, { fresh = false } = {}) {
      assertObjectKey(key);
      if (fresh) {
        const manifest = await objects.look(key);
        return manifest && headOf(manifest);
      }
      const object = await objects.find(key);
      return object && headOf(object.manifest);
    },
    listObjects: (after, most) => listDiskObjects(layout, after, most),
    async read(key, range) {
      assertObjectKey(key);
      const object = await objects.find(key);
      if (!object) return null;
      const { size } = object.manifest;
      if (range && !(range.start >= 0 && range.start <= range.end && range.end < size))
        throw new RangeError('the range is not within the object');
      return streamOf(objects, object, range?.start ?? 0, range ? range.end + 1 : size);
    },
    put(key, body, size, { token } = {}) {
      assertObjectKey(key);
      return acceptPut(key, { body, size }, token);
    },
    async remove(key) {
      assertObjectKey(key);
      await objects.remove(key);
    },

    async check() {
      const path = layout.stagePath();
      await writeFile(path, 'a store that can be written', { flush: true });
      await unlink(path);
    },
    async close() {
      await apart.close();
      await small.close();
      files.closeAll();
    },
  };
}

/** Keeps no descriptor open between two pieces, so there is nothing to free if it is abandoned. */
function streamOf(objects: DiskObjects, object: DiskObject, start: number, end: number): Readable {
  let offset = start;
  return new Readable({
    highWaterMark: READ_PIECE,
    read() {
      if (offset >= end) return void this.push(null);
      const buffer = Buffer.allocUnsafeSlow(Math.min(READ_PIECE, end - offset));
      objects.readAt(object, buffer, offset, (error) => {
        if (error) return void this.destroy(error);
        offset += buffer.length;
        this.push(buffer);
      });
    },
  });
}
