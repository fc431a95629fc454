/** What a file of bytes says when it is text, in the encodings that people here use; null when it is none. */

const sampleBytes = 4096;
/** Of a hundred characters, as many may be control characters. */
const mostControl = 1;
/** The most usual characters, in both scripts: a wrong guess of the encoding hardly ever brings them up. */
const usual = new Set('的一是不了在人有我他这這中大来來上个個国國和地到你们們为為年月日会會报報告合同项項目说說时時公司部');

export function decodeText(bytes: Buffer): string | null {
  const text = decode(bytes);
  if (text === null || text.trim() === '') return null;
  const sample = text.slice(0, sampleBytes);
  // oxlint-disable-next-line no-control-regex -- that is what is counted
  const control = sample.match(/[\u0000-\u0008\u000e-\u001f\ufffd]/g)?.length ?? 0;
  return (control * 100) / sample.length > mostControl ? null : text;
}

function decode(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const sample = bytes.subarray(0, sampleBytes);
  if (sample.includes(0)) return decodeWide(bytes, sample);
  const utf8 = strictly('utf-8', bytes);
  if (utf8 !== null) return utf8;
  const guesses = ['gb18030', 'big5'].flatMap((encoding) => strictly(encoding, bytes) ?? []);
  return guesses.toSorted((a, b) => usualIn(b) - usualIn(a))[0] ?? null;
}

/** UTF-16 without a mark: every second byte of Latin text is zero. */
function decodeWide(bytes: Buffer, sample: Buffer): string | null {
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]! += 1;
  const half = sample.length / 2;
  if (zeros[1]! > half * 0.4 && zeros[0]! < half * 0.02) return new TextDecoder('utf-16le').decode(bytes);
  if (zeros[0]! > half * 0.4 && zeros[1]! < half * 0.02) return new TextDecoder('utf-16be').decode(bytes);
  return null;
}

/** Null where the bytes are not of that encoding. The last character may have been cut off. */
function strictly(encoding: string, bytes: Buffer): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

const usualIn = (text: string): number => {
  let count = 0;
  for (const character of text.slice(0, sampleBytes)) if (usual.has(character)) count += 1;
  return count;
};
