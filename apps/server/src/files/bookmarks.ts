/**
 * Where items are in the lists of large folders. A page in the middle is then found from an item near it, instead of counting from an end of
 * the list. An item is where it was as long as the number of the folder's changes is the same; the statement that begins at a bookmark checks
 * this itself. So nothing has to be told when a folder changes, and no bookmark leads to a wrong page.
 */
import type { Kysely } from 'kysely';
import type { InstanceId, InstanceSortField } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/** From so many skipped items on, it pays to look for a nearer beginning than the start of the list. */
export const far = 1000;
/** In each order, for folders and for files. */
const mostBookmarks = 100;
const mostFolders = 50;

/** What a statement tells of a folder's whole list. */
export interface ListState {
  folders: number;
  files: number;
  changes: number;
}

interface Bookmark {
  id: InstanceId;
  /** How many folders or files come before it in the ascending order. */
  at: number;
}

interface Known extends ListState {
  bookmarks: Map<string, Map<number, Bookmark>>;
}

/** Some of the items of a list. Folders come first. */
export interface Range {
  field: InstanceSortField;
  order: 'asc' | 'desc';
  skipped: number;
  most: number;
}

/** How a page is found from a bookmark. */
export interface Walk {
  /** Where it begins, and as of which number of changes. */
  id: InstanceId;
  changes: number;
  isFile: boolean;
  /** Whether it goes from the bookmark on or comes before it, in the ascending order. */
  way: 'up' | 'down';
  skipped: number;
  most: number;
}

/** The part of the range that consists of files, or of folders, in the ascending order. */
function partOf({ folders, files }: ListState, { order, skipped, most }: Range, isFile: boolean): { from: number; to: number } {
  const all = isFile ? files : folders;
  const before = isFile ? folders : 0;
  const within = (position: number): number => Math.min(all, Math.max(0, position - before));
  const [from, to] = [within(skipped), within(skipped + most)];
  return order === 'asc' ? { from, to } : { from: all - to, to: all - from };
}

export class Bookmarks {
  readonly #known = new Map<InstanceId, Known>();

  /** The walk to a page that consists of folders or of files only, if one from a bookmark is shorter than those from both ends. */
  find(folderId: InstanceId, range: Range): Walk | undefined {
    const known = this.#known.get(folderId);
    if (!known) return undefined;
    this.#keep(folderId, known);
    const [folders, files] = [partOf(known, range, false), partOf(known, range, true)];
    const isFile = folders.to === folders.from;
    if (!isFile && files.to > files.from) return undefined;
    const { from, to } = isFile ? files : folders;
    let nearest: Walk | undefined;
    let shortest = Math.min(from, (isFile ? known.files : known.folders) - to);
    for (const { id, at } of known.bookmarks.get(orderOf(range, isFile))?.values() ?? []) {
      const skipped = at <= from ? from - at : at - to;
      if (skipped < 0 || skipped >= shortest) continue;
      shortest = skipped;
      nearest = { id, changes: known.changes, isFile, way: at <= from ? 'up' : 'down', skipped, most: to - from };
    }
    return nearest;
  }

  /** Notes where the first item of a page is, unless that is near an end of the list. */
  note(folderId: InstanceId, { folders, files, changes }: ListState, range: Range, firstId: InstanceId): void {
    const state = { folders, files, changes };
    const isFile = range.skipped >= folders;
    const { from, to } = partOf(state, range, isFile);
    const all = isFile ? files : folders;
    const at = range.order === 'asc' ? from : to - 1;
    if (Math.min(at, all - at) < far) return;
    const before = this.#known.get(folderId);
    const known = before?.changes === changes ? before : { ...state, bookmarks: new Map<string, Map<number, Bookmark>>() };
    this.#keep(folderId, known);
    const order = orderOf(range, isFile);
    const bookmarks = known.bookmarks.get(order) ?? new Map<number, Bookmark>();
    known.bookmarks.set(order, bookmarks);
    // Of those that are near each other, the latest stays: whoever turns pages goes on from there.
    bookmarks.set(Math.floor(at / Math.max(far, all / mostBookmarks)), { id: firstId, at });
  }

  forget(folderId: InstanceId): void {
    this.#known.delete(folderId);
  }

  /** Keeps what was used last. */
  #keep(folderId: InstanceId, known: Known): void {
    this.#known.delete(folderId);
    this.#known.set(folderId, known);
    if (this.#known.size > mostFolders) this.#known.delete(this.#known.keys().next().value!);
  }
}

const orderOf = ({ field }: Range, isFile: boolean): string => `${field} ${isFile}`;

const ofDatabase = new WeakMap<Kysely<Tables>, Bookmarks>();

export function bookmarksOf(database: Kysely<Tables>): Bookmarks {
  const bookmarks = ofDatabase.get(database) ?? new Bookmarks();
  ofDatabase.set(database, bookmarks);
  return bookmarks;
}
