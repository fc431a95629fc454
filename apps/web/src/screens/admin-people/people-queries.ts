import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { call, refetch } from '../../api/index.ts';
import { withoutDepartment, type PeopleFilter } from './people-filter.ts';

const peopleKey = ['admin', 'people'] as const;
export const departmentsKey = ['admin', 'departments'] as const;
/** Refetches people and the counts of the departments. */
export const peopleChanged = (): void => {
  void refetch(peopleKey);
  void refetch(departmentsKey);
};

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

export const platformsOf = (userId: string) =>
  queryOptions({
    queryKey: [...peopleKey, 'platforms', userId],
    queryFn: ({ signal }) => call(calls.adminUser.platforms, { userId }, { signal }),
  });

export const peoplePage = ({ keyword, department, status, roleId, expires, signIn, ...filter }: PeopleFilter) =>
  queryOptions({
    queryKey: [...peopleKey, filter, keyword, department, status, roleId, expires, signIn],
    queryFn: ({ signal }) =>
      call(
        calls.adminUser.page,
        {
          ...filter,
          ...(keyword !== '' && { keyword }),
          ...(department !== null && { departmentId: department === withoutDepartment ? null : department, withBelow: true }),
          ...(status !== null && { status }),
          ...(roleId !== null && { roleId }),
          // With a status of their own, people who have expired already are found as well.
          ...(expires !== null && { expiresBefore: inDays(expires), status: status ?? 'active' }),
          ...(signIn === 'never' && { neverSignedIn: true }),
          ...(typeof signIn === 'number' && { lastSeenBefore: inDays(-signIn) }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
