import { limits } from '@alcove/contract';
import type { FileSource, UploadTarget } from '@alcove/transfer';
import { newUuid } from '../../../api/uuid.ts';
import type { Release, TabLocks } from './tab-locks.ts';

/** What tells one upload from another: the same file into the same folder. */
export type Claimed = Pick<FileSource, 'name' | 'size' | 'lastModified'>;
const nameOf = ({ name, size, lastModified }: Claimed, { parentId }: UploadTarget): string =>
  `alcove-upload ${JSON.stringify([parentId, name, size, lastModified])}`;
const lockOfTab = (id: string): string => `alcove-uploads ${id}`;

/** What was only chosen is claimed when it comes into the list. */
type Listed = Claimed & { target: UploadTarget; tab?: string; chosen?: true };
const lockOf = (one: Listed): string =>
  one.tab !== undefined && (one.chosen || one.size <= limits.partSize) ? lockOfTab(one.tab) : nameOf(one, one.target);

/** Which tab's list holds which upload. */
export interface UploadLocks {
  /**
   * A file of several parts goes up from one list of one tab; the claim is free when its tab goes. Null: it is in a list already.
   * Smaller files are not worth a claim: the server makes one file of what comes twice.
   */
  claim(source: Claimed, target: UploadTarget): Promise<Release | null>;
  /** The list of this page: what it holds, small files too, is not interrupted as long as the page is there. */
  tab(): string;
  /** For the next person: what the last one's list held is offered to them again when they come back. */
  newTab(): void;
  /** Which of these some list holds, of whichever tab; `freed` is called when one of them is given back. */
  inSomeList<One extends Listed>(uploads: readonly One[], freed: () => void): Promise<Set<One>>;
}

const nothing: Release = () => {};

export function openUploadLocks(locks: TabLocks): UploadLocks {
  let tab: { id: string; held: Promise<Release | null> } = { id: '', held: Promise.resolve(null) };
  return {
    claim: async (source, target) => (source.size <= limits.partSize ? nothing : locks.take(nameOf(source, target))),
    tab: () => tab.id,
    newTab() {
      void tab.held.then((release) => release?.());
      const id = newUuid();
      tab = { id, held: locks.take(lockOfTab(id)) };
    },
    async inSomeList(uploads, freed) {
      if (uploads.length === 0) return new Set();
      const held = await locks.held();
      const there = uploads.filter((one) => held.has(lockOf(one)));
      locks.watch(new Set(there.map(lockOf)), freed);
      return new Set(there);
    },
  };
}
