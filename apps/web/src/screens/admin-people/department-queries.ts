import { queryOptions } from '@tanstack/react-query';
import { calls, type DepartmentChildren, type FoundDepartment } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { treeTop } from '../../features/people/tree-rows.ts';
import { departmentsKey } from './people-queries.ts';

/** The departments of one level; their people are not listed here, so the page of people is as short as possible. */
export const departmentsBelow = (departmentId: string) =>
  queryOptions({
    queryKey: [...departmentsKey, 'below', departmentId],
    queryFn: ({ signal }): Promise<DepartmentChildren> =>
      call(
        calls.department.queryChildren,
        { page: 1, pageSize: 10, ...(departmentId !== treeTop && { parentId: departmentId }) },
        { signal },
      ),
  });

export const departmentsNamed = (keyword: string) =>
  queryOptions({
    queryKey: [...departmentsKey, 'named', keyword],
    queryFn: ({ signal }): Promise<FoundDepartment[]> => call(calls.search.searchDepartments, { keyword, limit: 50 }, { signal }),
    enabled: keyword !== '',
  });
