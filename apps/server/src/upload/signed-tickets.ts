/**
 * A ticket for an instant transfer has no row until it is used. Whom it was given to, and for what, is signed into it (docs/decisions/0108). It is the base64url of
 * an id that begins with the time, the content, hidden from whoever has the ticket, and a proof over both and over what was checked.
 */
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { BlobId, InstanceId, InstantTicket } from '@alcove/contract';
import { newId } from '../ids.ts';

/** What a person was offered. */
export interface Offered {
  userId: string;
  parentId: InstanceId;
  name: string;
  blobId: BlobId;
}

/** What whoever has the ticket must prove to have of a content with this many bytes. Only the server can tell it before it gives the ticket away. */
export type Challenge = (size: number) => InstantTicket['proof'];

export interface SignedTickets {
  sign(offered: Offered): { ticket: string; challenge: Challenge };
  /** The content that was offered to this person for this file. Null if none was with this ticket, or it is too old. */
  read(ticket: string, asked: Omit<Offered, 'blobId'>): { blobId: BlobId; challenge: Challenge } | null;
}

export const ticketLifeMs = 3_600_000;

const provedRanges = { count: 4, bytes: 65_536 };

/** The parts of a ticket, in bytes. Together they need no padding in base64. */
const idBytes = 16;
const startBytes = idBytes + 16;
const proofBytes = 16;
const shape = /^[\w-]{64}$/;

/** What is drawn for each id, in bytes: what hides the content, the nonce, and where the ranges start. */
const nonceAt = 16;
const rangesAt = 40;
const rangeBytes = 6;

/** `mark` is that of the store. */
export function signedTickets({ secret, mark, now }: { secret: Buffer; mark: string; now: () => Date }): SignedTickets {
  const key = createSecretKey(secret); // bytes would become a key for each proof, which costs five times the proof
  const hmac = (hash: 'sha256' | 'sha512', ...of: readonly string[]): Buffer =>
    createHmac(hash, key)
      .update(JSON.stringify([mark, ...of]))
      .digest();
  const drawn = (id: Buffer): Buffer => hmac('sha512', 'drawn for a ticket', text(id));
  const proof = (start: Buffer, { userId, parentId, name }: Omit<Offered, 'blobId'>): Buffer =>
    hmac('sha256', 'ticket', text(start), userId, parentId, name).subarray(0, proofBytes);

  return {
    sign(offered) {
      const id = bytesOf(newId());
      const draw = drawn(id);
      const start = Buffer.concat([id, mixed(bytesOf(offered.blobId), draw)]);
      return { ticket: text(Buffer.concat([start, proof(start, offered)])), challenge: challengeOf(draw) };
    },
    read(ticket, asked) {
      if (!shape.test(ticket)) return null;
      const bytes = Buffer.from(ticket, 'base64url');
      const start = bytes.subarray(0, startBytes);
      const madeAt = bytes.readUIntBE(0, 6);
      if (!timingSafeEqual(bytes.subarray(startBytes), proof(start, asked)) || now().getTime() - madeAt > ticketLifeMs) return null;
      const draw = drawn(start.subarray(0, idBytes));
      return { blobId: uuidOf(mixed(start.subarray(idBytes), draw)), challenge: challengeOf(draw) };
    },
  };
}

const challengeOf =
  (draw: Buffer): Challenge =>
  (size) => {
    const { count, bytes } = provedRanges;
    const startOf = (at: number): number =>
      Math.floor((draw.readUIntBE(rangesAt + at * rangeBytes, rangeBytes) / 2 ** 48) * (size - bytes + 1));
    return {
      nonce: text(draw.subarray(nonceAt, rangesAt)),
      ranges: size <= bytes ? [[0, size]] : Array.from({ length: count }, (_, at) => [startOf(at), bytes]),
    };
  };

const text = (bytes: Buffer): string => bytes.toString('base64url');
const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');
const uuidOf = (bytes: Buffer): BlobId => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') as BlobId;
/** The first bytes of `key` hide or reveal what is in `bytes`. */
const mixed = (bytes: Buffer, key: Buffer): Buffer => Buffer.from(bytes.map((byte, at) => byte ^ key[at]!));
