import { limits, searchScopes, type SearchScope } from '@alcove/contract';

export const searchDates = ['any', 'day', 'week', 'month', 'year'] as const;
export type SearchDate = (typeof searchDates)[number];
export const searchSizes = ['any', 'small', 'medium', 'large', 'huge'] as const;
export type SearchSize = (typeof searchSizes)[number];

/** What is looked for, and where; the address carries it, so that back, reload and a copied address keep it. */
export interface SearchFilter {
  keyword: string;
  scope: SearchScope;
  /** A file category, 'Folder', or null for everything. */
  type: number | 'Folder' | null;
  date: SearchDate;
  size: SearchSize;
  /** Whoever made it, and what they are called. */
  owner: { userId: string; name: string } | null;
  tag: string | null;
  page: number;
  pageSize: (typeof limits.pageSizes)[number];
}

export const firstSearch: SearchFilter = {
  keyword: '',
  scope: 'all',
  type: null,
  date: 'any',
  size: 'any',
  owner: null,
  tag: null,
  page: 1,
  pageSize: limits.defaultPageSize,
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Reads an address that anybody may have typed: what makes no sense counts as absent. */
export function readSearch(address: URLSearchParams): SearchFilter {
  const one = <Value extends string>(name: string, values: readonly Value[], first: Value): Value =>
    values.find((value) => value === address.get(name)) ?? first;
  const page = Number(address.get('page'));
  const type = address.get('type');
  const category = Number(type);
  const owner = address.get('owner');
  return {
    keyword: (address.get('keyword') ?? '').slice(0, limits.nameLength),
    scope: one('scope', searchScopes, 'all'),
    type: type === 'Folder' ? 'Folder' : Number.isInteger(category) && category >= 1 && category <= 7 ? category : null,
    date: one('date', searchDates, 'any'),
    size: one('bytes', searchSizes, 'any'),
    owner: owner !== null && uuid.test(owner) ? { userId: owner, name: (address.get('by') ?? '').slice(0, limits.nameLength) } : null,
    tag: (address.get('tag') ?? '').trim().slice(0, limits.tagLength) || null,
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    pageSize: limits.pageSizes.find((size) => String(size) === address.get('size')) ?? firstSearch.pageSize,
  };
}

/** Only what differs from the first view. */
export function writeSearch(filter: SearchFilter): URLSearchParams {
  const address = new URLSearchParams({ keyword: filter.keyword });
  if (filter.scope !== firstSearch.scope) address.set('scope', filter.scope);
  if (filter.type !== null) address.set('type', String(filter.type));
  if (filter.date !== 'any') address.set('date', filter.date);
  if (filter.size !== 'any') address.set('bytes', filter.size);
  if (filter.owner) {
    address.set('owner', filter.owner.userId);
    address.set('by', filter.owner.name);
  }
  if (filter.tag !== null) address.set('tag', filter.tag);
  if (filter.page !== 1) address.set('page', String(filter.page));
  if (filter.pageSize !== firstSearch.pageSize) address.set('size', String(filter.pageSize));
  return address;
}

export const isNarrowed = ({ scope, type, date, size, owner, tag }: SearchFilter): boolean =>
  scope !== 'all' || type !== null || date !== 'any' || size !== 'any' || owner !== null || tag !== null;

const days: Record<Exclude<SearchDate, 'any'>, number> = { day: 0, week: 6, month: 29, year: 364 };

/** From the beginning of that day on, in the reader's own time. */
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
