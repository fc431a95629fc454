import { limits } from '@alcove/contract';
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
};

/** Reads an address that anybody may have typed: invalid values count as absent. */
export const readSecondBinFilter = (address: URLSearchParams): SecondBinFilter => ({
  ...pageIn(address, first.pageSize),
  ...sortIn(address, sortFields, first),
  keyword: keywordIn(address),
  spaceId: idIn(address, 'space'),
  by: idIn(address, 'by'),
  days: oneIn(address, 'days', deletedDays, null),
});

/** Writes only values that differ from the default. */
export const writeSecondBinFilter = (filter: SecondBinFilter): URLSearchParams =>
  putIn(new URLSearchParams(), {
    ...listFields(filter, first),
    space: [filter.spaceId, null],
    by: [filter.by, null],
    days: [filter.days, null],
  });

export const isNarrowed = ({ keyword, spaceId, by, days }: SecondBinFilter): boolean =>
  keyword.trim() !== '' || spaceId !== null || by !== null || days !== null;

/** What the calls take of it. */
export const askedOf = ({ keyword, spaceId, by, days }: SecondBinFilter, now = Date.now()) => ({
  ...(keyword.trim() !== '' && { keyword }),
  ...(spaceId !== null && { spaceId }),
  ...(by !== null && { deletedBy: by }),
  ...(days !== null && { from: new Date(now - days * 86_400_000).toISOString() }),
});
