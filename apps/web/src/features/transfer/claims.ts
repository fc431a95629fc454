import { limits } from '@alcove/contract';
import type { FileSource, UploadTarget } from '@alcove/transfer';
import { newUuid } from '../../uuid.ts';

/** Gives a claim back. */
export type Release = () => void;

const nothing: Release = () => {};

/** What tells one upload from another: the same file into the same folder. */
export type Claimed = Pick<FileSource, 'name' | 'size' | 'lastModified'>;
const locks = navigator.locks as LockManager | undefined;
const nameOf = ({ name, size, lastModified }: Claimed, { parentId }: UploadTarget): string =>
  `alcove-upload ${JSON.stringify([parentId, name, size, lastModified])}`;

/**
 * A file of several parts goes up from one list of one tab; the browser frees the claim when its tab goes. Null: it is in a list
 * already. Smaller files are not worth a claim (the server makes one file of what comes twice), nor can there be one on a page
 * that is not served over https.
 */
export async function claim(source: Claimed, target: UploadTarget): Promise<Release | null> {
  if (!locks || source.size <= limits.partSize) return nothing;
  return new Promise((answer) => {
    void locks.request(nameOf(source, target), { ifAvailable: true }, (lock) => {
      if (!lock) return answer(null);
      return new Promise<void>((release) => answer(release));
    });
  });
}

/** The list of this page: what it holds, small files too, is not interrupted as long as the browser keeps its lock. */
let tab = { id: '', free: nothing };
export const thisTab = (): string => tab.id;

/** For the next person: what the last one's list held is offered to them again when they come back. */
export function newTab(): void {
  tab.free();
  const next = { id: newUuid(), free: nothing };
  tab = next;
  void locks?.request(lockOfTab(next.id), () => new Promise<void>((free) => (next.free = free)));
}
const lockOfTab = (id: string): string => `alcove-uploads ${id}`;

type Listed = Claimed & { target: UploadTarget; tab?: string };
const lockOf = (one: Listed): string =>
  one.tab !== undefined && one.size <= limits.partSize ? lockOfTab(one.tab) : nameOf(one, one.target);

const watched = new Set<string>();
/** Which of these some list holds, of whichever tab; `freed` is called when one of them is given back. */
export async function inSomeList<One extends Listed>(uploads: readonly One[], freed: () => void): Promise<Set<One>> {
  if (!locks || uploads.length === 0) return new Set();
  const held = new Set((await locks.query()).held?.map(({ name }) => name));
  const there = uploads.filter((one) => held.has(lockOf(one)));
  for (const name of new Set(there.map(lockOf))) {
    if (watched.has(name)) continue;
    watched.add(name);
    // Shared, and let go at once: it stands in nobody's way.
    void locks.request(name, { mode: 'shared' }, () => {
      watched.delete(name);
      freed();
    });
  }
  return new Set(there);
}
