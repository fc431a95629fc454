/** The body of a request whose connection another process has lent. */
import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import type { SocketConstructorOpts } from 'node:net';
import type { Body } from './disk-stage.ts';
import type { Handle } from './lent-connection.ts';

/** One buffer serves all connections, because each chunk is used before the next one is read. */
const buffer = Buffer.allocUnsafeSlow(256 * 1024);

export class LentBody extends EventEmitter<{ data: [Buffer<ArrayBuffer>]; end: []; close: []; error: [Error] }> implements Body {
  readonly keepsChunks = true;
  readonly socket: Socket;
  /** How many bytes of the body came, those among them that had come before. */
  received = 0;
  /** Bytes of a next request came, too. */
  isOverrun = false;
  readableEnded = false;
  readonly #size: number;

  constructor(handle: Handle, size: number) {
    super();
    this.#size = size;
    // It is given the handle, and told not to read yet, as `fork` does when it passes on a socket.
    const options: SocketConstructorOpts & { handle: unknown; manualStart: boolean } = {
      handle: handle as never,
      manualStart: true,
      onread: { buffer, callback: (bytes) => this.#take(buffer.subarray(0, bytes)) },
    };
    this.socket = new Socket(options);
    this.socket.on('error', () => {}).on('end', () => this.end());
    this.socket.on('close', () => this.emit('close'));
  }

  /** Call it once somebody listens. */
  begin(head: Buffer<ArrayBuffer>): void {
    this.#take(head);
    this.resume();
  }

  #take(bytes: Buffer<ArrayBuffer>): boolean {
    const chunk = bytes.subarray(0, this.#size - this.received);
    this.received += chunk.length;
    this.isOverrun ||= chunk.length < bytes.length;
    if (chunk.length > 0) this.emit('data', chunk);
    if (this.received === this.#size && !this.readableEnded) {
      this.readableEnded = true;
      this.socket.pause();
      this.emit('end');
    }
    return true;
  }

  get destroyed(): boolean {
    return this.socket.destroyed;
  }

  pause(): void {
    this.socket.pause();
  }

  resume(): void {
    if (!this.readableEnded) this.socket.resume();
  }

  /** Closes this process's end of the connection, which stays open in the other one. */
  end(): void {
    this.socket.destroy();
  }
}
