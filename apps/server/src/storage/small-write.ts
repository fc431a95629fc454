/** Turns a small body into a complete, hashed and synced object. It blocks, and runs in its own thread. */
import { closeSync, fdatasyncSync, fstatSync, fsyncSync, linkSync, openSync, readSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { hasNoText, headBytes } from '../has-no-text.ts';
import { crcAsHeader } from './checksums.ts';
import type { ExpectedChecksums } from './checksums.ts';
import { encodeManifest, MAGIC, stampOf } from './disk-manifest.ts';
import type { FileStamp, Manifest } from './disk-manifest.ts';
import { errno } from './storage-error.ts';

export interface SmallObject {
  staged: string;
  path: string;
  manifest: Pick<Manifest, 'key' | 'size' | 'etag' | 'token' | 'createdAt'>;
  body: Uint8Array<ArrayBuffer>;
  expected: ExpectedChecksums;
}

export type SmallWrite =
  | { outcome: 'written'; manifest: Manifest; stamp: FileStamp }
  | { outcome: 'taken'; crc: number }
  | { outcome: 'badDigest' }
  | { outcome: 'failed'; code: string | undefined; message: string };

/**
 * Writes the whole batch, then syncs it, so that the files share commits of the file system. Each file is named before it is synced, and
 * the same commit covers the name. A crash in between leaves an incomplete file, which the next writer of the key replaces.
 */
export function writeSmall(batch: readonly SmallObject[]): SmallWrite[] {
  const written = batch.map(attempt(place));
  const synced = written.map((one) => ('open' in one ? attempt(sync)(one.open) : one));
  return syncFolders(batch, synced);
}

interface Placed {
  fd: number;
  path: string;
  manifest: Manifest;
}
type Step = SmallWrite | { open: Placed };

const attempt =
  <Input, Output>(step: (input: Input) => Output) =>
  (input: Input): Output | SmallWrite => {
    try {
      return step(input);
    } catch (error) {
      return {
        outcome: 'failed',
        code: errno(error) as string | undefined,
        message: error instanceof Error ? error.message : String(error),
      };
    }
  };

function place({ staged, path, manifest, body, expected }: SmallObject): Step {
  const crc = crc32(body);
  const md5 = createHash('md5').update(body).digest();
  if (
    (expected.crc32 !== undefined && expected.crc32 !== crcAsHeader(crc)) ||
    (expected.md5 !== undefined && expected.md5 !== md5.toString('base64'))
  )
    return { outcome: 'badDigest' };
  const whole: Manifest = {
    ...manifest,
    crc32: crc,
    md5: md5.toString('hex'),
    sha256: createHash('sha256').update(body).digest('hex'),
    ...(hasNoText(Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, headBytes))) && { noText: true }),
  };
  const fd = openSync(staged, 'wx', 0o600);
  try {
    writeWhole(fd, body);
    writeWhole(fd, encodeManifest(whole));
    if (!linked(staged, path)) {
      closeSync(fd);
      return { outcome: 'taken', crc };
    }
    return { open: { fd, path, manifest: whole } };
  } catch (error) {
    closeSync(fd);
    unlinkQuietly(staged);
    throw error;
  }
}

function writeWhole(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
}

/** False if the name is taken. It links instead of renaming, because only link refuses an existing name atomically. */
function linked(staged: string, path: string): boolean {
  try {
    linkSync(staged, path);
    return true;
  } catch (error) {
    if (errno(error) !== 'EEXIST') throw error;
    if (isBroken(path)) {
      renameSync(staged, path);
      return true;
    }
    syncPath(path); // another request may not have synced it yet
    return false;
  } finally {
    unlinkQuietly(staged);
  }
}

/** Its writer was interrupted, and nobody was told that it exists. */
function isBroken(path: string): boolean {
  const fd = openSync(path, 'r');
  try {
    const { size } = fstatSync(fd);
    const end = Buffer.alloc(MAGIC.length);
    return size < end.length || readSync(fd, end, 0, end.length, size - end.length) < end.length || end.toString('latin1') !== MAGIC;
  } finally {
    closeSync(fd);
  }
}

function sync({ fd, path, manifest }: Placed): SmallWrite {
  try {
    fdatasyncSync(fd);
    return { outcome: 'written', manifest, stamp: stampOf(fstatSync(fd)) };
  } catch (error) {
    unlinkQuietly(path);
    throw error;
  } finally {
    closeSync(fd);
  }
}

function syncFolders(batch: readonly SmallObject[], done: readonly SmallWrite[]): SmallWrite[] {
  const failed = new Map<string, SmallWrite>();
  const named = batch.map(({ path }) => dirname(path));
  for (const folder of new Set(named.filter((_, index) => done[index]!.outcome === 'written' || done[index]!.outcome === 'taken'))) {
    const synced = attempt(syncPath)(folder);
    if (synced) failed.set(folder, synced);
  }
  return done.map((one, index) => failed.get(named[index]!) ?? one);
}

function syncPath(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // swept at the next start
  }
}
