import { useQueries } from '@tanstack/react-query';
import { departmentLevel } from './people-queries.ts';
import { treeRows, type Level, type TreeRow } from './tree-rows.ts';

/** The rows of the unfolded tree, asked for level by level; `open` says how many pages of people each department shows. */
export function useTreeRows(open: ReadonlyMap<string, number>): { rows: TreeRow[]; retry(departmentId: string, page: number): void } {
  const asked = [...open].flatMap(([id, pages]) => Array.from({ length: pages }, (_, index) => ({ id, page: index + 1 })));
  const answers = useQueries({ queries: asked.map(({ id, page }) => departmentLevel(id, page)) });
  const byPlace = new Map(asked.map(({ id, page }, index) => [`${id} ${page}`, answers[index]] as const));
  const levelOf = (id: string, page: number): Level => {
    const answer = byPlace.get(`${id} ${page}`);
    if (answer?.data) return { status: 'ready', children: answer.data };
    return { status: answer?.isError ? 'failed' : 'loading' };
  };
  return { rows: treeRows(open, levelOf), retry: (id, page) => void byPlace.get(`${id} ${page}`)?.refetch() };
}
