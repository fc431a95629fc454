/** Files read into memory that is used again: the browser reads on meanwhile, and a large file leaves nothing behind to collect. */

const pieceBytes = 1024 * 1024;

/** Whether this browser reads into a memory that it is given. */
export const readsIntoMemory: boolean = (() => {
  try {
    new Blob().stream().getReader({ mode: 'byob' });
    return true;
  } catch {
    return false;
  }
})();

type Reader = ReadableStreamBYOBReader;
/** Chromium collects a file's stream that only its own pending read holds, and the read is never answered. So all are held here. */
const underWay = new Set<Reader>();
function begin(file: Blob): Reader {
  const reader = file.stream().getReader({ mode: 'byob' });
  underWay.add(reader);
  return reader;
}
function end(reader: Reader): void {
  underWay.delete(reader);
  reader.cancel().catch(() => {}); // a file that could not be read has told so
}

/** A whole file in order. A piece is only good until the next one is asked for. */
export async function* piecesOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = begin(file);
  try {
    for (let memory = new ArrayBuffer(pieceBytes); ;) {
      const { done, value } = await reader.read(new Uint8Array(memory));
      if (done) return;
      yield value;
      memory = value.buffer;
    }
  } finally {
    end(reader);
  }
}

/** Reads ranges one after the other. What was read is only good until the next one is asked for. */
export function rangeReader(): (file: Blob, start: number, length: number) => Promise<Uint8Array> {
  let memory = new ArrayBuffer(0);
  return async (file, start, length) => {
    if (memory.byteLength < length) memory = new ArrayBuffer(length); // also after a failure, which keeps the memory
    const reader = begin(file.slice(start, start + length));
    try {
      let filled = 0;
      while (filled < length) {
        const { done, value } = await reader.read(new Uint8Array(memory, filled, length - filled));
        if (value) memory = value.buffer;
        if (done) break;
        filled += value.length;
      }
      return new Uint8Array(memory, 0, filled);
    } finally {
      end(reader);
    }
  };
}
