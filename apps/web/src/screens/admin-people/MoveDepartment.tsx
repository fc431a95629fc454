import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ManagedDepartment } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { DepartmentSelect } from './DepartmentSelect.tsx';
import { moveDepartment } from './move-department.ts';
import styles from './people.module.css';

/** Moves a department under another one: the dialog for who does not drag it. */
export function MoveDepartment({ department, onClose }: { department: ManagedDepartment; onClose(): void }) {
  const { departmentId, parentId, name, path } = department;
  const [chosen, setChosen] = useState(parentId);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const move = async () => {
    setBusy(true);
    const refusal = await moveDepartment(departmentId, chosen);
    setBusy(false);
    setRefused(refusal);
    if (refusal === null) onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t('adminPeople.moveDepartmentTitle', { name })}>
      <p className={styles.passwordText}>{t('adminPeople.moveDepartmentText')}</p>
      <DepartmentSelect
        label={t('adminPeople.parent')}
        placeholder={t('adminPeople.topLevel')}
        value={chosen}
        name={path.at(-1) ?? ''}
        error={refused ?? undefined}
        onChange={(next) => {
          setRefused(null);
          setChosen(next);
        }}
      />
      <div className={styles.dialogFoot}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button loading={busy} disabled={chosen === parentId} onClick={() => void move()}>
          {t('adminPeople.moveDepartment')}
        </Button>
      </div>
    </Dialog>
  );
}
