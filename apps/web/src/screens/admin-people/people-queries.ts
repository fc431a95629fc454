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

export const peoplePage = ({ keyword, department, status, roleId, ...filter }: PeopleFilter) =>
  queryOptions({
    queryKey: [...peopleKey, filter, keyword, department, status, roleId],
    queryFn: ({ signal }) =>
      call(
        calls.adminUser.page,
        {
          ...filter,
          ...(keyword !== '' && { keyword }),
          ...(department !== null && { departmentId: department === withoutDepartment ? null : department, withBelow: true }),
          ...(status !== null && { status }),
          ...(roleId !== null && { roleId }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
