/** Writes a body to a new file. The file is complete, checked and synced, or it does not exist. */
import { createHash } from 'node:crypto';
import { close, fdatasync, open, unlink, write } from 'node:fs';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { crcAsHeader } from './checksums.ts';
import type { ExpectedChecksums } from './checksums.ts';
import { encodeManifest } from './disk-manifest.ts';
import type { Manifest } from './disk-manifest.ts';
import { spareBlocks } from './spare-blocks.ts';
import { StorageError } from './storage-error.ts';
import { usedChunk } from './young-buffers.ts';

/** Larger blocks are not faster; with many concurrent uploads they only cost memory. */
const PIECE = 512 * 1024;
/** A body without progress for this long is aborted, so that nobody occupies files and memory for nothing. */
const STALLED_MS = 60_000;

const openFile = promisify(open);
const closeFile = promisify(close);
const syncData = promisify(fdatasync);
const removeFile = promisify(unlink);

export interface StageOptions {
  path: string;
  size: number;
  expected?: ExpectedChecksums | undefined;
  /** Written after the body, with the same write; that of a body put in one request gets its CRC-32. */
  manifest?: Manifest | undefined;
}

/** What a request, another stream and a lent connection (`lent-body.ts`) have in common. A chunk is good until its listener returns. */
export interface Body {
  /** The memory of its chunks is used again. */
  readonly keepsChunks?: true;
  readonly destroyed: boolean;
  readonly readableEnded: boolean;
  on(event: 'data', listener: (chunk: Buffer<ArrayBuffer>) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end' | 'close', listener: () => void): unknown;
  off(event: 'data', listener: (chunk: Buffer<ArrayBuffer>) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'end' | 'close', listener: () => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

/** A body on its way. */
export interface Arrival {
  body: Readable;
  size: number;
  expected?: ExpectedChecksums;
  /** Connections that send too little in this time are cut. Not of bodies whose speed is limited. */
  overMs?: number;
}

/** Returns the CRC-32 of the body, which may begin once `listens` was called. Throws IncompleteBody, BadDigest, RequestTimeout. */
export async function stage(body: Body, options: StageOptions, listens: () => void = () => {}): Promise<number> {
  const fd = await openFile(options.path, 'wx', 0o600);
  try {
    try {
      const pumped = pump(body, fd, options);
      listens();
      const crc = await pumped;
      await syncData(fd);
      return crc;
    } finally {
      await closeFile(fd);
    }
  } catch (error) {
    await removeFile(options.path).catch(() => {});
    throw error;
  }
}

/** Chunks are copied into blocks, which saves more than it costs: the chunks die young instead of waiting for the disk. */
const blocks = spareBlocks(PIECE, 24);
const takeBlock = (size: number) => (size < PIECE ? Buffer.allocUnsafe(size) : Buffer.from(blocks.take()));
const giveBlock = ({ buffer }: Buffer<ArrayBuffer>): void => blocks.give(buffer);

function pump(body: Body, fd: number, { size, expected = {}, manifest }: StageOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const md5 = expected.md5 === undefined ? undefined : createHash('md5');
    let crc = 0;
    let received = 0;
    let position = 0;
    /** The block being filled, and the full ones that wait for the disk. */
    let block: Buffer<ArrayBuffer> | undefined;
    let filled = 0;
    const full: Buffer<ArrayBuffer>[] = [];
    let writing = false;
    let ended = false;
    let failure: unknown;
    const stalled = setTimeout(() => fail(new StorageError('RequestTimeout', 'The body stood still for too long.')), STALLED_MS);

    // The descriptor and the blocks must outlive a running write, so it finishes only when no write is running.
    function settle() {
      if (writing || (failure === undefined && !(ended && full.length === 0))) return;
      clearTimeout(stalled);
      body.off('data', onData);
      body.off('end', onEnd);
      body.off('close', onClose);
      body.off('error', onError);
      body.on('error', () => {});
      if (block) giveBlock(block);
      block = undefined;
      if (failure === undefined) resolve(crc);
      else reject(failure);
    }
    function fail(error: unknown) {
      failure ??= error;
      settle();
    }
    function writeNext() {
      const next = full.shift();
      if (!next) return settle();
      writing = true;
      const more = (from: number) => {
        write(fd, next, from, next.length - from, position, (error, written) => {
          if (error) failure ??= error;
          else {
            position += written;
            if (from + written < next.length && failure === undefined) return more(from + written);
          }
          giveBlock(next);
          writing = false;
          if (failure !== undefined) return settle();
          if (!ended && full.length < 2) body.resume();
          writeNext();
        });
      };
      more(0);
    }
    function pass(bytes: Buffer<ArrayBuffer>) {
      full.push(bytes);
      if (!writing) writeNext();
      if (full.length >= 2 && !ended) body.pause();
    }
    function onData(chunk: Buffer<ArrayBuffer>) {
      stalled.refresh();
      if (received + chunk.length > size) return fail(new StorageError('IncompleteBody', 'The body is longer than declared.'));
      crc = crc32(chunk, crc);
      md5?.update(chunk);
      for (let from = 0; from < chunk.length;) {
        block ??= takeBlock(size - received);
        const copied = chunk.copy(block, filled, from);
        from += copied;
        filled += copied;
        received += copied;
        if (filled === block.length) {
          const done = block;
          block = undefined;
          filled = 0;
          if (received < size || !manifest) pass(done);
          else full.push(done); // written together with the manifest
        }
      }
      if (!body.keepsChunks) usedChunk(chunk, body);
    }
    function onEnd() {
      if (failure !== undefined) return;
      if (received !== size) return fail(new StorageError('IncompleteBody', 'The body is shorter than declared.'));
      if ((expected.crc32 !== undefined && expected.crc32 !== crcAsHeader(crc)) || (md5 && md5.digest('base64') !== expected.md5))
        return fail(new StorageError('BadDigest', 'The checksum does not fit the body.'));
      ended = true;
      if (block && filled > 0) full.push(block.subarray(0, filled));
      block = undefined;
      const tail = manifest && encodeManifest(manifest.parts ? manifest : { ...manifest, crc32: crc });
      if (tail) {
        const last = full.at(-1);
        if (last && last.length < PIECE) full.splice(-1, 1, Buffer.concat([last, tail]));
        else full.push(tail);
      }
      if (writing) return;
      writeNext();
    }
    function onClose() {
      if (!ended) fail(new StorageError('IncompleteBody', 'The connection ended before the body did.'));
    }
    function onError(cause: Error) {
      fail(new StorageError('IncompleteBody', 'The body did not arrive whole.', { cause }));
    }
    body.on('data', onData);
    body.on('end', onEnd);
    body.on('close', onClose);
    body.on('error', onError);
    if (body.destroyed && !body.readableEnded) onClose();
  });
}
