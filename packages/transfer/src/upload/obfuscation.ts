import { limits } from '@alcove/contract';
import type { ConfuseParams } from '@alcove/contract';

const { xorOnlyBelow, points: pointCount, longestRun } = limits.obfuscation;
const keyLength = 32;

const isKey = (hex: string): boolean => /^[0-9a-f]{64}$/i.test(hex);
const keyBytes = (hex: string): Uint8Array => {
  if (!isKey(hex)) throw new RangeError('Array out of bounds: the key is not 32 bytes');
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
};

/** Whether the key is valid and every run lies inside a file of that size. */
export const pointsFit = ({ key, points }: ConfuseParams, size: number): boolean =>
  isKey(key) &&
  points.every(
    ([start, length]) => Number.isSafeInteger(start) && Number.isSafeInteger(length) && start >= 0 && length >= 0 && start + length <= size,
  );

/**
 * Applies or reverses the obfuscation of a chunk that starts at `offset` of the file, in place: byte i of each run is XORed with byte i mod
 * 32 of the key. Applying it twice restores the bytes, and any chunking of a file yields the same bytes. Returns the chunk.
 */
export function confuse<Chunk extends Uint8Array>(chunk: Chunk, offset: number, params: ConfuseParams): Chunk {
  const key = keyBytes(params.key);
  for (const [start, length] of params.points) {
    const from = Math.max(start, offset);
    const to = Math.min(start + length, offset + chunk.length);
    for (let at = from; at < to; at++) chunk[at - offset] = (chunk[at - offset] ?? 0) ^ (key[(at - start) % keyLength] ?? 0);
  }
  return chunk;
}

/**
 * Draws the points for a file: under 1,200 bytes one that covers it, else four runs of 1 to 128 bytes, in order, without overlap and inside
 * the file. `randomBytes` must be the platform's cryptographic source.
 */
export function drawConfuseParams(size: number, randomBytes: (count: number) => Uint8Array): ConfuseParams {
  const key = [...randomBytes(keyLength)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (size < xorOnlyBelow) return { key, points: [[0, size]] };
  // One run in each quarter, so that they cannot overlap. With 48 random bits for at most 2^35 positions the bias is negligible.
  const random = (below: number): number => randomBytes(6).reduce((sum, byte) => sum * 256 + byte, 0) % below;
  const quarter = Math.floor(size / pointCount);
  const points = Array.from({ length: pointCount }, (_, index): [number, number] => {
    const length = 1 + random(Math.min(longestRun, quarter));
    return [index * quarter + random(quarter - length + 1), length];
  });
  return { key, points };
}
