import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls, limits } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { treeTop } from './tree-rows.ts';

const shownDepartments = 5;
const shownPeople = 20;
export const treePageSize = 100;

/** People and departments that match a keyword; the previous results serve as placeholder. */
export const foundBy = (keyword: string) =>
  queryOptions({
    queryKey: ['departments', 'search', keyword],
    queryFn: async ({ signal }) => {
      const [departments, people] = await Promise.all([
        call(calls.search.searchDepartments, { keyword, limit: shownDepartments }, { signal }),
        call(calls.search.searchUsers, { keyword, limit: limits.foundPerSearch }, { signal }),
      ]);
      return { keyword, departments, people };
    },
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  });

/** People who match a keyword, for choosing one of them. */
export const colleaguesNamed = (keyword: string) =>
  queryOptions({
    queryKey: ['departments', 'people', keyword],
    queryFn: ({ signal }) => call(calls.search.searchUsers, { keyword, limit: shownPeople }, { signal }),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  });

export const departmentLevel = (departmentId: string, page: number) =>
  queryOptions({
    queryKey: ['departments', 'children', departmentId, page],
    queryFn: ({ signal }) =>
      call(
        calls.department.queryChildren,
        { page, pageSize: treePageSize, ...(departmentId !== treeTop && { parentId: departmentId }) },
        { signal },
      ),
  });

/** How many people a selection reaches. */
export const reachedBy = (userIds: readonly string[], departmentIds: readonly string[]) =>
  queryOptions({
    queryKey: ['departments', 'reached', userIds, departmentIds],
    queryFn: ({ signal }) => call(calls.department.checkChosen, { userIds: [...userIds], departmentIds: [...departmentIds] }, { signal }),
    enabled: userIds.length + departmentIds.length > 0,
    placeholderData: keepPreviousData,
  });

/** Resolves stored account names to current people; those who have left are missing. */
export const stillThere = (accountNames: readonly string[]) =>
  queryOptions({
    queryKey: ['departments', 'stillThere', accountNames],
    queryFn: async ({ signal }) => {
      const lines = await call(calls.search.matchNames, { names: [...accountNames] }, { signal });
      return new Map(lines.flatMap(({ people }) => people.map((person) => [person.userId, person] as const)));
    },
    enabled: accountNames.length > 0,
  });
