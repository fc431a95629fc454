import { limits, type DepartmentSpace, type Page } from '@alcove/contract';
import { keywordIn, pageIn, putIn, type PageSize } from '../../ui/list-screen/list-address.ts';

/** The state of the list of departments; the address holds it. */
export interface SpaceFilter {
  page: number;
  pageSize: PageSize;
  keyword: string;
}

const defaultSize = limits.defaultPageSize;

/** Reads an address that anybody may have typed: invalid values count as absent. */
export const readSpaceFilter = (address: URLSearchParams): SpaceFilter => ({
  ...pageIn(address, defaultSize),
  keyword: keywordIn(address),
});

/** Writes only values that differ from the default. */
export const writeSpaceFilter = ({ page, pageSize, keyword }: SpaceFilter): URLSearchParams =>
  putIn(new URLSearchParams(), { page: [page, 1], size: [pageSize, defaultSize], keyword: [keyword, ''] });

/**
 * One page of the departments whose name or path contains the keyword. Paging happens on the client: nobody sees more than a few hundred
 * departments.
 */
export function spacesOnPage(spaces: readonly DepartmentSpace[], { page, pageSize, keyword }: SpaceFilter): Page<DepartmentSpace> {
  const wanted = keyword.toLowerCase();
  const found = spaces.filter(({ name }) => name.toLowerCase().includes(wanted));
  return { total: found.length, page, pageSize, items: found.slice((page - 1) * pageSize, page * pageSize) };
}
