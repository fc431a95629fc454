import { PDFDataRangeTransport } from 'pdfjs-dist';

/**
 * Loads only the byte ranges of a PDF that are viewed. pdf.js would ignore a failed range and leave its page white, so `onLost` reports it.
 */
export class PdfRanges extends PDFDataRangeTransport {
  readonly #url: string;
  readonly #onLost: () => void;
  readonly #closing = new AbortController();

  constructor(url: string, size: number, onLost: () => void) {
    super(size, null);
    [this.#url, this.#onLost] = [url, onLost];
  }

  override requestDataRange(begin: number, end: number): void {
    this.#fetch(begin, end).then(
      (bytes) => {
        if (!this.#closing.signal.aborted) this.onDataRange(begin, bytes);
      },
      () => {
        if (!this.#closing.signal.aborted) this.#onLost();
      },
    );
  }

  override abort(): void {
    this.#closing.abort();
  }

  /** Throws when the range does not arrive in full: offline, or the link expired. */
  async #fetch(begin: number, end: number): Promise<Uint8Array> {
    const headers = { Range: `bytes=${begin}-${end - 1}` };
    const answer = await fetch(this.#url, { headers, credentials: 'omit', signal: this.#closing.signal });
    const bytes = new Uint8Array(answer.status === 206 ? await answer.arrayBuffer() : new ArrayBuffer());
    if (bytes.length !== end - begin) throw new Error(`${bytes.length} bytes of ${end - begin}, status ${answer.status}`);
    return bytes;
  }
}
