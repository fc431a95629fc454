/** Text that travels through clients and that only this server can read: AES-256-GCM, base64url. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const proofBytes = 16;

export interface Sealer {
  seal(text: string): string;
  /** Null if it was not sealed with this secret, or was changed. */
  open(sealed: string): string | null;
}

/** The secret has 32 bytes. */
export const sealer = (secret: Buffer): Sealer => ({
  seal(text) {
    const nonce = randomBytes(nonceBytes);
    const sealing = createCipheriv(cipher, secret, nonce);
    const body = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
    return Buffer.concat([nonce, sealing.getAuthTag(), body]).toString('base64url');
  },
  open(sealed) {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length < nonceBytes + proofBytes) return null;
    const opening = createDecipheriv(cipher, secret, bytes.subarray(0, nonceBytes), { authTagLength: proofBytes });
    opening.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + proofBytes));
    try {
      return Buffer.concat([opening.update(bytes.subarray(nonceBytes + proofBytes)), opening.final()]).toString('utf8');
    } catch {
      return null; // the authentication tag does not match
    }
  },
});
