import { limits, loggedDeeds, logResults, type calls, type InputOf, type LoggedDeed, type LogResult } from '@alcove/contract';
import { actionNames } from '@alcove/contract/action-names';
import { rangeFields, rangeIn, type Range } from '../../ui/date-range/range.ts';
import { idIn, oneIn, pageIn, putIn, type PageSize } from '../../ui/list-screen/list-address.ts';

/** Days until now, with today; `all` for the whole log. */
export const periods = ['1', '7', '30', '90', 'all'] as const;
export type Period = (typeof periods)[number];

/** The state of the list of entries; the address holds it. */
export interface LogsFilter {
  page: number;
  pageSize: PageSize;
  keyword: string;
  period: Period;
  /** Counts instead of the period. */
  range: Range | null;
  userId: string | null;
  action: string | null;
  deed: LoggedDeed | null;
  result: LogResult | null;
  regionId: string | null;
}

/** Reads an address that anybody may have typed: invalid values count as absent. */
export function readLogsFilter(address: URLSearchParams): LogsFilter {
  const action = address.get('action');
  return {
    ...pageIn(address, limits.defaultPageSize, limits.logRows),
    keyword: (address.get('keyword') ?? '').slice(0, limits.logKeywordLength),
    period: oneIn(address, 'period', periods, '7'),
    range: rangeIn(address),
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
    period: [filter.range ? null : filter.period, '7'],
    ...rangeFields(filter.range),
    person: [filter.userId, null],
    action: [filter.action, null],
    deed: [filter.deed, null],
    result: [filter.result, null],
    region: [filter.regionId, null],
  });

export type LogRequest = Omit<InputOf<typeof calls.adminLog.chart>, 'utcOffset' | 't'>;

/** What the calls are asked for. Days begin at midnight of the reader. */
export function requestOf(filter: LogsFilter, today: Date): LogRequest {
  const { keyword, period, range, userId, action, deed, result, regionId } = filter;
  const since = new Date(today.getFullYear(), today.getMonth(), today.getDate() - Number(period) + 1);
  return {
    ...(range ?? (period !== 'all' && { from: since.toISOString() })),
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
