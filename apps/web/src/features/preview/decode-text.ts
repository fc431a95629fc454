/** What a text file's first bytes say in characters, and in which encoding they were. */
export interface Decoded {
  text: string;
  encoding: 'UTF-8' | 'UTF-16' | 'GB18030';
}

/**
 * UTF-16 and UTF-8 by their mark, UTF-8 when the bytes are valid, else GB18030 (which covers GBK), the usual encoding of older
 * Chinese files. `cut` says that the bytes end before the file does: half a character at the end is then no fault.
 */
export function decodeText(bytes: Uint8Array, cut: boolean): Decoded {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' };
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' };
  const whole = cut ? withoutHalf(bytes) : bytes;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(whole), encoding: 'UTF-8' };
  } catch {
    return { text: new TextDecoder('gb18030').decode(bytes), encoding: 'GB18030' };
  }
}

/** Drops up to three bytes of a UTF-8 character that was cut off. */
function withoutHalf(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0b1100_0000) === 0b1000_0000) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}
