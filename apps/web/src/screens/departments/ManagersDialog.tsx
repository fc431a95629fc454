import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { calls, limits, type DepartmentManager } from '@alcove/contract';
import { failureMessage } from '../../api/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useAction } from '../../ui/use-action.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { Chosen } from '../../features/people/chosen.ts';
import { spacesKey } from './department-spaces.ts';
import { PeoplePicker } from '../../features/people/PeoplePicker.tsx';
import shared from '../../features/people/people.module.css';
import styles from './ManagersDialog.module.css';

interface ManagersDialogProps {
  departmentId: string;
  name: string;
  managers: readonly DepartmentManager[];
  /** By the administration's item; then the department may be left without managers. */
  administers?: boolean;
  onSaved?(): void;
  onClose(): void;
}

const chosenOf = ({ userId, name }: DepartmentManager): Chosen => ({ kind: 'person', id: userId, name, accountName: '', path: [] });

/** Shows and changes the managers of a department. */
export default function ManagersDialog({ departmentId, name, managers, administers = false, onSaved, onClose }: ManagersDialogProps) {
  const [chosen, setChosen] = useState<readonly Chosen[]>(() => managers.map(chosenOf));
  const save = useAction(administers ? calls.adminDepartment.setManagers : calls.department.setManagers, {
    refreshes: [spacesKey, ['files']],
    quiet: true,
    onDone: () => {
      toast.success(t('departments.managersSaved'));
      onSaved?.();
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} size={860} title={t('departments.managersTitle', { name })}>
      <p className={styles.hint}>{t('departments.managersHint')}</p>
      <div className={styles.picker}>
        <PeoplePicker value={chosen} onChange={setChosen} max={limits.departmentManagers} peopleOnly />
      </div>
      {save.error && (
        <p className={shared.refusal} role="alert">
          {failureMessage(save.error, t('errors.unknown'))}
        </p>
      )}
      <Group justify="flex-end" gap={8} mt={16}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          loading={save.isPending}
          disabled={chosen.length === 0 && !administers}
          onClick={() => save.mutate({ departmentId, userIds: chosen.map(({ id }) => id) })}
        >
          {t('common.save')}
        </Button>
      </Group>
    </Dialog>
  );
}
