/** Writes a body to a fresh file: whole, checked and synced, or not there at all. */
import { createHash } from 'node:crypto';
import { close, fdatasync, open, unlink, writev } from 'node:fs';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { errno, StorageError } from './storage-error.ts';

/** Larger pieces do not go faster, smaller ones do go slower. */
const PIECE = 1024 * 1024;
/** A body that stands still this long is given up, so that nobody holds files and memory for nothing. */
const STALLED_MS = 60_000;

const openFile = promisify(open);
const closeFile = promisify(close);
const syncData = promisify(fdatasync);
const removeFile = promisify(unlink);

/** Both base64, as in the headers. */
export interface ExpectedChecksums {
  crc32?: string;
  md5?: string;
}

export interface StageOptions {
  path: string;
  size: number;
  expected?: ExpectedChecksums;
  /** Written after the body, in the same go. */
  footer?: (crc: number) => Buffer;
}

export function crcAsHeader(crc: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc);
  return bytes.toString('base64');
}

/** Returns the CRC-32 of the body. Throws IncompleteBody, BadDigest, RequestTimeout, InsufficientStorage. */
export async function stage(body: Readable, options: StageOptions): Promise<number> {
  const fd = await openFile(options.path, 'wx', 0o640);
  try {
    try {
      const crc = await pump(body, fd, options);
      await syncData(fd);
      return crc;
    } finally {
      await closeFile(fd);
    }
  } catch (error) {
    await removeFile(options.path).catch(() => {});
    if (errno(error) === 'ENOSPC' || errno(error) === 'EDQUOT') throw new StorageError('InsufficientStorage', 'The store is full.', { cause: error });
    throw error;
  }
}

function pump(body: Readable, fd: number, { size, expected = {}, footer }: StageOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const md5 = expected.md5 === undefined ? undefined : createHash('md5');
    let crc = 0;
    let received = 0;
    let position = 0;
    let waiting: Buffer[] = [];
    let waitingBytes = 0;
    let writing = false;
    let ended = false;
    let failure: unknown;
    const stalled = setTimeout(() => fail(new StorageError('RequestTimeout', 'The body stood still for too long.')), STALLED_MS);

    // The descriptor must outlive a write under way, so the end is told only when none is.
    function settle() {
      if (writing || (failure === undefined && !(ended && waitingBytes === 0))) return;
      clearTimeout(stalled);
      body.off('data', onData).off('end', onEnd).off('close', onClose).off('error', fail).on('error', () => {});
      if (failure === undefined) resolve(crc);
      else reject(failure);
    }
    function fail(error: unknown) {
      failure ??= error;
      settle();
    }
    function write(chunks: Buffer[]) {
      writing = true;
      const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
      writev(fd, chunks, position, (error, written) => {
        if (error) failure ??= error;
        else {
          position += written;
          if (written < bytes && failure === undefined) return write([Buffer.concat(chunks).subarray(written)]);
        }
        writing = false;
        if (failure === undefined && waitingBytes > 0 && (ended || waitingBytes >= PIECE)) flush();
        if (waitingBytes < PIECE && !ended) body.resume();
        settle();
      });
    }
    function flush() {
      const chunks = waiting;
      waiting = [];
      waitingBytes = 0;
      write(chunks);
    }
    function onData(chunk: Buffer) {
      stalled.refresh();
      received += chunk.length;
      if (received > size) return fail(new StorageError('IncompleteBody', 'The body is longer than declared.'));
      crc = crc32(chunk, crc);
      md5?.update(chunk);
      waiting.push(chunk);
      waitingBytes += chunk.length;
      if (waitingBytes < PIECE) return;
      if (writing) body.pause();
      else flush();
    }
    function onEnd() {
      if (failure !== undefined) return;
      if (received !== size) return fail(new StorageError('IncompleteBody', 'The body is shorter than declared.'));
      if ((expected.crc32 !== undefined && expected.crc32 !== crcAsHeader(crc)) || (md5 && md5.digest('base64') !== expected.md5))
        return fail(new StorageError('BadDigest', 'The checksum does not fit the body.'));
      ended = true;
      const tail = footer?.(crc);
      if (tail) {
        waiting.push(tail);
        waitingBytes += tail.length;
      }
      if (!writing && waitingBytes > 0) flush();
      else settle();
    }
    function onClose() {
      if (!ended) fail(new StorageError('IncompleteBody', 'The connection ended before the body did.'));
    }
    body.on('data', onData).on('end', onEnd).on('close', onClose).on('error', fail);
    if (body.destroyed && !body.readableEnded) onClose();
  });
}
