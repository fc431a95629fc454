import { limits, searchScopes, searchSortFields, type SearchScope, type SearchSortField } from '@alcove/contract';
import {
  idIn,
  keywordIn,
  oneIn,
  pageIn,
  putIn,
  sortIn,
  typeIn,
  type PageSize,
  type SortOf,
  type TypeFilter,
} from '../../ui/list-screen/list-address.ts';

export const searchDates = ['any', 'day', 'week', 'month', 'year'] as const;
export type SearchDate = (typeof searchDates)[number];
export const searchSizes = ['any', 'small', 'medium', 'large', 'huge'] as const;
export type SearchSize = (typeof searchSizes)[number];

/** The search and its filters. The address holds them, so that back, reload and a copied address restore them. */
export interface SearchFilter {
  keyword: string;
  scope: SearchScope;
  type: TypeFilter;
  date: SearchDate;
  size: SearchSize;
  /** The owner by id, with the name to show. */
  owner: { userId: string; name: string } | null;
  tag: string | null;
  sortField: SearchSortField;
  /** Ignored when sorting by relevance: the best match is always first. */
  sortOrder: 'asc' | 'desc';
  page: number;
  pageSize: PageSize;
}

export const firstSearch: SearchFilter = {
  keyword: '',
  scope: 'all',
  type: null,
  date: 'any',
  size: 'any',
  owner: null,
  tag: null,
  sortField: 'relevance',
  sortOrder: 'desc',
  page: 1,
  pageSize: limits.defaultPageSize,
};

/** Reads an address that anybody may have typed: invalid values count as absent. */
export function readSearch(address: URLSearchParams): SearchFilter {
  const owner = idIn(address, 'owner');
  return {
    ...pageIn(address, firstSearch.pageSize),
    ...sortIn(address, searchSortFields, firstSearch),
    keyword: keywordIn(address),
    scope: oneIn(address, 'scope', searchScopes, firstSearch.scope),
    type: typeIn(address),
    date: oneIn(address, 'date', searchDates, firstSearch.date),
    size: oneIn(address, 'bytes', searchSizes, firstSearch.size),
    owner: owner === null ? null : { userId: owner, name: (address.get('by') ?? '').slice(0, limits.nameLength) },
    tag: (address.get('tag') ?? '').trim().slice(0, limits.tagLength) || null,
  };
}

/** Writes the keyword, and filters that differ from the default. */
export const writeSearch = (filter: SearchFilter): URLSearchParams =>
  putIn(new URLSearchParams({ keyword: filter.keyword }), {
    scope: [filter.scope, firstSearch.scope],
    type: [filter.type, null],
    date: [filter.date, firstSearch.date],
    bytes: [filter.size, firstSearch.size],
    owner: [filter.owner?.userId ?? null, null],
    by: [filter.owner?.name ?? null, null],
    tag: [filter.tag, null],
    sort: [filter.sortField, firstSearch.sortField],
    order: [filter.sortOrder, firstSearch.sortOrder],
    page: [filter.page, 1],
    size: [filter.pageSize, firstSearch.pageSize],
  });

/** Clears all filters and keeps the sort order. */
export const widened = ({ keyword, sortField, sortOrder, pageSize }: SearchFilter): SearchFilter => ({
  ...firstSearch,
  keyword,
  sortField,
  sortOrder,
  pageSize,
});

/** A field's initial order: names ascending, newest and largest first. */
export const sortedBy = (sortField: SearchSortField): SortOf<SearchSortField> => ({
  sortField,
  sortOrder: sortField === 'name' ? 'asc' : 'desc',
});

export const isNarrowed = ({ scope, type, date, size, owner, tag }: SearchFilter): boolean =>
  scope !== 'all' || type !== null || date !== 'any' || size !== 'any' || owner !== null || tag !== null;

const days: Record<Exclude<SearchDate, 'any'>, number> = { day: 0, week: 6, month: 29, year: 364 };

/** The start of that day in the reader's time zone. */
export function fromOf(date: SearchDate, today: Date): string | undefined {
  if (date === 'any') return undefined;
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - days[date]).toISOString();
}

const MiB = 2 ** 20;
export const sizesOf: Record<SearchSize, { sizeMin?: number; sizeMax?: number }> = {
  any: {},
  small: { sizeMax: MiB },
  medium: { sizeMin: MiB, sizeMax: 10 * MiB },
  large: { sizeMin: 10 * MiB, sizeMax: 100 * MiB },
  huge: { sizeMin: 100 * MiB },
};
