import { limits, type calls, type InputOf, type InstanceType, type Sensitivity } from '@alcove/contract';
import { rangeFields, rangeIn, untilLast, type Range } from '../../ui/date-range/range.ts';
import { idIn, keywordIn, oneIn, pageIn, putIn, typeIn, type PageSize, type TypeFilter } from '../../ui/list-screen/list-address.ts';

/** The kinds of spaces that have files. */
export const spaceTypes = ['1', '2', '3'] as const satisfies readonly InstanceType[];
export const levels = ['normal', 'internal', 'high'] as const satisfies readonly Sensitivity[];
/** What is given of an item to others. */
export const givenWays = ['linked', 'shared'] as const;
const mebibyte = 1024 * 1024;
/** Files of at least so many bytes. */
export const leastSizes = { '1': mebibyte, '100': 100 * mebibyte, '1024': 1024 * mebibyte } as const;
export const sizeNames = Object.keys(leastSizes) as readonly (keyof typeof leastSizes)[];
/** Days since the last change. */
export const changedDays = [1, 7, 30, 365] as const;

/** The state of the file management; the address holds it. */
export interface ManagedFilter {
  page: number;
  pageSize: PageSize;
  keyword: string;
  space: (typeof spaceTypes)[number] | null;
  ownerId: string | null;
  type: TypeFilter;
  level: Sensitivity | null;
  given: (typeof givenWays)[number] | null;
  size: keyof typeof leastSizes | null;
  days: (typeof changedDays)[number] | null;
  /** Counts instead of the days. */
  range: Range | null;
}

export const widest = {
  keyword: '',
  space: null,
  ownerId: null,
  type: null,
  level: null,
  given: null,
  size: null,
  days: null,
  range: null,
} as const;

/** Reads an address that anybody may have typed: invalid values count as absent. */
export const readManagedFilter = (address: URLSearchParams): ManagedFilter => ({
  ...pageIn(address, limits.defaultPageSize),
  keyword: keywordIn(address),
  space: oneIn(address, 'space', spaceTypes, null),
  ownerId: idIn(address, 'owner'),
  type: typeIn(address),
  level: oneIn(address, 'level', levels, null),
  given: oneIn(address, 'given', givenWays, null),
  size: oneIn(address, 'least', sizeNames, null),
  days: oneIn(address, 'days', changedDays, null),
  range: rangeIn(address),
});

/** Writes only values that differ from the default. */
export const writeManagedFilter = (filter: ManagedFilter): URLSearchParams =>
  putIn(new URLSearchParams(), {
    page: [filter.page, 1],
    size: [filter.pageSize, limits.defaultPageSize],
    keyword: [filter.keyword, ''],
    space: [filter.space, null],
    owner: [filter.ownerId, null],
    type: [filter.type, null],
    level: [filter.level, null],
    given: [filter.given, null],
    least: [filter.size, null],
    days: [filter.range ? null : filter.days, null],
    ...rangeFields(filter.range),
  });

export const isNarrowed = ({ keyword, page: _page, pageSize: _size, ...others }: ManagedFilter): boolean =>
  keyword.trim() !== '' || Object.values(others).some((value) => value !== null);

/** What the call takes of it. */
export const askedOf = (
  { keyword, space, ownerId, type, level, given, size, days, range }: ManagedFilter,
  now = Date.now(),
): InputOf<typeof calls.adminFile.page> => ({
  ...(keyword.trim() !== '' && { keyword }),
  ...(space !== null && { instanceType: space }),
  ...(ownerId !== null && { ownerId }),
  ...(type === 'Folder' ? { classifierId: 'Folder' as const } : type !== null && { category: type }),
  ...(level !== null && { sensitivity: level }),
  ...(given !== null && { [given]: true }),
  ...(size !== null && { sizeMin: leastSizes[size] }),
  ...(range ? untilLast(range) : days !== null && { from: new Date(now - days * 86_400_000).toISOString() }),
});
