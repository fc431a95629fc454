import type { Department, DepartmentChildren, Person } from '@alcove/contract';

/** The loading state of one page of one level. */
export type Level = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; children: DepartmentChildren };

export type TreeRow = { key: string; level: number } & (
  | { kind: 'department'; department: Department; open: boolean; hasChildren: boolean }
  | { kind: 'person'; person: Person }
  /** More people exist than are loaded; `page` is the next page. */
  | { kind: 'more'; of: string; page: number; left: number }
  | { kind: 'loading' | 'failed'; of: string; page: number }
  /** A level has more sub-departments than it lists; `left` counts the missing ones. */
  | { kind: 'cut'; left: number }
);

/** The id of the tree's top, which is not a department. */
export const treeTop = '';

/** Flattens the expanded tree into rows: a level's departments, then its people, page by page. */
export function treeRows(open: ReadonlyMap<string, number>, levelOf: (departmentId: string, page: number) => Level): TreeRow[] {
  const rows: TreeRow[] = [];
  const walk = (of: string, level: number): void => {
    const pages = open.get(of) ?? 0;
    let shown = 0;
    for (let page = 1; page <= pages; page++) {
      const known = levelOf(of, page);
      if (known.status !== 'ready') {
        rows.push({ key: `${known.status} ${of} ${page}`, level, kind: known.status, of, page });
        return;
      }
      const { departments, departmentTotal, people } = known.children;
      if (page === 1) {
        for (const department of departments) {
          const unfolded = open.has(department.departmentId);
          const hasChildren = department.people > 0 || department.departments > 0;
          rows.push({ key: department.departmentId, level, kind: 'department', department, open: unfolded, hasChildren });
          if (unfolded) walk(department.departmentId, level + 1);
        }
        if (departmentTotal > departments.length)
          rows.push({ key: `cut ${of}`, level, kind: 'cut', left: departmentTotal - departments.length });
      }
      for (const person of people.items) rows.push({ key: person.userId, level, kind: 'person', person });
      shown += people.items.length;
      if (page === pages && shown < people.total)
        rows.push({ key: `more ${of}`, level, kind: 'more', of, page: page + 1, left: people.total - shown });
    }
  };
  walk(treeTop, 1);
  return rows;
}

/** The index of the active row. What took the place of one that is gone is active in its stead: people, where a page of them was loading. */
export function activeAt(rows: readonly { key: string }[], active: { key: string; at: number } | null): number {
  if (!active) return 0;
  const at = rows.findIndex(({ key }) => key === active.key);
  return at >= 0 ? at : Math.max(0, Math.min(active.at, rows.length - 1));
}

/** What the keys of a tree have to know of a row. Only what can be unfolded has a department and children. */
interface StepRow {
  level: number;
  department?: { departmentId: string };
  open?: boolean;
  hasChildren?: boolean;
}

/** The index of the parent row, or `index` itself at the top. */
function rowAbove(rows: readonly StepRow[], index: number): number {
  const level = rows[index]?.level ?? 1;
  for (let at = index - 1; at >= 0; at--) if ((rows[at]?.level ?? 0) < level) return at;
  return index;
}

export type TreeStep = { do: 'go'; to: number } | { do: 'unfold' | 'fold'; departmentId: string } | { do: 'choose' };

/** What a key does while the row at `at` is active, or null. Standard tree keys. */
export function treeStep(rows: readonly StepRow[], at: number, key: string): TreeStep | null {
  const row = rows[at];
  const go = (to: number): TreeStep => ({ do: 'go', to: Math.min(Math.max(to, 0), rows.length - 1) });
  const folder = row?.hasChildren ? row.department : undefined;
  switch (key) {
    case 'ArrowDown':
      return go(at + 1);
    case 'ArrowUp':
      return go(at - 1);
    case 'Home':
      return go(0);
    case 'End':
      return go(rows.length - 1);
    case 'ArrowRight':
      if (!folder) return null;
      return row?.open ? go(at + 1) : { do: 'unfold', departmentId: folder.departmentId };
    case 'ArrowLeft':
      return folder && row?.open ? { do: 'fold', departmentId: folder.departmentId } : go(rowAbove(rows, at));
    case 'Enter':
    case ' ':
      return { do: 'choose' };
    default:
      return null;
  }
}
