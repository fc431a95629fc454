/**
 * Walks through the log from one end, in windows of ids that double, until enough is found. A filter that finds much ends in the first
 * window, which is small; one that finds little reads only what an index names. When something was found, a window is no larger than what is
 * still wanted needs: all that it finds is read. Windows end where blocks do, because the index finds whole blocks. Entries that have no keys yet
 * are the first window.
 */
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../database/index.ts';
import { blockEntries } from './entry-keys.ts';
import { findIds, findRange, hasKeys, keyedRows, plainRows } from './log-queries.ts';
import type { IdRange } from './log-queries.ts';
import type { LogSearch } from './search-queries.ts';

const firstBlocks = 2;
const mostBlocks = 256;
/** Without an index, each entry of a window is read. */
const plainBlocks = 4;
/** What is wanted need not be spread as evenly as what was found. */
const spare = 1.25;
/** Many small windows cost the index less than a few large ones that find as much. */
const atMostTimes = 10;

export type Direction = 'latest' | 'earliest';

export interface Window {
  range: IdRange;
  rows: RawBuilder<unknown>;
}

/** How many entries are wanted. Whoever walks counts what the windows have had. */
export interface Wanted {
  readonly most: number;
  found: number;
}

/** The windows of a range, in the direction. */
export function* windowsOf(
  search: LogSearch,
  { low, high, readTo }: IdRange & { readTo: number },
  direction: Direction,
  wanted: Wanted,
): Generator<Window> {
  const plain = (range: IdRange): Window => ({ range, rows: plainRows(search, range) });
  const tail = high > readTo ? [plain({ low: Math.max(low, readTo + 1), high })] : [];
  const indexed = search.byColumn || hasKeys(search);
  const rowsIn = (range: IdRange): Window => (indexed && !search.byColumn ? { range, rows: keyedRows(search, range) } : plain(range));
  if (direction === 'latest') yield* tail;
  let rest: IdRange = { low, high: Math.min(high, readTo) };
  const before = wanted.found;
  let walked = 0;
  for (let blocks = indexed ? firstBlocks : plainBlocks; rest.low <= rest.high;) {
    const range =
      direction === 'latest'
        ? { low: Math.max(rest.low, (Math.floor(rest.high / blockEntries) - blocks + 1) * blockEntries), high: rest.high }
        : { low: rest.low, high: Math.min(rest.high, (Math.floor(rest.low / blockEntries) + blocks) * blockEntries - 1) };
    yield rowsIn(range);
    walked += (range.high - range.low + 1) / blockEntries;
    const next = Math.min(spare * (wanted.most - wanted.found), wanted.most / atMostTimes);
    const enough = Math.ceil((walked * next) / (wanted.found - before));
    blocks = Math.max(1, Math.min(blocks * 2, indexed ? mostBlocks : plainBlocks, enough));
    rest = direction === 'latest' ? { low: rest.low, high: range.low - 1 } : { low: range.high + 1, high: rest.high };
  }
  if (direction === 'earliest') yield* tail;
}

/** The ids of at most `most` entries, in the direction. `upTo` leaves out what came later. */
export async function walk(
  database: Kysely<Tables>,
  search: LogSearch,
  { direction = 'latest', most, upTo }: { direction?: Direction; most: number; upTo?: number | undefined },
): Promise<{ ids: number[]; newest: number }> {
  const range = await findRange(database, search);
  const high = upTo === undefined ? range.high : Math.min(range.high, upTo);
  const ids: number[] = [];
  const wanted = { most, found: 0 };
  for (const { rows } of windowsOf(search, { ...range, high }, direction, wanted)) {
    ids.push(...(await findIds(database, rows, direction === 'latest' ? 'desc' : 'asc', most - ids.length)));
    wanted.found = ids.length;
    if (ids.length >= most) break;
  }
  return { ids, newest: upTo ?? range.high };
}
