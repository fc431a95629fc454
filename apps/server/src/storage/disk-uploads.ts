/**
 * Multipart uploads. A part is staged, checked and synced before it gets its name, and names are never reused, so two writers of one part
 * cannot mix: the last to finish wins. Accepting, merging and aborting are serialized per upload.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { FolderSync } from './disk-files.ts';
import type { DiskLayout } from './disk-layout.ts';
import type { Manifest } from './disk-manifest.ts';
import type { DiskObjects } from './disk-objects.ts';
import { stage } from './disk-stage.ts';
import type { StorageProcess } from './storage-process.ts';
import type { Arrival } from './disk-stage.ts';
import type { MergeOutcome, OpenUpload, StoredPart } from './object-store.ts';
import { errno, StorageError } from './storage-error.ts';

export const LAST_PART = 10_000;
const REMEMBERED_UPLOADS = 500;

interface PartFile {
  name: string;
  size: number;
  etag: string;
}

interface Upload {
  uploadId: string;
  key: string;
  token?: string;
  initiated: string;
  parts: Map<number, PartFile>;
  /** Increases with every accepted file and is part of its name: after a crash it tells the newer of two files without a clock. */
  nextSequence: number;
  closed: boolean;
  turn: Promise<unknown>;
  waiting: number;
}

const PART_NAME = /^(\d{5})\.(\d+)\.(\d+)\.([0-9a-f]{8})$/;
const isUploadId = (text: string) => /^[0-9a-f]{32}$/.test(text);
const partEtag = (crc: string, size: number) => `"${crc}-${size.toString(16)}"`;
const bare = (etag: string) => etag.replace(/^"|"$/g, '');
const noSuchUpload = () => new StorageError('NoSuchUpload', 'There is no such upload; it may have been merged or aborted.');

export class DiskUploads {
  readonly #layout: DiskLayout;
  readonly #folders: FolderSync;
  readonly #objects: DiskObjects;
  readonly #receive: StorageProcess['receive'];
  readonly #known = new Map<string, Promise<Upload | null>>();

  constructor(layout: DiskLayout, folders: FolderSync, objects: DiskObjects, receive: StorageProcess['receive']) {
    this.#layout = layout;
    this.#folders = folders;
    this.#objects = objects;
    this.#receive = receive;
  }

  async initiate(key: string, token?: string): Promise<string> {
    const uploadId = randomBytes(16).toString('hex');
    const parts = this.#layout.partsFolder(uploadId);
    await mkdir(parts, { mode: 0o700 });
    const staged = this.#layout.stagePath();
    await writeFile(staged, JSON.stringify({ key, token, initiated: new Date().toISOString() }), { flush: true, mode: 0o600 });
    await rename(staged, this.#layout.openPath(uploadId));
    await Promise.all([this.#folders.sync(this.#layout.open), this.#folders.sync(dirname(parts))]);
    return uploadId;
  }

  async acceptPart(key: string, uploadId: string, partNumber: number, { body, size, expected, overMs }: Arrival): Promise<string> {
    if (!(Number.isInteger(partNumber) && partNumber >= 1 && partNumber <= LAST_PART))
      throw new StorageError('InvalidArgument', `A part number is between 1 and ${LAST_PART}.`);
    await this.#mustFind(key, uploadId);
    const staged = this.#layout.stagePath();
    const crc = (await this.#receive(body, { path: staged, size, expected }, overMs)).toString(16).padStart(8, '0');
    try {
      return await this.#inTurn(key, uploadId, async (upload) => {
        const name = `${String(partNumber).padStart(5, '0')}.${upload.nextSequence}.${size}.${crc}`;
        upload.nextSequence += 1;
        const folder = this.#layout.partsFolder(uploadId);
        await rename(staged, join(folder, name));
        await this.#folders.sync(folder);
        const before = upload.parts.get(partNumber);
        upload.parts.set(partNumber, { name, size, etag: partEtag(crc, size) });
        if (before) await unlink(join(folder, before.name)).catch(() => {});
        return partEtag(crc, size);
      });
    } catch (error) {
      await unlink(staged).catch(() => {});
      throw error;
    }
  }

  async listParts(key: string, uploadId: string): Promise<StoredPart[] | null> {
    const upload = await this.#find(key, uploadId);
    if (!upload) return null;
    return [...upload.parts]
      .map(([partNumber, { size, etag }]) => ({ partNumber, size, etag }))
      .sort((a, b) => a.partNumber - b.partNumber);
  }

  async complete(key: string, uploadId: string, parts: readonly { partNumber: number; etag: string }[]): Promise<MergeOutcome> {
    if (!(await this.#find(key, uploadId))) return this.#alreadyMerged(key, uploadId, parts);
    try {
      return await this.#inTurn(key, uploadId, (upload) => this.#merge(upload, parts));
    } catch (error) {
      // Another merge may have finished while this one waited.
      if (error instanceof StorageError && error.code === 'NoSuchUpload') return this.#alreadyMerged(key, uploadId, parts);
      throw error;
    }
  }

  async #merge(upload: Upload, parts: readonly { partNumber: number; etag: string }[]): Promise<MergeOutcome> {
    const { key, uploadId, token } = upload;
    if (parts.length === 0) return { outcome: 'invalidPart', message: 'No part is named.' };
    const files: [string, number][] = [];
    let size = 0;
    let last = 0;
    for (const { partNumber, etag } of parts) {
      const file = upload.parts.get(partNumber);
      if (partNumber <= last || !file || bare(file.etag) !== bare(etag))
        return { outcome: 'invalidPart', message: `Part ${partNumber} is missing, different or out of order.` };
      files.push([file.name, file.size]);
      size += file.size;
      last = partNumber;
    }
    const manifest: Manifest = {
      key,
      size,
      etag: `"${uploadId}-${files.length}"`,
      token,
      createdAt: new Date().toISOString(),
      uploadId,
      parts: files,
    };
    const staged = this.#layout.stagePath();
    await stage(Readable.from([]), { path: staged, size: 0, manifest });
    if (!(await this.#objects.place(staged, key))) return this.#alreadyMerged(key, uploadId, parts);
    // The object exists from here on. The rest only tidies up; the next start completes it after a crash.
    upload.closed = true;
    this.#known.delete(uploadId);
    const kept = new Set(files.map(([name]) => name));
    const folder = this.#layout.partsFolder(uploadId);
    const unlisted = [...upload.parts.values()].filter(({ name }) => !kept.has(name));
    await Promise.all(
      [unlink(this.#layout.openPath(uploadId)), ...unlisted.map(({ name }) => unlink(join(folder, name)))].map((removal) =>
        removal.catch(() => {}),
      ),
    );
    return { outcome: 'merged', etag: manifest.etag };
  }

  async #alreadyMerged(key: string, uploadId: string, parts: readonly { partNumber: number; etag: string }[]): Promise<MergeOutcome> {
    const object = await this.#objects.find(key);
    if (!object) return { outcome: 'noSuchUpload' };
    const { manifest } = object;
    if (manifest.uploadId !== uploadId) return { outcome: 'noSuchUpload' };
    const same =
      manifest.parts?.length === parts.length &&
      manifest.parts.every(([name, size], index) => {
        const [, number, , , crc] = PART_NAME.exec(name) ?? [];
        return Number(number) === parts[index]!.partNumber && bare(partEtag(crc!, size)) === bare(parts[index]!.etag);
      });
    return same ? { outcome: 'merged', etag: manifest.etag } : { outcome: 'invalidPart', message: 'It was merged with other parts.' };
  }

  /** The folder is renamed away in one step; its content is removed afterwards, or at the next start. */
  async abort(key: string, uploadId: string): Promise<boolean> {
    if (!(await this.#find(key, uploadId))) return false;
    try {
      await this.#inTurn(key, uploadId, async (upload) => {
        upload.closed = true;
        this.#known.delete(uploadId);
        const gone = this.#layout.gonePath();
        await rename(this.#layout.partsFolder(uploadId), gone).catch((error: unknown) => {
          if (errno(error) !== 'ENOENT') throw error;
        });
        await unlink(this.#layout.openPath(uploadId)).catch(() => {});
        await Promise.all([this.#folders.sync(this.#layout.open), rm(gone, { recursive: true, force: true })]);
      });
      return true;
    } catch (error) {
      if (error instanceof StorageError && error.code === 'NoSuchUpload') return false;
      throw error;
    }
  }

  async list(): Promise<OpenUpload[]> {
    const found: OpenUpload[] = [];
    for (const uploadId of await readdir(this.#layout.open)) {
      const upload = isUploadId(uploadId) ? await this.#load(uploadId) : null;
      if (upload) found.push({ key: upload.key, uploadId, initiated: new Date(upload.initiated) });
    }
    return found;
  }

  async #find(key: string, uploadId: string): Promise<Upload | null> {
    if (!isUploadId(uploadId)) return null;
    let loading = this.#known.get(uploadId);
    if (loading) this.#known.delete(uploadId);
    else loading = this.#load(uploadId);
    this.#known.set(uploadId, loading);
    let upload: Upload | null = null;
    try {
      upload = await loading;
    } finally {
      // Only existing uploads are cached, otherwise guesses could fill the memory.
      if (!upload && this.#known.get(uploadId) === loading) this.#known.delete(uploadId);
    }
    if (this.#known.size > REMEMBERED_UPLOADS) await this.#trim();
    return upload && !upload.closed && upload.key === key ? upload : null;
  }

  async #mustFind(key: string, uploadId: string): Promise<Upload> {
    const upload = await this.#find(key, uploadId);
    if (!upload) throw noSuchUpload();
    return upload;
  }

  async #load(uploadId: string): Promise<Upload | null> {
    const text = await readFile(this.#layout.openPath(uploadId), 'utf8').catch((error: unknown) => {
      if (errno(error) === 'ENOENT') return null;
      throw error;
    });
    if (text === null) return null;
    const { key, token, initiated } = JSON.parse(text) as Pick<Upload, 'key' | 'token' | 'initiated'>;
    // Merged, but the process ended before the upload's open marker was removed.
    if ((await this.#objects.find(key))?.manifest.uploadId === uploadId) {
      await unlink(this.#layout.openPath(uploadId)).catch(() => {});
      return null;
    }
    const upload: Upload = {
      uploadId,
      key,
      token,
      initiated,
      parts: new Map(),
      nextSequence: 1,
      closed: false,
      turn: Promise.resolve(),
      waiting: 0,
    };
    const newest = new Map<number, number>();
    const names = await readdir(this.#layout.partsFolder(uploadId)).catch((): string[] => []);
    for (const name of names) {
      const fits = PART_NAME.exec(name);
      if (!fits) continue;
      const [partNumber, sequence, size] = [Number(fits[1]), Number(fits[2]), Number(fits[3])];
      upload.nextSequence = Math.max(upload.nextSequence, sequence + 1);
      if (sequence < (newest.get(partNumber) ?? 0)) continue;
      newest.set(partNumber, sequence);
      upload.parts.set(partNumber, { name, size, etag: partEtag(fits[4]!, size) });
    }
    return upload;
  }

  /** Serializes the operations of one upload. A caller that waited for a merge or an abort finds the upload gone. */
  async #inTurn<T>(key: string, uploadId: string, work: (upload: Upload) => Promise<T>): Promise<T> {
    const upload = await this.#mustFind(key, uploadId);
    upload.waiting += 1;
    const mine = upload.turn.then(() => {
      if (upload.closed) throw noSuchUpload();
      return work(upload);
    });
    upload.turn = mine.catch(() => {});
    try {
      return await mine;
    } finally {
      upload.waiting -= 1;
    }
  }

  async #trim(): Promise<void> {
    for (const [uploadId, loading] of [...this.#known]) {
      if (this.#known.size <= REMEMBERED_UPLOADS) return;
      const upload = await loading.catch(() => null);
      if (!upload || upload.waiting === 0) this.#known.delete(uploadId);
    }
  }
}
