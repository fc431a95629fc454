import type { InputOf, LinkInstance, calls } from '@alcove/contract';
import { linkCalls } from '../link/calls.ts';
import type { Place } from '../link/place.ts';
import { asVisitor } from '../link/visit.ts';
import { createStore, type Readable } from '../../ui/store.ts';
import { furthest, rowAt, rowsPerPage, totalOf } from './pages.ts';

/** Older rows are asked for again when they are looked at. */
const freshMs = 30_000;

export interface Listing {
  /** Null until the first page has arrived. */
  total: number | null;
  /** What the server counted. `total` has a page more if there are `more` to come. */
  counted: number;
  /** There are more than were counted. */
  more: boolean;
  at(index: number): LinkInstance | undefined;
  /** All rows that have arrived, in their order. */
  known: readonly LinkInstance[];
  error: unknown;
}

export interface FolderList extends Readable<Listing> {
  /** Asks for the rows of a range that are missing or old. */
  want(from: number, to: number): void;
  /** All rows of a range, asking for the missing ones. Throws what the server says against it. */
  range(from: number, to: number): Promise<LinkInstance[]>;
  retry(): void;
  /** Asks for all rows that have arrived once more: something was added. */
  refresh(): void;
  /** Where the list was scrolled to when it was left. */
  scrolled(): number;
  keepScrolled(top: number): void;
}

type Shown = Pick<Place, 'folder' | 'keyword' | 'sortField' | 'sortOrder'>;
interface Loaded {
  items: readonly LinkInstance[];
  total: number;
  more: boolean;
  at: number;
}

const lists = new Map<string, FolderList>();

/** The list of a place, kept while the page lives: going back shows it at once, and where it was. */
export function listOf({ folder, keyword, sortField, sortOrder }: Shown): FolderList {
  const key = JSON.stringify([folder, keyword, sortField, sortOrder]);
  const known = lists.get(key);
  if (known) return known;
  const asked = { ...(folder !== null && { parentId: folder }), ...(keyword !== '' && { keyword }), sortField, sortOrder };
  const opened = openList(asked);
  lists.set(key, opened);
  return opened;
}

const nothing: Listing = { total: null, counted: 0, more: false, at: () => undefined, known: [], error: null };

type Asked = Omit<InputOf<typeof calls.link.queryInstancePage>, 'linkPath' | 'page' | 'pageSize'>;

function openList(asked: Asked): FolderList {
  const pages = new Map<number, Loaded>();
  const loading = new Map<number, Promise<void>>();
  const listing = createStore<Listing>(nothing);
  let scrolled = 0;

  const load = (page: number): Promise<void> => {
    const running = loading.get(page);
    if (running) return running;
    const started = asVisitor(linkCalls.queryInstancePage, { ...asked, page: page + 1, pageSize: rowsPerPage })
      .then((answer) => {
        pages.set(page, { items: answer.items, total: answer.total, more: answer.more === true, at: performance.now() });
        tell();
      })
      .finally(() => loading.delete(page));
    loading.set(page, started);
    return started;
  };
  const tell = (): void => {
    // Of a folder of many items, a later page counts further. A search counts everything that it shows.
    const { total: counted, more } = furthest([...pages.values()]);
    const listed = counted + (more && asked.keyword === undefined ? rowsPerPage : 0);
    const known = [...pages].sort(([a], [b]) => a - b).flatMap(([, { items }]) => items);
    listing.set({ total: totalOf(listed, lengthOf), counted: totalOf(counted, lengthOf), more, at, known, error: null });
  };
  const lengthOf = (page: number): number | undefined => pages.get(page)?.items.length;
  const at = (index: number): LinkInstance | undefined => {
    const { page, within } = rowAt(index, lengthOf);
    return pages.get(page)?.items[within];
  };
  const isMissing = (page: number): boolean => {
    const loaded = pages.get(page);
    return !loaded || performance.now() - loaded.at > freshMs;
  };
  const missing = (from: number, to: number): number[] => {
    const last = rowAt(Math.max(from, to - 1), lengthOf).page;
    const found: number[] = [];
    for (let { page } = rowAt(from, lengthOf); page <= last; page += 1) if (isMissing(page)) found.push(page);
    return found;
  };
  const fail = (error: unknown): void => listing.set({ ...listing.read(), error });

  return {
    read: listing.read,
    subscribe: listing.subscribe,
    scrolled: () => scrolled,
    keepScrolled: (top) => {
      scrolled = top;
    },
    want(from, to) {
      for (const page of missing(from, to)) load(page).catch(fail);
    },
    async range(from, to) {
      // One after another: a long selection is no reason to hurry the server.
      for (const page of missing(from, to)) await load(page);
      return Array.from({ length: to - from }, (_, index) => listing.read().at(from + index)).filter((item) => item !== undefined);
    },
    refresh() {
      // What is being loaded may have been read before the change, so it is loaded once more.
      for (const page of [...pages.keys()])
        Promise.resolve(loading.get(page))
          .then(() => load(page))
          .catch(fail);
    },
    retry() {
      listing.set({ ...listing.read(), error: null });
      load(0).catch(fail);
    },
  };
}
