import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Department, DepartmentChildren } from '@alcove/contract';
import { treeTop } from '../../features/people/tree-rows.ts';
import { departmentsBelow } from './department-queries.ts';
import { departmentsKey } from './people-queries.ts';

/** The name of a department that the tree or a search has loaded; empty while it is unknown. */
export function useDepartmentName(departmentId: string | null): string {
  useQuery(departmentsBelow(treeTop));
  const queries = useQueryClient();
  const levels = queries.getQueriesData<DepartmentChildren | Department[]>({ queryKey: departmentsKey });
  const loaded = levels.flatMap(([, data]) => (Array.isArray(data) ? data : (data?.departments ?? [])));
  return loaded.find((department) => department.departmentId === departmentId)?.name ?? '';
}
