import type { DepartmentRow } from './use-department-rows.ts';

export type TreeStep = { do: 'go'; to: number } | { do: 'unfold' | 'fold'; departmentId: string } | { do: 'choose' };

/** What a key does while the row at `at` is active, or null. Standard tree keys. */
export function treeStep(rows: readonly DepartmentRow[], at: number, key: string): TreeStep | null {
  const row = rows[at];
  const go = (to: number): TreeStep => ({ do: 'go', to: Math.min(Math.max(to, 0), rows.length - 1) });
  const folder = row?.kind === 'department' && row.department.hasChildren ? row : null;
  const above = () => {
    const found = rows.slice(0, at).findLastIndex(({ level }) => level < (row?.level ?? 1));
    return found < 0 ? at : found;
  };
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
      return folder.open ? go(at + 1) : { do: 'unfold', departmentId: folder.department.departmentId };
    case 'ArrowLeft':
      return folder?.open ? { do: 'fold', departmentId: folder.department.departmentId } : go(above());
    case 'Enter':
    case ' ':
      return { do: 'choose' };
    default:
      return null;
  }
}
