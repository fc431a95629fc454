import { formatFullTime } from '../../i18n/index.ts';

/** A range of times: ISO, the second one after its end. */
export interface Range {
  from: string;
  to: string;
}

/** The first and the last day of a list, as `YYYY-MM-DD`; null: all before, or none yet. */
export interface Days {
  first: string | null;
  last: string | null;
}

const midnightOf = (day: string, after = 0): Date => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + after);
};
const minuteOf = (time: string): string => formatFullTime(time).slice(0, 16);
const dayOf = (time: Date): string => formatFullTime(time).slice(0, 10);
const lastMoment = (to: string): Date => new Date(Date.parse(to) - 1);

/** The times of whole days of the reader. */
export const rangeOf = (first: string, last: string): Range => ({
  from: midnightOf(first).toISOString(),
  to: midnightOf(last, 1).toISOString(),
});

/** The days that a list of these times shows. */
export const daysOf = ({ from, to }: Partial<Range>, now: Date): Days => ({
  first: from === undefined ? null : dayOf(new Date(from)),
  last: dayOf(to === undefined ? now : lastMoment(to)),
});

/** For calls whose second time is the last one that counts. */
export const untilLast = ({ from, to }: Range): Range => ({ from, to: lastMoment(to).toISOString() });

/** Whole days are named without their times. */
export function textOfRange({ from, to }: Range): string {
  const isMidnight = (time: string): boolean => formatFullTime(time).endsWith('00:00:00');
  if (!isMidnight(from) || !isMidnight(to) || from === to) return `${minuteOf(from)} – ${minuteOf(to)}`;
  const [first, last] = [dayOf(new Date(from)), dayOf(lastMoment(to))];
  return first === last ? first : `${first} – ${last}`;
}

const timeIn = (address: URLSearchParams, name: string): string | null => {
  const time = new Date(address.get(name) ?? '');
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
};

/** Anybody may have typed the address: a range that is none counts as absent. */
export function rangeIn(address: URLSearchParams): Range | null {
  const [from, to] = [timeIn(address, 'from'), timeIn(address, 'to')];
  return from !== null && to !== null && from <= to ? { from, to } : null;
}

export const rangeFields = (range: Range | null) => ({ from: [range?.from ?? null, null], to: [range?.to ?? null, null] }) as const;
