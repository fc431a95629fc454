import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { calls, type Role } from '@alcove/contract';
import { failureMessage } from '../../api/index.ts';
import { companyRolesKey } from '../../features/company-roles/company-role-queries.ts';
import { roleName } from '../../features/company-roles/role-names.ts';
import { t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useAction } from '../../ui/use-action.ts';
import styles from './roles.module.css';

interface RemoveRoleProps {
  role: Role;
  others: readonly Role[];
  onClose(): void;
  onDone(): void;
}

/** Asks before a role is deleted; if people have it, which role takes its place. */
export function RemoveRole({ role, others, onClose, onDone }: RemoveRoleProps) {
  const [replacementId, setReplacementId] = useState<string | null>(others.find(({ builtIn }) => builtIn === 'employee')?.roleId ?? null);
  const held = role.people > 0;
  const remove = useAction(calls.adminRole.remove, {
    refreshes: [companyRolesKey],
    quiet: true,
    onDone: () => {
      toast.success(t('adminRoles.removed'));
      onDone();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t('adminRoles.removeTitle', { name: roleName(role) })}>
      <p className={styles.dialogText}>{held ? t('adminRoles.removeHeld', { n: role.people }) : t('adminRoles.removeText')}</p>
      {held && (
        <Select
          label={t('adminRoles.replacement')}
          allowDeselect={false}
          data={others.map((one) => ({ value: one.roleId, label: roleName(one) }))}
          value={replacementId}
          onChange={setReplacementId}
        />
      )}
      {remove.error && (
        <p className={styles.wrong} role="alert">
          {failureMessage(remove.error, t('errors.unknown'))}
        </p>
      )}
      <div className={styles.dialogFoot}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          color="red"
          loading={remove.isPending}
          disabled={held && replacementId === null}
          onClick={() => remove.mutate({ roleId: role.roleId, ...(held && replacementId !== null && { replacementId }) })}
        >
          {t('adminRoles.removeConfirm')}
        </Button>
      </div>
    </Dialog>
  );
}
