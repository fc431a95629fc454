import { limits } from '@alcove/contract';
import type { Refusal } from '../converter.ts';

/** Of an archive so many entries are listed; the others are counted. */
export const mostEntries = limits.archiveEntries;
const MiB = 2 ** 20;
/** One entry, unpacked. */
export const mostEntryBytes = 200 * MiB;
/** What unpacks to more than this, and to more than so many times its size, was made to fill a disk. */
const ratio = { from: 10 * MiB, most: 200 };
/** The most that may come out of so many packed bytes. */
export const mostUnpacked = (packed: number): number => Math.max(ratio.from, ratio.most * packed);

/** An entry as the archive tells it. Its name is no path of ours. */
export interface RawEntry {
  name: string;
  size: number | null;
  /** ISO, without a zone where the archive names none. */
  modifiedAt: string | null;
  folder: boolean;
  locked: boolean;
}

export interface RawListing {
  entries: RawEntry[];
  more: number;
}

export interface ArchiveReader {
  list(): Promise<RawListing>;
  /** Unpacks the entry at this place of the listing into a new file. */
  unpack(index: number, path: string): Promise<void>;
}

/** The archive is at fault. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly reason: Refusal;
  constructor(reason: Refusal) {
    super(reason);
    this.reason = reason;
  }
}
