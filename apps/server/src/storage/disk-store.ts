/**
 * Objects in a folder of the local disk. One process at a time may write a folder: what is open is remembered in memory.
 */
import { randomBytes } from 'node:crypto';
import { unlink, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { FolderSync, OpenFiles } from './disk-files.ts';
import { diskLayout, makeFolders, sweep } from './disk-layout.ts';
import { DiskObjects, encodeManifest } from './disk-objects.ts';
import type { DiskObject } from './disk-objects.ts';
import { stage } from './disk-stage.ts';
import type { ExpectedChecksums } from './disk-stage.ts';
import { DiskUploads } from './disk-uploads.ts';
import { assertBucketName, assertObjectKey } from './object-keys.ts';
import type { Credentials, ObjectHead, ObjectStore } from './object-store.ts';
import { requestSigner } from './sign-requests.ts';
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
}

/** What the storage host needs beyond the interface. */
export interface DiskStore extends ObjectStore {
  readonly kind: 'disk';
  /** Not a promise when the object is known already. */
  find(key: string): DiskObject | Promise<DiskObject | null>;
  /** Fills the buffer; the caller keeps within the object. */
  readAt(object: DiskObject, buffer: Buffer, offset: number, done: (error: Error | null) => void): void;
  acceptPut(key: string, body: Readable, size: number, options: { token?: string; expected?: ExpectedChecksums }): Promise<ObjectHead>;
  acceptPart(key: string, uploadId: string, partNumber: number, body: Readable, size: number, expected: ExpectedChecksums): Promise<string>;
}

const headOf = ({ manifest: { size, etag, token } }: DiskObject): ObjectHead => (token === undefined ? { size, etag } : { size, etag, token });

export async function openDiskStore({ folder, bucket, region, credentials }: DiskStoreConfig): Promise<DiskStore> {
  assertBucketName(bucket);
  const layout = diskLayout(folder, bucket);
  const files = new OpenFiles(OPEN_FILES);
  const folders = new FolderSync(files);
  await makeFolders(layout, (made) => folders.sync(made));
  const objects = new DiskObjects(layout, files, folders);
  const uploads = new DiskUploads(layout, folders, objects);
  await sweep(layout, (retired) => objects.finishRemoval(retired));
  const uploadHost = (origin: string) => `${origin}${HOST_PATH}`;

  async function acceptPut(key: string, body: Readable, size: number, { token, expected }: { token?: string; expected?: ExpectedChecksums }): Promise<ObjectHead> {
    const staged = layout.stagePath();
    const etag = `"${randomBytes(16).toString('hex')}"`;
    const createdAt = new Date().toISOString();
    const crc = await stage(body, { path: staged, size, expected, footer: (crc32) => encodeManifest({ key, size, etag, token, createdAt, crc32 }) });
    if (await objects.place(staged, key)) return token === undefined ? { size, etag } : { size, etag, token };
    // The same again is a client that did not hear our answer; something else must not replace what was checked.
    const present = await objects.find(key);
    if (present?.manifest.size === size && present.manifest.crc32 === crc && present.manifest.token === token) return headOf(present);
    throw new StorageError('PreconditionFailed', 'The key is taken.');
  }

  return {
    kind: 'disk', bucket, partChecksum: 'crc32',
    uploadHost,
    ...requestSigner({ credentials, region, bucket, base: uploadHost, ownHost: true }),

    initiate(key, { token } = {}) {
      assertObjectKey(key);
      return uploads.initiate(key, token);
    },
    acceptPart: (...part) => uploads.acceptPart(...part),
    acceptPut,
    listParts: (key, uploadId) => uploads.listParts(key, uploadId),
    complete: (key, uploadId, parts) => uploads.complete(key, uploadId, parts),
    async abort(key, uploadId) {
      await uploads.abort(key, uploadId);
    },
    listUploads: () => uploads.list(),

    find: (key) => objects.find(key),
    readAt: (...what) => objects.readAt(...what),
    async head(key) {
      assertObjectKey(key);
      const object = await objects.find(key);
      return object && headOf(object);
    },
    async read(key, range) {
      assertObjectKey(key);
      const object = await objects.find(key);
      if (!object) return null;
      const { size } = object.manifest;
      if (range && !(range.start >= 0 && range.start <= range.end && range.end < size)) throw new RangeError('the range is not within the object');
      return streamOf(objects, object, range?.start ?? 0, range ? range.end + 1 : size);
    },
    put(key, body, size, { token } = {}) {
      assertObjectKey(key);
      return acceptPut(key, body, size, { token });
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
      files.closeAll();
    },
  };
}

/** Holds no descriptor between two pieces, so that there is nothing to free when it is given up. */
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
