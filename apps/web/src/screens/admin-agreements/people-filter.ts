import { limits } from '@alcove/contract';
import { keywordIn, oneIn, pageIn, putIn, type PageSize } from '../../ui/list-screen/list-address.ts';

/** The state of the list of who accepted; the address holds it. */
export interface PeopleFilter {
  page: number;
  pageSize: PageSize;
  keyword: string;
  accepted: 'yes' | 'no';
}

/** Reads an address that anybody may have typed: invalid values count as absent. */
export const readPeopleFilter = (address: URLSearchParams): PeopleFilter => ({
  ...pageIn(address, limits.defaultPageSize),
  keyword: keywordIn(address),
  accepted: oneIn(address, 'accepted', ['yes'] as const, 'no'),
});

/** Writes only values that differ from the default. */
export const writePeopleFilter = ({ page, pageSize, keyword, accepted }: PeopleFilter): URLSearchParams =>
  putIn(new URLSearchParams(), {
    page: [page, 1],
    size: [pageSize, limits.defaultPageSize],
    keyword: [keyword, ''],
    accepted: [accepted, 'no'],
  });
