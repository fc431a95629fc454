import { FolderInput, FolderPlus, Pencil, Trash2, UserCog } from 'lucide-react';
import type { ManagedDepartment } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import type { MenuEntry } from '../../ui/data-table/index.ts';
import type { TreeDepartment } from './department-queries.ts';
import type { DepartmentActions } from './use-department-actions.tsx';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

const ofDirectory = ({ directoryName: name }: ManagedDepartment): string | undefined =>
  name === null ? undefined : t('adminPeople.departmentOfDirectory', { name });

/** What the reader's roles allow with a department. Empty: it has no menu. */
export function departmentEntries({ departmentId, managed }: TreeDepartment, actions: DepartmentActions): MenuEntry[] {
  const { create, edit, managers, move, end } = actions;
  const entries: (MenuEntry | false)[] = [
    create !== undefined && {
      id: 'create',
      label: t('adminPeople.createBelow'),
      icon: <FolderPlus {...icon} />,
      onClick: () => create(departmentId),
    },
    managed !== null &&
      edit !== undefined && {
        id: 'edit',
        label: t('adminPeople.editDepartment'),
        icon: <Pencil {...icon} />,
        onClick: () => edit(managed),
      },
    managed !== null &&
      managers !== undefined && {
        id: 'managers',
        label: t('departments.nameManagers'),
        icon: <UserCog {...icon} />,
        onClick: () => managers(managed),
      },
    managed !== null &&
      move !== undefined && {
        id: 'move',
        label: t('adminPeople.moveDepartment'),
        icon: <FolderInput {...icon} />,
        refused: ofDirectory(managed),
        onClick: () => move(managed),
      },
    managed !== null &&
      end !== undefined && {
        id: 'end',
        label: t('adminPeople.endDepartment'),
        icon: <Trash2 {...icon} />,
        danger: true,
        divided: true,
        refused: ofDirectory(managed) ?? (managed.people.own > 0 || managed.departments > 0 ? t('adminPeople.endNotEmpty') : undefined),
        onClick: () => end(managed),
      },
  ];
  return entries.filter((entry) => entry !== false);
}
