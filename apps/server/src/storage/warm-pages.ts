/**
 * What of a file was read lately. The system has it in memory still, unless it needed much of its memory for something else, so reading it
 * again takes microseconds, less than waking a thread for it does.
 */
const PAGE = 4096;
/** What was read counts as warm for one to two of these. */
const TURN_MS = 30_000;

/** Of larger files, only this beginning is kept track of. Parts, of which large objects consist, are smaller. */
const MOST_PAGES = (256 * 1024 ** 2) / PAGE;

type Bits = Uint8Array<ArrayBuffer>;
const none: Bits = new Uint8Array(0);

export class WarmPages {
  /** One bit for each page, as far as pages were read: in this turn, and in the one before. */
  #bits = none;
  #before = none;
  #turnEnds = 0;

  noteRead(offset: number, length: number, now = performance.now()): void {
    this.#turn(now);
    const last = Math.min(Math.floor((offset + length - 1) / PAGE), MOST_PAGES - 1);
    if (last >> 3 >= this.#bits.length) {
      const wider = new Uint8Array(Math.max(64, 2 * (last >> 3)) + 1);
      wider.set(this.#bits);
      this.#bits = wider;
    }
    for (let page = Math.floor(offset / PAGE); page <= last; page++) this.#bits[page >> 3]! |= 1 << (page & 7);
  }

  /** Whether all of it was read lately. */
  has(offset: number, length: number, now = performance.now()): boolean {
    this.#turn(now);
    const last = Math.floor((offset + length - 1) / PAGE);
    for (let page = Math.floor(offset / PAGE); page <= last; page++) {
      const bit = 1 << (page & 7);
      if (!(this.#bits[page >> 3]! & bit) && !(this.#before[page >> 3]! & bit)) return false;
    }
    return true;
  }

  #turn(now: number): void {
    if (now < this.#turnEnds) return;
    this.#before = now < this.#turnEnds + TURN_MS ? this.#bits : none;
    this.#bits = none;
    this.#turnEnds = now + TURN_MS;
  }
}

/** A read from memory takes a hundredth of this. */
const LONG_MS = 5;
/** Two long reads among so many are the disk's; a single one may have waited for the processor. */
const AMONG = 8;
const AGAIN_AFTER_MS = 10_000;

/** Whether warm pages are read without a thread. Once they come from a disk after all, the system needed its memory for something else. */
export class ReadsHere {
  #from = 0;
  /** Reads until the last long one is forgotten. */
  #suspicion = 0;

  may(now = performance.now()): boolean {
    return now >= this.#from;
  }

  took(ms: number, now = performance.now()): void {
    if (ms <= LONG_MS) this.#suspicion = Math.max(0, this.#suspicion - 1);
    else if (this.#suspicion === 0) this.#suspicion = AMONG;
    else {
      this.#suspicion = 0;
      this.#from = now + AGAIN_AFTER_MS;
    }
  }
}
