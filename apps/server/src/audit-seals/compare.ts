/** Compares the entries of a seal with those of the database. Pure. */
import type { LogFault } from '@alcove/contract';
import { digestBytes } from './seal-format.ts';

export interface SealedEntries {
  ids: readonly number[];
  /** `digestBytes` of each. */
  digests: Buffer;
}
export interface Found {
  id: number;
  digest: Buffer;
}

/** The first entry that is not as it was sealed; null: all are. Both are in the order of their ids. */
export function firstFault({ ids, digests }: SealedEntries, found: readonly Found[]): LogFault | null {
  const sealed = (index: number): Buffer => digests.subarray(index * digestBytes, (index + 1) * digestBytes);
  for (let index = 0; index < Math.max(ids.length, found.length); index += 1) {
    const [id, entry] = [ids[index], found[index]];
    if (entry === undefined || (id !== undefined && id < entry.id)) return { kind: 'missing', entry: id! };
    if (id === undefined || entry.id < id) return { kind: 'added', entry: entry.id };
    const digest = entry.digest.subarray(0, digestBytes);
    if (sealed(index).equals(digest)) continue;
    const elsewhere = ids.some((_, other) => other !== index && sealed(other).equals(digest));
    return { kind: elsewhere ? 'swapped' : 'changed', entry: id };
  }
  return null;
}
