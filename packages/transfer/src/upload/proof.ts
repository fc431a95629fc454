import { createSHA256 } from 'hash-wasm';

/**
 * Proof of possession: lower-case hex SHA-256 over the nonce's UTF-8 bytes and then the bytes of each range, in order. The server computes
 * the same from its own copy. A read that comes back short makes a proof that will not fit.
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
