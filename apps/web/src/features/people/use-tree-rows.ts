import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { DepartmentChildren } from '@alcove/contract';
import { departmentLevel } from './people-queries.ts';
import { treeRows, type Level, type TreeRow } from './tree-rows.ts';

/**
 * The rows of the expanded tree, loaded per level; `open` maps each expanded department to its number of loaded pages of people. The rows
 * are computed when data arrives or a level is toggled, not on each render: there may be tens of thousands.
 */
export function useTreeRows(open: ReadonlyMap<string, number>): { rows: TreeRow[]; retry(departmentId: string, page: number): void } {
  const queries = useQueryClient();
  const asked = useMemo(
    () => [...open].flatMap(([id, pages]) => Array.from({ length: pages }, (_, index) => ({ id, page: index + 1 }))),
    [open],
  );
  const combine = useCallback(
    (answers: UseQueryResult<DepartmentChildren>[]) => {
      const levels = new Map(asked.map(({ id, page }, index) => [`${id} ${page}`, levelOf(answers[index])]));
      return treeRows(open, (id, page) => levels.get(`${id} ${page}`) ?? { status: 'loading' });
    },
    [asked, open],
  );
  const rows = useQueries({ queries: asked.map(({ id, page }) => departmentLevel(id, page)), combine });
  return { rows, retry: (id, page) => void queries.refetchQueries({ queryKey: departmentLevel(id, page).queryKey, exact: true }) };
}

function levelOf(answer: UseQueryResult<DepartmentChildren> | undefined): Level {
  if (answer?.data) return { status: 'ready', children: answer.data };
  return { status: answer?.isError ? 'failed' : 'loading' };
}
