/**
 * Walks through the log from one end, in windows of ids that double, until enough is found. A filter that finds much ends in the first
 * window, which is small; one that finds little reads only what the index names. Entries that have no keys yet are the first window.
 */
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../database/index.ts';
import { blockEntries } from './entry-keys.ts';
import { findIds, findRange, hasKeys, keyedRows, plainRows } from './log-queries.ts';
import type { IdRange } from './log-queries.ts';
import type { LogSearch } from './search-queries.ts';

const firstBlocks = 2;
const mostBlocks = 256;
/** Without keys, each entry of a window is read. */
const plainBlocks = 4;

export type Direction = 'latest' | 'earliest';

export interface Window {
  range: IdRange;
  rows: RawBuilder<unknown>;
}

/** The windows of a range, in the direction. */
export function* windowsOf(
  search: LogSearch,
  { low, high, readTo }: IdRange & { readTo: number },
  direction: Direction,
): Generator<Window> {
  const plain = (range: IdRange): Window => ({ range, rows: plainRows(search, range) });
  const tail = high > readTo ? [plain({ low: Math.max(low, readTo + 1), high })] : [];
  const keyed = hasKeys(search);
  if (direction === 'latest') yield* tail;
  let rest: IdRange = { low, high: Math.min(high, readTo) };
  for (
    let blocks = keyed ? firstBlocks : plainBlocks;
    rest.low <= rest.high;
    blocks = Math.min(blocks * 2, keyed ? mostBlocks : plainBlocks)
  ) {
    const entries = blocks * blockEntries;
    const range =
      direction === 'latest'
        ? { low: Math.max(rest.low, rest.high - entries + 1), high: rest.high }
        : { low: rest.low, high: Math.min(rest.high, rest.low + entries - 1) };
    yield keyed ? { range, rows: keyedRows(search, range) } : plain(range);
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
  for (const { rows } of windowsOf(search, { ...range, high }, direction)) {
    ids.push(...(await findIds(database, rows, direction === 'latest' ? 'desc' : 'asc', most - ids.length)));
    if (ids.length >= most) break;
  }
  return { ids, newest: upTo ?? range.high };
}
