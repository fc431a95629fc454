import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();
const base64 = (bytes: Buffer): string => bytes.toString('base64url');
const hex = (text: string): Buffer => Buffer.from(text, 'hex');

/** A key as a browser has it (WebAuthn), which counts how often it was used. */
export class SoftKey {
  readonly #origin: string;
  readonly #id = randomBytes(16);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  counter = 0;
  /** Whether it verifies its owner, by a PIN or a finger. */
  verifies = true;
  constructor(origin: string) {
    this.#origin = origin;
  }

  #sent(type: string, challenge: string): string {
    return JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false });
  }

  #head(isNew: boolean): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE((this.counter += 1));
    return Buffer.concat([sha256(new URL(this.#origin).hostname), Buffer.of(1 | (this.verifies ? 4 : 0) | (isNew ? 0x40 : 0)), count]);
  }

  readonly #common = () => ({
    id: base64(this.#id),
    rawId: base64(this.#id),
    type: 'public-key' as const,
    clientExtensionResults: {},
  });

  /** Answers what a registration asks. */
  make({ challenge }: { challenge: string }) {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' });
    const [left, right] = [x!, y!].map((one) => Buffer.from(one, 'base64url')) as [Buffer, Buffer];
    const key = Buffer.concat([hex('a5010203262001215820'), left, hex('225820'), right]);
    const data = Buffer.concat([this.#head(true), Buffer.alloc(16), hex('0010'), this.#id, key]);
    const attestation = Buffer.concat([hex('a363666d74646e6f6e656761747453746d74a068617574684461746158'), Buffer.of(data.length), data]);
    return {
      ...this.#common(),
      response: {
        clientDataJSON: base64(Buffer.from(this.#sent('webauthn.create', challenge))),
        attestationObject: base64(attestation),
        transports: ['internal'],
      },
    };
  }

  /** Answers what a sign-in or a proof asks. */
  signs({ challenge }: { challenge: string }) {
    const sent = Buffer.from(this.#sent('webauthn.get', challenge));
    const data = this.#head(false);
    const signature = sign('sha256', Buffer.concat([data, sha256(sent)]), this.#keys.privateKey);
    return {
      ...this.#common(),
      response: { clientDataJSON: base64(sent), authenticatorData: base64(data), signature: base64(signature) },
    };
  }
}
