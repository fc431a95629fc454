import { useState } from 'react';
import type { ReactNode } from 'react';
import { calls, type AdminItem, type ManagedDepartment } from '@alcove/contract';
import { call, failureMessage } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useRowDrag } from '../../ui/use-row-drag.ts';
import ManagersDialog from '../departments/ManagersDialog.tsx';
import { DepartmentDialog, type EditedDepartment } from './DepartmentDialog.tsx';
import { moveDepartment } from './move-department.ts';
import { MoveDepartment } from './MoveDepartment.tsx';
import { peopleChanged } from './people-queries.ts';

/** What the reader may do with departments; a missing action is not allowed. */
export interface DepartmentActions {
  /** `parent`: the department above, or what the tree has chosen otherwise. */
  create?: (parent: string | null) => void;
  edit?: (department: ManagedDepartment) => void;
  managers?: (department: ManagedDepartment) => void;
  move?: (department: ManagedDepartment) => void;
  end?: (department: ManagedDepartment) => void;
}

async function endDepartment({ departmentId, name }: ManagedDepartment): Promise<void> {
  const question = { type: 'error', title: t('adminPeople.endTitle', { name }), text: t('adminPeople.endText'), danger: true } as const;
  if (!(await confirm({ ...question, confirmLabel: t('adminPeople.endDepartment') }))) return;
  try {
    await call(calls.adminDepartment.end, { departmentId });
    toast.success(t('adminPeople.departmentEnded', { name }));
  } catch (error) {
    toast.error(failureMessage(error, t('errors.unknown')));
  } finally {
    peopleChanged();
  }
}

/** The actions that the reader's roles name, and their dialogs. Departments can be dragged, people dropped on departments. */
export function useDepartmentActions(held: readonly AdminItem[], offline: boolean): { actions: DepartmentActions; dialogs: ReactNode } {
  const [edited, setEdited] = useState<EditedDepartment | null>(null);
  const [led, setLed] = useState<ManagedDepartment | null>(null);
  const [moved, setMoved] = useState<ManagedDepartment | null>(null);
  const may = (item: AdminItem) => !offline && held.includes(item);
  const mayMove = may('departments.move');
  const actions: DepartmentActions = {
    ...(may('departments.create') && { create: (parentId: string | null) => setEdited({ parentId }) }),
    ...((may('departments.edit') || may('departments.quota')) && {
      edit: (department: ManagedDepartment) => setEdited({ department }),
    }),
    ...(may('departments.managers') && { managers: setLed }),
    ...(mayMove && { move: setMoved }),
    ...(may('departments.end') && { end: (department: ManagedDepartment) => void endDepartment(department) }),
  };
  useRowDrag({
    rows: '[role=treeitem][data-department-id]',
    items: ({ dataset: { departmentId } }) => (mayMove && departmentId ? [departmentId] : []),
    textOf: (id) => id,
    targets: '[role=treeitem][data-department-id]',
    target: ({ dataset: { departmentId } }) => departmentId ?? null,
    accepts: ([dragged], target) => dragged !== target,
    onDrop: ([dragged], target) => {
      if (dragged !== undefined) void moveDepartment(dragged, target).then((refused) => refused && toast.error(refused));
    },
  });
  const dialogs = (
    <>
      {edited && <DepartmentDialog edited={edited} held={held} onClose={() => setEdited(null)} />}
      {led && (
        <ManagersDialog
          administers
          departmentId={led.departmentId}
          name={led.name}
          managers={led.managers}
          onSaved={peopleChanged}
          onClose={() => setLed(null)}
        />
      )}
      {moved && <MoveDepartment department={moved} onClose={() => setMoved(null)} />}
    </>
  );
  return { actions, dialogs };
}
