import { limits, loggedDeeds, logResults, type calls, type InputOf, type LoggedDeed, type LogResult } from '@alcove/contract';
import { actionNames } from '@alcove/contract/action-names';
import { idIn, oneIn, pageIn, putIn, type PageSize } from '../../ui/list-screen/list-address.ts';

/** Days until now, with today; `all` for the whole log, `own` for a range of times. */
export const periods = ['1', '7', '30', '90', 'all'] as const;
export type Period = (typeof periods)[number] | 'own';

/** The state of the list of entries; the address holds it. */
export interface LogsFilter {
  page: number;
  pageSize: PageSize;
  keyword: string;
  period: Period;
  /** ISO times of an `own` period, the second after its end. */
  from: string | null;
  to: string | null;
  userId: string | null;
  action: string | null;
  deed: LoggedDeed | null;
  result: LogResult | null;
  regionId: string | null;
}

const timeIn = (address: URLSearchParams, name: string): string | null => {
  const time = new Date(address.get(name) ?? '');
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
};

/** Reads an address that anybody may have typed: invalid values count as absent. */
export function readLogsFilter(address: URLSearchParams): LogsFilter {
  const [from, to] = [timeIn(address, 'from'), timeIn(address, 'to')];
  const action = address.get('action');
  const isOwn = from !== null && to !== null && from <= to;
  return {
    ...pageIn(address, limits.defaultPageSize, limits.logRows),
    keyword: (address.get('keyword') ?? '').slice(0, limits.logKeywordLength),
    period: isOwn ? 'own' : oneIn(address, 'period', periods, '7'),
    from: isOwn ? from : null,
    to: isOwn ? to : null,
    userId: idIn(address, 'person'),
    action: action !== null && Object.hasOwn(actionNames, action) ? action : null,
    deed: oneIn(address, 'deed', loggedDeeds, null),
    result: oneIn(address, 'result', logResults, null),
    regionId: idIn(address, 'region'),
  };
}

/** Writes only values that differ from the default. */
export const writeLogsFilter = (filter: LogsFilter): URLSearchParams =>
  putIn(new URLSearchParams(), {
    page: [filter.page, 1],
    size: [filter.pageSize, limits.defaultPageSize],
    keyword: [filter.keyword, ''],
    period: [filter.period === 'own' ? null : filter.period, '7'],
    from: [filter.period === 'own' ? filter.from : null, null],
    to: [filter.period === 'own' ? filter.to : null, null],
    person: [filter.userId, null],
    action: [filter.action, null],
    deed: [filter.deed, null],
    result: [filter.result, null],
    region: [filter.regionId, null],
  });

/** The first and the last day of a list, as `YYYY-MM-DD`; null: all before, or none yet. */
export interface Days {
  first: string | null;
  last: string | null;
}

const midnightOf = (day: string, after = 0): Date => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + after);
};

/** The times of whole days of the reader. */
export const rangeOf = (first: string, last: string): { from: string; to: string } => ({
  from: midnightOf(first).toISOString(),
  to: midnightOf(last, 1).toISOString(),
});

export type LogRequest = Omit<InputOf<typeof calls.adminLog.chart>, 'utcOffset' | 't'>;

/** What the calls are asked for. Days begin at midnight of the reader. */
export function requestOf(filter: LogsFilter, today: Date): LogRequest {
  const { keyword, period, from, to, userId, action, deed, result, regionId } = filter;
  const since = new Date(today.getFullYear(), today.getMonth(), today.getDate() - Number(period) + 1);
  return {
    ...(period === 'own' && from !== null && to !== null && { from, to }),
    ...(period !== 'own' && period !== 'all' && { from: since.toISOString() }),
    ...(keyword.trim() !== '' && { keyword: keyword.trim() }),
    ...(userId !== null && { userId }),
    ...(action !== null && { action }),
    ...(deed !== null && { deed }),
    ...(result !== null && { result }),
    ...(regionId !== null && { regionId }),
  };
}

export const isNarrowed = ({ keyword, userId, action, deed, result, regionId }: LogsFilter): boolean =>
  keyword !== '' || [userId, action, deed, result, regionId].some((one) => one !== null);

export const widest = { keyword: '', userId: null, action: null, deed: null, result: null, regionId: null } as const;
