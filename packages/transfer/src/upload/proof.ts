import { createSHA256 } from 'hash-wasm';

/**
 * Proof of possession: the SHA-256, in lower-case hex, of the nonce's UTF-8 bytes followed by the bytes of each range, in order. The server
 * computes the same from its own copy, so a short read yields an invalid proof.
 */
export async function proofOf(
  challenge: { nonce: string; ranges: readonly (readonly [start: number, length: number])[] },
  read: (start: number, length: number) => Promise<Uint8Array>,
): Promise<string> {
  const hasher = (await createSHA256()).init();
  hasher.update(new TextEncoder().encode(challenge.nonce));
  for (const [start, length] of challenge.ranges) hasher.update(await read(start, length));
  return hasher.digest();
}
