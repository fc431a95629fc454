import { limits, type DepartmentSpace, type Page } from '@alcove/contract';
import { keywordIn, pageIn, putIn, type PageSize } from '../../ui/list-screen/list-address.ts';

/** Where the list of departments stands; the address carries it. */
export interface SpaceFilter {
  page: number;
  pageSize: PageSize;
  keyword: string;
}

const usualSize = limits.defaultPageSize;

/** Reads an address that anybody may have typed: what makes no sense counts as absent. */
export const readSpaceFilter = (address: URLSearchParams): SpaceFilter => ({ ...pageIn(address, usualSize), keyword: keywordIn(address) });

/** Only what differs from the first view. */
export const writeSpaceFilter = ({ page, pageSize, keyword }: SpaceFilter): URLSearchParams =>
  putIn(new URLSearchParams(), { page: [page, 1], size: [pageSize, usualSize], keyword: [keyword, ''] });

/** One page of the departments whose name or path holds the keyword. All of them are here already: nobody sees more than a few hundred. */
export function spacesOnPage(spaces: readonly DepartmentSpace[], { page, pageSize, keyword }: SpaceFilter): Page<DepartmentSpace> {
  const wanted = keyword.toLowerCase();
  const found = spaces.filter(({ name }) => name.toLowerCase().includes(wanted));
  return { total: found.length, page, pageSize, items: found.slice((page - 1) * pageSize, page * pageSize) };
}
