import { readSync, writeSync } from 'node:fs';
import { Readable } from 'node:stream';

/** A question: where a piece begins, and its length. The server answers with so many bytes and nothing else. */
export const questionBytes = { start: 6, length: 4, all: 10 };
export const longestPiece = 4 * 2 ** 20;

const [input, output] = [0, 1];

/** Asks the server for a piece of the archive. It comes whole, or this program is ended. */
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

/** From one place to another, which is not part of it; no more is asked for than is read. */
export const stream = (start: number, end: number): Readable =>
  Readable.from(
    (function* () {
      for (let at = start; at < end; at += longestPiece) yield piece(at, Math.min(longestPiece, end - at));
    })(),
    { objectMode: false, highWaterMark: 1 },
  );
