import type { Kysely } from 'kysely';
import type { calls, LogBar, LogChart, LogResult, RequestOf } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { barsOf } from './bars.ts';
import type { Bars, Span } from './bars.ts';
import { countBars, countQuarters, findRange, plainRows, timeOf } from './log-queries.ts';
import type { Counted } from './log-queries.ts';
import type { LogFilter, LogSearch } from './search-queries.ts';
import { readSearch } from './list-log.ts';
import { windowsOf } from './walk.ts';

/** When so many entries were counted, the rest is left out, and the answer says from when on it is complete. */
const mostCounted = 100_000;

/** Throws what `readSearch` throws. */
export async function chartOfLog(
  database: Kysely<Tables>,
  { utcOffset, ...filter }: RequestOf<typeof calls.adminLog.chart>,
  now: Date,
): Promise<LogChart> {
  const given = await readSearch(database, filter);
  const bars = barsOf(given, now, utcOffset);
  const searchIn = ({ from, to }: Span) => readSearch(database, { ...filter, from: from.toISOString(), to: to.toISOString() });
  const search = await searchIn(bars);
  const sums = bars.starts.map((time): LogBar => ({ time: time.toISOString(), refused: 0, changes: 0, others: 0 }));
  const add = (counted: readonly Counted[]): number => {
    for (const { bar, ...counts } of counted)
      for (const kind of ['refused', 'changes', 'others'] as const) if (sums[bar]) sums[bar][kind] += counts[kind];
    return counted.reduce((sum, { refused, changes, others }) => sum + refused + changes + others, 0);
  };
  const { quarters } = bars;
  if (!quarters || !isWhole(search, filter)) {
    const countedFrom = await addFound(database, search, bars, add);
    return { unit: bars.unit, bars: sums, ...(countedFrom && { countedFrom: countedFrom.toISOString() }) };
  }
  await addAll(database, await searchIn(quarters), { ...bars, ...quarters }, filter.result, add);
  // What is before the first whole quarter and after the last: less than half an hour together.
  for (const edge of [
    { from: bars.from, to: quarters.from },
    { from: quarters.to, to: bars.to },
  ])
    if (edge.from < edge.to) await addPlain(database, await searchIn(edge), bars, add);
  return { unit: bars.unit, bars: sums };
}

async function addPlain(
  database: Kysely<Tables>,
  search: LogSearch,
  { starts, barMs }: Bars,
  add: (counted: Counted[]) => number,
): Promise<void> {
  add(await countBars(database, plainRows(search, await findRange(database, search)), starts[0]!, barMs));
}

/** Quarters of an hour are counted by result, and by nothing else. */
const isWhole = ({ exact, from, to }: LogSearch, { result }: LogFilter): boolean =>
  exact.length === [from, to, result].filter(Boolean).length;

/** All entries of whole quarters with this result: those with keys are counted already. */
async function addAll(
  database: Kysely<Tables>,
  search: LogSearch,
  bars: Bars,
  result: LogResult | undefined,
  add: (counted: Counted[]) => number,
): Promise<void> {
  const [start] = bars.starts as [Date];
  const { low, high, readTo } = await findRange(database, search);
  const quarters = await countQuarters(database, bars.from, bars.to, start, bars.barMs);
  add(
    quarters.map((counted) => ({
      ...counted,
      ...(result === 'done' && { refused: 0 }),
      ...(result === 'refused' && { changes: 0, others: 0 }),
    })),
  );
  if (high > readTo) add(await countBars(database, plainRows(search, { low: Math.max(low, readTo + 1), high }), start, bars.barMs));
}

async function addFound(
  database: Kysely<Tables>,
  search: LogSearch,
  { starts, barMs }: Bars,
  add: (counted: Counted[]) => number,
): Promise<Date | null> {
  const range = await findRange(database, search);
  const wanted = { most: mostCounted, found: 0 };
  for (const { rows, range: window } of windowsOf(search, range, 'latest', wanted)) {
    wanted.found += add(await countBars(database, rows, starts[0]!, barMs));
    if (wanted.found >= mostCounted && window.low > range.low) return timeOf(database, window.low);
  }
  return null;
}
