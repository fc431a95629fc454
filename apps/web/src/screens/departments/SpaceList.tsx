import { useQuery } from '@tanstack/react-query';
import { FolderOpen, UserCog } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { DepartmentSpace } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import type { MenuEntry } from '../../ui/data-table/index.ts';
import { EmptyState } from '../../ui/empty-state/index.ts';
import { ItemListScreen } from '../../ui/list-screen/ItemListScreen.tsx';
import { useItemList } from '../../ui/list-screen/use-item-list.ts';
import { useListAddress } from '../../ui/list-screen/use-list-address.ts';
import { departmentSpaces } from './department-spaces.ts';
import { spaceColumns, spaceRow } from './space-columns.tsx';
import { readSpaceFilter, spacesOnPage, writeSpaceFilter } from './space-filter.ts';

const ManagersDialog = lazy(() => import('./ManagersDialog.tsx'));
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const idOf = (space: DepartmentSpace) => space.rootId;
const nameOf = (space: DepartmentSpace) => space.name;
const inAddress = { read: readSpaceFilter, write: writeSpaceFilter };

/** The departments, in tree order. */
export function SpaceList({ onOpen }: { onOpen(space: DepartmentSpace): void }) {
  const { filter, onFilter } = useListAddress(inAddress);
  const spaces = useQuery({ ...departmentSpaces, select: (all) => spacesOnPage(all, filter) });
  const list = useItemList({ query: spaces, filter, onFilter, idOf });
  const columns = useMemo(() => spaceColumns(), []);
  const [naming, setNaming] = useState<DepartmentSpace | null>(null);
  const entries = (space: DepartmentSpace): MenuEntry[] => [
    { id: 'open', label: t('departments.openSpace'), icon: <FolderOpen {...icon} />, keys: 'Enter', onClick: () => onOpen(space) },
    ...(space.mayNameManagers
      ? [{ id: 'managers', label: t('departments.nameManagers'), icon: <UserCog {...icon} />, onClick: () => setNaming(space) }]
      : []),
  ];
  return (
    <ItemListScreen
      title={t('departments.spaces')}
      list={list}
      selectable={false}
      label={t('departments.spaces')}
      rowName={nameOf}
      columns={columns}
      phone={spaceRow}
      find={t('departments.findSpace')}
      empty={<EmptyState object="folder" title={t('departments.noSpaces')} text={t('departments.noSpacesText')} />}
      entries={entries}
      onOpen={onOpen}
    >
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
    </ItemListScreen>
  );
}
