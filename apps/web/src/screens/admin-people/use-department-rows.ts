import { useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { departmentsKey } from './people-queries.ts';
import { departmentById, departmentsBelow, treeTop, type DepartmentLevel, type TreeDepartment } from './department-queries.ts';

export type DepartmentRow = { key: string; level: number } & (
  | { kind: 'department'; department: TreeDepartment; open: boolean; hasChildren: boolean }
  | { kind: 'loading' | 'failed'; of: string }
  /** A level has more departments than it lists. */
  | { kind: 'cut' }
);

/** Flattens the expanded tree into rows. Pure. */
function rowsOf(open: ReadonlySet<string>, answers: ReadonlyMap<string, UseQueryResult<DepartmentLevel> | undefined>): DepartmentRow[] {
  const rows: DepartmentRow[] = [];
  const walk = (of: string, level: number): void => {
    const answer = answers.get(of);
    if (!answer?.data) {
      const kind = answer?.isError ? 'failed' : 'loading';
      rows.push({ key: `${kind} ${of}`, level, kind, of });
      return;
    }
    for (const department of answer.data.departments) {
      const { departmentId, hasChildren } = department;
      const unfolded = hasChildren && open.has(departmentId);
      rows.push({ key: departmentId, level, kind: 'department', department, open: unfolded, hasChildren });
      if (unfolded) walk(departmentId, level + 1);
    }
    if (answer.data.total > answer.data.departments.length) rows.push({ key: `cut ${of}`, level, kind: 'cut' });
  };
  walk(treeTop, 1);
  return rows;
}

/** The rows of the expanded tree; each level loads when it is expanded. */
export function useDepartmentRows(open: ReadonlySet<string>): { rows: DepartmentRow[]; retry(departmentId: string): void } {
  const queries = useQueryClient();
  const asked = useMemo(() => [...open], [open]);
  const combine = useCallback(
    (answers: UseQueryResult<DepartmentLevel>[]) => rowsOf(open, new Map(asked.map((id, at) => [id, answers[at]]))),
    [asked, open],
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

/** The name of a department; empty while it is unknown. */
export function useDepartmentName(departmentId: string | null): string {
  useQuery(departmentsBelow(treeTop));
  const queries = useQueryClient();
  const levels = queries.getQueriesData<DepartmentLevel | readonly TreeDepartment[]>({ queryKey: departmentsKey });
  const loaded = levels.flatMap(([, data]): readonly TreeDepartment[] => (data && 'departments' in data ? data.departments : (data ?? [])));
  const known = loaded.find((department) => department.departmentId === departmentId);
  const { data } = useQuery(departmentById(departmentId ?? '', departmentId !== null && known === undefined));
  return (known ?? data?.[0])?.name ?? '';
}
