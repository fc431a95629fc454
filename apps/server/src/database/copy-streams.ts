/** COPY as streams: rows leave and enter PostgreSQL without being held in memory. `client.query(new CopyOut(text))` begins one. */
import { Readable, Writable } from 'node:stream';
import type { Connection, Submittable } from 'pg';

type Done = (error?: Error | null) => void;

/** What the driver has for COPY, beside what its types declare. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** `COPY … TO STDOUT`. If it is destroyed early, the connection must not be used again. */
export class CopyOut extends Readable implements Submittable {
  /** Known at the end. */
  rows = 0;
  readonly #text: string;
  #connection: Connection | null = null;

  constructor(text: string) {
    super({ highWaterMark: 256 * 1024 });
    this.#text = text;
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.query(this.#text);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // A copy, because the driver uses the memory of the chunk again.
    if (!this.destroyed && !this.push(Buffer.from(chunk))) this.#connection?.stream.pause();
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = rowsIn(text);
  }

  handleReadyForQuery(): void {
    // It may have been paused by the last rows, which came together with this.
    this.#connection?.stream.resume();
    this.#connection = null;
    this.push(null);
  }

  handleError(error: Error): void {
    this.#connection?.stream.resume();
    this.destroy(error);
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#connection?.stream.resume();
    done(error);
  }
}

/** `COPY … FROM STDIN`. The rows are there when it has finished. Destroying it undoes the COPY. */
export class CopyIn extends Writable implements Submittable {
  /** Known at the end. */
  rows = 0;
  readonly #text: string;
  #connection: CopyConnection | null = null;
  #begin: (() => void) | null = null;
  #finish: Done | null = null;

  constructor(text: string) {
    super({ highWaterMark: 256 * 1024 });
    this.#text = text;
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    if (this.destroyed) return connection.sendCopyFail('abandoned');
    this.#connection = connection;
    this.#begin?.();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#onceBegun((connection) => {
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) connection.stream.once('drain', () => done());
      else done();
    });
  }

  override _final(done: Done): void {
    this.#finish = done;
    this.#onceBegun((connection) => connection.endCopyFrom());
  }

  #onceBegun(work: (connection: CopyConnection) => void): void {
    if (this.#connection) work(this.#connection);
    else this.#begin = () => work(this.#connection!);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = rowsIn(text);
  }

  handleReadyForQuery(): void {
    this.#connection = null;
    this.#finish?.();
  }

  handleError(error: Error): void {
    this.#connection = null;
    this.destroy(error);
  }

  override _destroy(error: Error | null, done: Done): void {
    if (error) this.#connection?.sendCopyFail('abandoned');
    done(error);
  }
}

const rowsIn = (tag: string): number => Number(/^COPY (\d+)$/.exec(tag)?.[1] ?? 0);
