/** What the library leaves to us of the identity that a platform signed (OpenID Connect Core, 3.1.3.7 and 3.1.3.8). Pure. */
import { createHash } from 'node:crypto';
import type { SigningAlgorithm } from '@alcove/contract';

export interface TokenFacts {
  clientId: string;
  algorithm: SigningAlgorithm;
  accessToken: string;
  /** In seconds. */
  now: number;
  tolerance: number;
}

/** Why the claims may not be believed; null if they may. */
export function faultOf(
  { iat, azp, at_hash: tokenHash }: Readonly<Record<string, unknown>>,
  { clientId, algorithm, accessToken, now, tolerance }: TokenFacts,
): string | null {
  if (typeof iat !== 'number' || iat > now + tolerance) return 'the identity was signed in the future';
  if (azp !== undefined && azp !== clientId) return 'the identity is for another client';
  if (tokenHash !== undefined && tokenHash !== halfHash(accessToken, algorithm)) return 'the identity came with the token of another one';
  return null;
}

/** The left half of the hash that belongs to the algorithm. */
function halfHash(text: string, algorithm: SigningAlgorithm): string {
  const hash = createHash(algorithm === 'EdDSA' ? 'sha512' : 'sha256')
    .update(text)
    .digest();
  return hash.subarray(0, hash.length / 2).toString('base64url');
}
