/** The body of an answer whose connection another process has lent. */
import { close, fstat, open, read } from 'node:fs';
import { Socket } from 'node:net';
import type { SocketConstructorOpts } from 'node:net';
import { promisify } from 'node:util';
import { leastRead } from './least-speed.ts';
import type { Handle } from './lent-connection.ts';
import { spareBlocks } from './spare-blocks.ts';

const openFile = promisify(open);
const closeFile = promisify(close);
const statFile = promisify(fstat);

/** Bytes of an object on the disk. */
export interface StoredBytes {
  /** The object's file, or the folder of its parts. */
  path: string;
  /** The file must be this one. Null: the parts are meant. */
  inode: number | null;
  /** Names and sizes of the parts that the bytes are in. */
  parts: readonly (readonly [name: string, size: number])[];
  /** Where they begin in the file, or in the first part. */
  start: number;
  size: number;
}

interface Stretch {
  path: string;
  inode: number | null;
  start: number;
  end: number;
}

const PIECE = 1024 * 1024;
const blocks = spareBlocks(PIECE, 16);

export class SentBody {
  readonly #socket: Socket;
  readonly #overMs: number;

  /** `overMs`: see `slow-readers.ts`. */
  constructor(handle: Handle, overMs: number) {
    // It is given the handle, and told never to read, as `fork` does when it passes on a socket.
    const options: SocketConstructorOpts & { handle: unknown; manualStart: boolean } = { handle: handle as never, manualStart: true };
    this.#socket = new Socket(options).on('error', () => {});
    this.#overMs = overMs;
  }

  /** Reads one piece ahead of the one being written. Resolves to whether the connection took all of it. Throws what kept it from reading. */
  async send(bytes: StoredBytes): Promise<boolean> {
    for (const stretch of stretchesOf(bytes)) if (!(await this.#sendStretch(stretch))) return false;
    return true;
  }

  async #sendStretch({ path, inode, start, end }: Stretch): Promise<boolean> {
    const fd = await openFile(path, 'r');
    let ahead: Promise<Buffer<ArrayBuffer>> | undefined;
    try {
      if (inode !== null && (await statFile(fd)).ino !== inode) throw new Error('The object is gone.');
      const fetch = (offset: number) => readPiece(fd, offset, Math.min(PIECE, end - offset));
      ahead = fetch(start);
      for (let offset = start; offset < end;) {
        const piece: Buffer<ArrayBuffer> = await ahead;
        offset += piece.length;
        if (offset < end) (ahead = fetch(offset)).catch(() => {}); // reported when it is its turn
        if (!(await this.#write(piece))) return false;
        blocks.give(piece.buffer);
      }
      return true;
    } finally {
      await ahead?.catch(() => {}); // the descriptor must outlive a reading
      await closeFile(fd);
    }
  }

  #write(piece: Buffer<ArrayBuffer>): Promise<boolean> {
    if (this.#socket.destroyed) return Promise.resolve(false);
    return new Promise((resolve) => {
      const late = setTimeout(() => this.end(), this.#overMs * Math.max(1, piece.length / leastRead));
      this.#socket.write(piece, (error) => {
        clearTimeout(late);
        resolve(!error);
      });
    });
  }

  /** Closes this process's end of the connection, which stays open in the other one. */
  end(): void {
    this.#socket.destroy();
  }
}

function* stretchesOf({ path, inode, parts, start, size }: StoredBytes): Generator<Stretch> {
  if (inode !== null) return void (yield { path, inode, start, end: start + size });
  let [from, left] = [start, size];
  for (const [name, length] of parts) {
    const end = Math.min(length, from + left);
    if (end > from) yield { path: `${path}/${name}`, inode: null, start: from, end };
    left -= end - from;
    from = 0;
  }
}

function readPiece(fd: number, offset: number, length: number): Promise<Buffer<ArrayBuffer>> {
  const piece = Buffer.from(blocks.take(), 0, length);
  return new Promise((resolve, reject) => {
    const more = (from: number): void =>
      read(fd, piece, from, length - from, offset + from, (error, bytes) => {
        if (error || bytes === 0) reject(error ?? new Error('A part is shorter than its manifest says.'));
        else if (from + bytes < length) more(from + bytes);
        else resolve(piece);
      });
    more(0);
  });
}
