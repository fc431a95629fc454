/** The bars of the chart. Pure. */
import type { LogChart } from '@alcove/contract';
import type { LogSearch } from './search-queries.ts';

export interface Bars {
  unit: LogChart['unit'];
  barMs: number;
  /** What is counted. */
  from: Date;
  to: Date;
  /** When each bar begins, also before `from`. */
  starts: Date[];
  /** The whole quarters of an hour in the range; the one that is not over yet counts as whole. Null: there is none. */
  quarters: Span | null;
}

/** `to` is not part of it. */
export interface Span {
  from: Date;
  to: Date;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
export const quarterMs = 15 * minuteMs;

const usualDays = 30;
/** Of a longer range, the end is shown. */
const mostBars = 400;

/** Bars of two hours in a range up to 7 days, else of days of the reader. `utcOffset`: minutes east of UTC. */
export function barsOf({ from, to }: Pick<LogSearch, 'from' | 'to'>, now: Date, utcOffset: number): Bars {
  const offset = utcOffset * minuteMs;
  const begin = (moment: number, length: number): number => Math.floor((moment + offset) / length) * length - offset;
  const end = Math.max(to?.getTime() ?? now.getTime() + 1, from?.getTime() ?? 0);
  const first = from?.getTime() ?? begin(end - (usualDays - 1) * dayMs, dayMs);
  const unit = end - first <= 7 * dayMs ? 'twoHours' : 'day';
  const barMs = unit === 'day' ? dayMs : 2 * hourMs;
  const start = Math.max(begin(first, barMs), begin(end - 1, barMs) - (mostBars - 1) * barMs);
  const starts = Array.from({ length: Math.max(1, Math.ceil((end - start) / barMs)) }, (_, n) => new Date(start + n * barMs));
  const since = Math.max(first, start);
  const [whole, last] = [Math.ceil(since / quarterMs) * quarterMs, end > now.getTime() ? end : Math.floor(end / quarterMs) * quarterMs];
  const quarters = whole < last ? { from: new Date(whole), to: new Date(last) } : null;
  return { unit, barMs, from: new Date(since), to: new Date(end), starts, quarters };
}
