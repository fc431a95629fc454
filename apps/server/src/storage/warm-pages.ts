/**
 * What of a file was read a moment ago. The system has it in memory still, so reading it again takes microseconds, less than waking a thread
 * for it does.
 */
const PAGE = 4096;
/** Far shorter than it takes to read enough of other files to push these pages out. */
const WARM_MS = 10_000;

/** Of larger files, only this beginning is kept track of. Parts, of which large objects consist, are smaller. */
const MOST_PAGES = (256 * 1024 ** 2) / PAGE;

export class WarmPages {
  /** One bit for each page, as far as pages were read. */
  #bits = new Uint8Array(0);
  #until = 0;

  noteRead(offset: number, length: number, now = performance.now()): void {
    const last = Math.min(Math.floor((offset + length - 1) / PAGE), MOST_PAGES - 1);
    if (now >= this.#until) {
      this.#bits.fill(0);
      this.#until = now + WARM_MS;
    }
    if (last >> 3 >= this.#bits.length) {
      const wider = new Uint8Array(Math.max(64, 2 * (last >> 3)) + 1);
      wider.set(this.#bits);
      this.#bits = wider;
    }
    for (let page = Math.floor(offset / PAGE); page <= last; page++) this.#bits[page >> 3]! |= 1 << (page & 7);
  }

  /** Whether all of it was read a moment ago. */
  has(offset: number, length: number, now = performance.now()): boolean {
    if (now >= this.#until) return false;
    const last = Math.floor((offset + length - 1) / PAGE);
    for (let page = Math.floor(offset / PAGE); page <= last; page++) if (!(this.#bits[page >> 3]! & (1 << (page & 7)))) return false;
    return true;
  }
}
