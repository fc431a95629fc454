import { useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { DepartmentChildren } from '@alcove/contract';
import { treeRows, treeTop, type TreeRow } from '../../features/people/tree-rows.ts';
import { departmentsBelow } from './department-queries.ts';

/** The rows of the expanded tree without its people. A department can be expanded if it has sub-departments. */
export function useDepartmentRows(open: ReadonlySet<string>): { rows: TreeRow[]; retry(departmentId: string): void } {
  const queries = useQueryClient();
  const asked = useMemo(() => [...open], [open]);
  const combine = useCallback(
    (answers: UseQueryResult<DepartmentChildren>[]) => {
      const levels = new Map(asked.map((id, at) => [id, answers[at]]));
      const rows = treeRows(new Map(asked.map((id) => [id, 1])), (id) => {
        const answer = levels.get(id);
        if (answer?.data) return { status: 'ready', children: answer.data };
        return { status: answer?.isError ? 'failed' : 'loading' };
      });
      return rows
        .filter(({ kind }) => kind !== 'person' && kind !== 'more')
        .map((row) => (row.kind === 'department' ? { ...row, hasChildren: row.department.departments > 0 } : row));
    },
    [asked],
  );
  const rows = useQueries({ queries: asked.map((id) => departmentsBelow(id)), combine });
  return { rows, retry: (id) => void queries.refetchQueries({ queryKey: departmentsBelow(id).queryKey }) };
}

/** The department at the top, if there is exactly one: the company itself, whose departments are shown from the start. */
export function useOnlyDepartment(): string | null {
  const { data } = useQuery(departmentsBelow(treeTop));
  const [first, second] = data?.departments ?? [];
  return first && !second ? first.departmentId : null;
}
