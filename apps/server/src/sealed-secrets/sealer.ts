import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What a secret belongs to. Sealed for something else, it cannot be opened. */
export interface SealedFor {
  /** The row that keeps it. */
  id: string;
  /** Where it may be sent. A row that is pointed at another address has no secret. */
  address: string;
}

export interface Sealer {
  seal(secret: string, of: SealedFor): Buffer;
  /** Null if it was sealed for something else, or with another key. */
  open(sealed: Buffer, of: SealedFor): string | null;
}

const algorithm = 'aes-256-gcm';
const version = Buffer.of(1);
const [nonceBytes, tagBytes] = [12, 16];

/** No two different rows and addresses have the same text. */
const boundTo = ({ id, address }: SealedFor): Buffer => Buffer.from(JSON.stringify([id, address]));

/** Seals with a key that is made of the installation's secret, and of the operator's, if they set one. */
export function openSealer(serverSecret: Buffer, operatorKey: string | null): Sealer {
  const key = Buffer.from(hkdfSync('sha256', serverSecret, operatorKey ?? '', 'sealed secrets', 32));
  return {
    seal(secret, of) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(boundTo(of));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([version, nonce, cipher.getAuthTag(), text]);
    },
    open(sealed, of) {
      if (sealed.length < 1 + nonceBytes + tagBytes || sealed[0] !== version[0]) return null;
      const parts = sealed.subarray(1);
      const tag = parts.subarray(nonceBytes, nonceBytes + tagBytes);
      const decipher = createDecipheriv(algorithm, key, parts.subarray(0, nonceBytes), { authTagLength: tagBytes })
        .setAAD(boundTo(of))
        .setAuthTag(tag);
      try {
        return decipher.update(parts.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return null;
      }
    },
  };
}
