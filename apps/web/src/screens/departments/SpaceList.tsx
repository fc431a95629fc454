import { FolderOpen, UserCog } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { DepartmentSpace } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { DataTable, type MenuEntry } from '../../ui/data-table/index.ts';
import { EmptyState } from '../../ui/empty-state/index.ts';
import { Sheet } from '../../ui/sheet/Sheet.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { spaceColumns, spaceRow } from './space-columns.tsx';
import styles from './SpaceList.module.css';

const ManagersDialog = lazy(() => import('./ManagersDialog.tsx'));
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const idOf = (space: DepartmentSpace) => space.rootId;
const nameOf = (space: DepartmentSpace) => space.name;

/** Departments in the order of the tree. */
export function SpaceList({ spaces, onOpen }: { spaces: readonly DepartmentSpace[]; onOpen(space: DepartmentSpace): void }) {
  const phone = usePhone();
  const columns = useMemo(() => spaceColumns(), []);
  const [naming, setNaming] = useState<DepartmentSpace | null>(null);
  const entries = (space: DepartmentSpace): MenuEntry[] => [
    { id: 'open', label: t('departments.openSpace'), icon: <FolderOpen {...icon} />, keys: 'Enter', onClick: () => onOpen(space) },
    ...(space.mayNameManagers
      ? [{ id: 'managers', label: t('departments.nameManagers'), icon: <UserCog {...icon} />, onClick: () => setNaming(space) }]
      : []),
  ];
  return (
    <Sheet>
      {!phone && <h1 className={styles.pageTitle}>{t('departments.spaces')}</h1>}
      <DataTable
        label={t('departments.spaces')}
        rows={spaces}
        rowId={idOf}
        rowName={nameOf}
        columns={columns}
        phone={spaceRow}
        entries={entries}
        onOpen={onOpen}
        empty={<EmptyState object="folder" title={t('departments.noSpaces')} text={t('departments.noSpacesText')} />}
      />
      {naming?.departmentId && (
        <Suspense>
          <ManagersDialog
            departmentId={naming.departmentId}
            name={naming.name}
            managers={naming.managers}
            onClose={() => setNaming(null)}
          />
        </Suspense>
      )}
    </Sheet>
  );
}
