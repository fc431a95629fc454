/** Turns a small body into a complete, hashed and synced object. It blocks, and runs in its own thread. */
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  unlinkSync,
  writeSync,
  writevSync,
} from 'node:fs';
import { hash } from 'node:crypto';
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

/** What its manifest gets of it. */
type Digests = Pick<Manifest, 'crc32' | 'md5' | 'sha256' | 'noText'>;

export type SmallWrite =
  | { outcome: 'written'; digests: Digests; stamp: FileStamp }
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
  digests: Digests;
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
  const md5 = hash('md5', body, 'hex');
  if (
    (expected.crc32 !== undefined && expected.crc32 !== crcAsHeader(crc)) ||
    (expected.md5 !== undefined && expected.md5 !== Buffer.from(md5, 'hex').toString('base64'))
  )
    return { outcome: 'badDigest' };
  const digests: Digests = {
    crc32: crc,
    md5,
    sha256: hash('sha256', body, 'hex'),
    ...(hasNoText(Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, headBytes))) && { noText: true }),
  };
  const fd = openSync(staged, 'wx', 0o600);
  try {
    writeWhole(fd, body, encodeManifest({ ...manifest, ...digests }));
    if (!linked(staged, path)) {
      closeSync(fd);
      return { outcome: 'taken', crc };
    }
    return { open: { fd, path, digests } };
  } catch (error) {
    closeSync(fd);
    unlinkQuietly(staged);
    throw error;
  }
}

/** The system may write less than it is asked to. */
function writeWhole(fd: number, body: Uint8Array, tail: Uint8Array): void {
  const written = writevSync(fd, [body, tail]);
  for (let at = written; at < body.length;) at += writeSync(fd, body, at);
  for (let at = Math.max(0, written - body.length); at < tail.length;) at += writeSync(fd, tail, at);
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

function sync({ fd, path, digests }: Placed): SmallWrite {
  try {
    fdatasyncSync(fd);
    return { outcome: 'written', digests, stamp: stampOf(fstatSync(fd)) };
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
