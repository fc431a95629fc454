/**
 * One kept-alive HTTP connection that does as little work per request as possible, because the client shares the machine with the servers
 * it measures. One request at a time.
 */
import { createConnection } from 'node:net';
import type { Socket } from 'node:net';

export interface Answer {
  status: number;
  /** Lower-case names. Several cookies are separated by newlines; for other headers the last one wins. */
  headers: Record<string, string>;
  /** Empty if discarded. */
  body: Buffer;
  bodyBytes: number;
  /** From handing over the request's last byte to the first byte of the answer. */
  firstByteMs: number;
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
  discard: boolean;
  sentAt: number;
  firstByteMs: number;
  head: { status: number; headers: Record<string, string> } | null;
  kept: Buffer[];
  bodyBytes: number;
}

const headEnd = Buffer.from('\r\n\r\n');

export class Connection {
  readonly #port: number;
  #socket: Socket | null = null;
  #waiting: Waiting | null = null;
  #early: Buffer[] = [];

  constructor(port: number) {
    this.#port = port;
  }

  request(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: readonly Uint8Array[] = [],
    discard = false,
  ): Promise<Answer> {
    const socket = (this.#socket ??= this.#open());
    const length = body.reduce((sum, piece) => sum + piece.length, 0);
    let head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${this.#port}\r\n`;
    for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`;
    if (method !== 'GET') head += `Content-Length: ${length}\r\n`;
    return new Promise<Answer>((resolve, reject) => {
      this.#waiting = { resolve, reject, discard, sentAt: performance.now(), firstByteMs: 0, head: null, kept: [], bodyBytes: 0 };
      if (length <= 65_536) socket.write(Buffer.concat([Buffer.from(`${head}\r\n`), ...body]));
      else void this.#writeLarge(socket, `${head}\r\n`, body);
    });
  }

  async #writeLarge(socket: Socket, head: string, body: readonly Uint8Array[]): Promise<void> {
    socket.write(head);
    for (const piece of body) {
      for (let at = 0; at < piece.length && !socket.destroyed; at += 1 << 20) {
        if (!socket.write(piece.subarray(at, at + (1 << 20)))) await drained(socket);
      }
    }
    if (this.#waiting) this.#waiting.sentAt = performance.now();
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  #open(): Socket {
    const socket = createConnection({ port: this.#port, host: '127.0.0.1', noDelay: true });
    socket.on('data', (chunk) => this.#read(chunk));
    const broken = (error?: Error): void => {
      if (this.#socket === socket) this.#socket = null;
      const waiting = this.#waiting;
      this.#waiting = null;
      this.#early = [];
      waiting?.reject(error ?? new Error('the connection was closed'));
    };
    socket.on('error', broken);
    socket.on('close', () => broken());
    return socket;
  }

  #read(chunk: Buffer): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    if (!waiting.head) {
      if (waiting.firstByteMs === 0) waiting.firstByteMs = performance.now() - waiting.sentAt;
      const whole = this.#early.length > 0 ? Buffer.concat([...this.#early, chunk]) : chunk;
      const end = whole.indexOf(headEnd);
      if (end < 0) {
        this.#early = [whole];
        return;
      }
      this.#early = [];
      const head = parseHead(whole.toString('latin1', 0, end));
      if (head.status === 100) {
        const rest = whole.subarray(end + 4);
        if (rest.length > 0) this.#read(rest);
        return;
      }
      waiting.head = head;
      chunk = whole.subarray(end + 4);
    }
    waiting.bodyBytes += chunk.length;
    const chunked = waiting.head.headers['transfer-encoding'] === 'chunked';
    if (chunk.length > 0 && (!waiting.discard || chunked)) waiting.kept.push(chunk);
    if (chunked) {
      const raw = Buffer.concat(waiting.kept);
      if (raw.subarray(-5).toString('latin1') === '0\r\n\r\n') this.#finish(waiting, joinChunks(raw));
    } else if (waiting.bodyBytes >= Number(waiting.head.headers['content-length'] ?? 0)) this.#finish(waiting, Buffer.concat(waiting.kept));
  }

  #finish(waiting: Waiting, body: Buffer): void {
    this.#waiting = null;
    const { status, headers } = waiting.head!;
    if (headers['connection'] === 'close') this.close();
    waiting.resolve({ status, headers, body, bodyBytes: waiting.bodyBytes, firstByteMs: waiting.firstByteMs });
  }
}

/** Also resolves when the connection closes. */
function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      socket.off('drain', done);
      socket.off('close', done);
      resolve();
    };
    socket.on('drain', done);
    socket.on('close', done);
  });
}

function parseHead(text: string): { status: number; headers: Record<string, string> } {
  const lines = text.split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines.slice(1)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = name === 'set-cookie' && headers[name] ? `${headers[name]}\n${value}` : value;
  }
  return { status: Number(lines[0]!.slice(9, 12)), headers };
}

function joinChunks(raw: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < raw.length;) {
    const end = raw.indexOf('\r\n', at);
    const length = Number.parseInt(raw.toString('latin1', at, end), 16);
    if (!(length > 0)) break;
    pieces.push(raw.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
  return Buffer.concat(pieces);
}
