/**
 * The canonical form of an entry, and the chain over the entries (decision 0083). Pure. What is computed here is compared with what was
 * computed years ago, so it never changes: `canonical.test.ts` holds it by vectors that another program computed.
 */
import { hash } from 'node:crypto';

/** The columns in the order of the canonical form. The id is not among them, so that entries that changed places are recognized. */
export const canonicalColumns = [
  'at',
  'deed',
  'action',
  'result',
  'actor_kind',
  'person_id',
  'actor_name',
  'object_kind',
  'object_id',
  'object_name',
  'space_id',
  'space_name',
  'folder_id',
  'folder_name',
  'address',
  'device',
  'agent',
  'trace_id',
  'detail',
] as const;

const none = 0xffff_ffff;

/** Of each field its length in bytes (4 bytes, big-endian; 0xffffffff: there is none), then its UTF-8 bytes. */
export function canonicalForm(fields: readonly (string | null)[]): Buffer {
  const sizes = fields.map((field) => (field === null ? 0 : Buffer.byteLength(field)));
  const form = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + size, fields.length * 4));
  let at = 0;
  fields.forEach((field, index) => {
    at = form.writeUInt32BE(field === null ? none : sizes[index]!, at);
    if (field !== null) at += form.write(field, at);
  });
  return form;
}

/** The SHA-256 of the canonical form; 32 bytes. */
export const digestOf = (fields: readonly (string | null)[]): Buffer => hash('sha256', canonicalForm(fields), 'buffer');

/** Before the first entry. */
export const noEntries: Buffer = Buffer.alloc(32);

/** The chain after an entry: SHA-256 of the chain before it, its id (8 bytes, big-endian) and its digest. */
export function chained(before: Buffer, id: number, digest: Buffer): Buffer {
  const idBytes = Buffer.allocUnsafe(8);
  idBytes.writeBigUInt64BE(BigInt(id));
  return hash('sha256', Buffer.concat([before, idBytes, digest]), 'buffer');
}
