import { limits } from '@alcove/contract';

/** Reads and writes a list's state in the address. Anybody may have typed the address, so invalid values count as absent. */

export type PageSize = (typeof limits.pageSizes)[number];
/** A file category, 'Folder', or null for everything. */
export type TypeFilter = number | 'Folder' | null;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The parameter's value if it is one of `values`, else the default. */
export const oneIn = <Value extends string | number, Default>(
  address: URLSearchParams,
  name: string,
  values: readonly Value[],
  defaultValue: Default,
): Value | Default => values.find((value) => String(value) === address.get(name)) ?? defaultValue;

export function idIn(address: URLSearchParams, name: string): string | null {
  const id = address.get(name);
  return id !== null && uuid.test(id) ? id : null;
}

export const keywordIn = (address: URLSearchParams): string => (address.get('keyword') ?? '').slice(0, limits.nameLength);

export function typeIn(address: URLSearchParams): TypeFilter {
  if (address.get('type') === 'Folder') return 'Folder';
  const category = Number(address.get('type'));
  return Number.isInteger(category) && category >= 1 && category <= 7 ? category : null;
}

export function pageIn(address: URLSearchParams, defaultSize: PageSize, last = 1_000_000): { page: number; pageSize: PageSize } {
  const page = Number(address.get('page'));
  return {
    page: Number.isInteger(page) && page >= 1 && page <= last ? page : 1,
    pageSize: oneIn(address, 'size', limits.pageSizes, defaultSize),
  };
}

export interface SortOf<Field extends string> {
  sortField: Field;
  sortOrder: 'asc' | 'desc';
}
export const sortIn = <Field extends string>(
  address: URLSearchParams,
  fields: readonly Field[],
  defaultSort: SortOf<Field>,
): SortOf<Field> => ({
  sortField: oneIn(address, 'sort', fields, defaultSort.sortField),
  sortOrder: oneIn(address, 'order', ['asc', 'desc'] as const, defaultSort.sortOrder),
});

/** Writes only values that differ from their default; other parameters stay. */
export function putIn(
  address: URLSearchParams,
  fields: Record<string, readonly [value: string | number | null, defaultValue: string | number | null]>,
): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const [name, [value, defaultValue]] of Object.entries(fields))
    if (value === null || value === defaultValue) next.delete(name);
    else next.set(name, String(value));
  return next;
}

interface ListFilter extends SortOf<string> {
  page: number;
  pageSize: PageSize;
  keyword: string;
}
/** The address parameters that every list has. */
export const listFields = (filter: ListFilter, defaults: ListFilter) =>
  ({
    page: [filter.page, 1],
    size: [filter.pageSize, defaults.pageSize],
    sort: [filter.sortField, defaults.sortField],
    order: [filter.sortOrder, defaults.sortOrder],
    keyword: [filter.keyword, ''],
  }) as const;
