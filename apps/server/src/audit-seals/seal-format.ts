/** What is written outside the database: a seal. Pure. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { logFaultKinds } from '@alcove/contract';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const id = z.number().int().min(0);
const base64 = z.base64();

/** Where in the sequence of seals one is, and the SHA-256 of its bytes. */
const reference = z.strictObject({ key: z.string(), hash });

const sealSchema = z.strictObject({
  version: z.literal(1),
  /** The seal before this one; null in the first. */
  previous: reference.nullable(),
  /** Where the log is checked from: the seal with this key, the id before its first entry, and the chain there. */
  begins: z.strictObject({ key: z.string(), after: id, chain: hash }),
  /** Entries up to this id are removed because their term has ended. */
  removedTo: id,
  /** The id before the first entry of this seal, and the chain there. */
  after: id,
  chainBefore: hash,
  /** The id of the last entry, and the chain there. */
  last: id,
  chain: hash,
  count: id,
  /** When the newest of its entries was written, and when it was sealed. */
  newest: z.string().nullable(),
  sealed: z.string(),
  /** The distances between the ids, as varints. */
  ids: base64,
  /** The first 8 bytes of each entry's digest. */
  digests: base64,
  /** What an operator accepted as it is, so that the log could go on (`serve verify-log --accept`). */
  accepted: z.strictObject({ kind: z.enum(logFaultKinds), entry: id.nullable() }).nullable(),
});

export type Seal = z.output<typeof sealSchema>;
export type SealReference = z.output<typeof reference>;

export const digestBytes = 8;

/** The same seal always has the same bytes: its fields are in the order of the schema. */
export const encodeSeal = (seal: Seal): Buffer => Buffer.from(`${JSON.stringify(sealSchema.parse(seal))}\n`);
export const hashOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Null if these are not the bytes of a seal. */
export function decodeSeal(bytes: Buffer): Seal | null {
  try {
    const seal = sealSchema.parse(JSON.parse(bytes.toString()));
    const ids = idsOf(seal);
    const fits = ids.length === seal.count && Buffer.from(seal.digests, 'base64').length === seal.count * digestBytes;
    return fits && (ids.at(-1) ?? seal.after) === seal.last ? seal : null;
  } catch {
    return null;
  }
}

/** The distances, of 7 bits a byte, the lowest first; a set highest bit means that more follow. */
export function packIds(after: number, ids: readonly number[]): string {
  const bytes: number[] = [];
  let before = after;
  for (const one of ids) {
    let distance = one - before;
    for (; distance >= 0x80; distance = Math.floor(distance / 0x80)) bytes.push((distance % 0x80) | 0x80);
    bytes.push(distance);
    before = one;
  }
  return Buffer.from(bytes).toString('base64');
}

export function idsOf({ after, ids }: Pick<Seal, 'after' | 'ids'>): number[] {
  const found: number[] = [];
  let [before, distance, scale] = [after, 0, 1];
  for (const byte of Buffer.from(ids, 'base64')) {
    distance += (byte & 0x7f) * scale;
    scale *= 0x80;
    if (byte & 0x80) continue;
    before += distance;
    found.push(before);
    [distance, scale] = [0, 1];
  }
  return found;
}

/** The pieces of an hour as one seal. They follow each other. */
export function joined(pieces: readonly Seal[]): Seal {
  const first = pieces[0]!;
  const last = pieces.at(-1)!;
  return {
    ...last,
    previous: first.previous,
    after: first.after,
    chainBefore: first.chainBefore,
    count: pieces.reduce((sum, { count }) => sum + count, 0),
    newest: pieces.reduce<string | null>(
      (latest, { newest }) => (newest !== null && (latest === null || newest > latest) ? newest : latest),
      null,
    ),
    ids: packIds(first.after, pieces.flatMap(idsOf)),
    digests: Buffer.concat(pieces.map(({ digests }) => Buffer.from(digests, 'base64'))).toString('base64'),
    accepted: pieces.find(({ accepted }) => accepted !== null)?.accepted ?? null,
  };
}
