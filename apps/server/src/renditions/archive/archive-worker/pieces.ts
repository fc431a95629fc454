import { readSync, writeSync } from 'node:fs';
import { Readable } from 'node:stream';

/** A request: the offset of a piece and its length. The server answers with exactly that many bytes. */
export const questionBytes = { start: 6, length: 4, all: 10 };
export const longestPiece = 4 * 2 ** 20;

const [input, output] = [0, 1];

/** Requests a piece of the archive from the server. It comes complete, or this program is ended. */
export function piece(start: number, length: number): Buffer {
  const question = Buffer.alloc(questionBytes.all);
  question.writeUIntLE(start, 0, questionBytes.start);
  question.writeUIntLE(length, questionBytes.start, questionBytes.length);
  writeSync(output, question);
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length;) {
    const read = readSync(input, bytes, at, length - at, null);
    if (read === 0) throw Object.assign(new Error('the server is gone'), { syscall: 'read' });
    at += read;
  }
  return bytes;
}

/** From one offset to another, exclusive. Requests no more than is read. */
export const stream = (start: number, end: number): Readable =>
  Readable.from(
    (function* () {
      for (let at = start; at < end; at += longestPiece) yield piece(at, Math.min(longestPiece, end - at));
    })(),
    { objectMode: false, highWaterMark: 1 },
  );
