import { limits, type calls, type InputOf } from '@alcove/contract';
import { rangeFields, rangeIn, untilLast, type Range } from '../../ui/date-range/range.ts';
import { idIn, keywordIn, listFields, oneIn, pageIn, putIn, sortIn, type PageSize } from '../../ui/list-screen/list-address.ts';

const sortFields = ['deleteTime'] as const;
/** Days since the deletion. */
export const deletedDays = [1, 7, 30] as const;

/** The state of the list of the second bin; the address holds it. */
export interface SecondBinFilter {
  page: number;
  pageSize: PageSize;
  sortField: (typeof sortFields)[number];
  sortOrder: 'asc' | 'desc';
  keyword: string;
  spaceId: string | null;
  /** The person who deleted it. */
  by: string | null;
  days: (typeof deletedDays)[number] | null;
  /** Counts instead of the days. */
  range: Range | null;
}

const first: SecondBinFilter = {
  page: 1,
  pageSize: limits.defaultPageSize,
  sortField: 'deleteTime',
  sortOrder: 'desc',
  keyword: '',
  spaceId: null,
  by: null,
  days: null,
  range: null,
};

/** Reads an address that anybody may have typed: invalid values count as absent. */
export const readSecondBinFilter = (address: URLSearchParams): SecondBinFilter => ({
  ...pageIn(address, first.pageSize),
  ...sortIn(address, sortFields, first),
  keyword: keywordIn(address),
  spaceId: idIn(address, 'space'),
  by: idIn(address, 'by'),
  days: oneIn(address, 'days', deletedDays, null),
  range: rangeIn(address),
});

/** Writes only values that differ from the default. */
export const writeSecondBinFilter = (filter: SecondBinFilter): URLSearchParams =>
  putIn(new URLSearchParams(), {
    ...listFields(filter, first),
    space: [filter.spaceId, null],
    by: [filter.by, null],
    days: [filter.range ? null : filter.days, null],
    ...rangeFields(filter.range),
  });

export const isNarrowed = ({ keyword, spaceId, by, days, range }: SecondBinFilter): boolean =>
  keyword.trim() !== '' || [spaceId, by, days, range].some((one) => one !== null);

/** What the calls take of it. */
export const askedOf = (
  { keyword, spaceId, by, days, range }: SecondBinFilter,
  now = Date.now(),
): InputOf<typeof calls.adminRecycle.clear> => ({
  ...(keyword.trim() !== '' && { keyword }),
  ...(spaceId !== null && { spaceId }),
  ...(by !== null && { deletedBy: by }),
  ...(range ? untilLast(range) : days !== null && { from: new Date(now - days * 86_400_000).toISOString() }),
});
