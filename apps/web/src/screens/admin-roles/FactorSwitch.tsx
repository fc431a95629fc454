import { Switch } from '@mantine/core';
import { calls, type Role } from '@alcove/contract';
import { companyRolesKey } from '../../features/company-roles/company-role-queries.ts';
import { t } from '../../i18n/index.ts';
import { useAction } from '../../ui/use-action.ts';
import styles from './roles.module.css';

/** Whether people of the role must have a second factor. It is no part of the role's content, so it is saved at once. */
export function FactorSwitch({ role, disabled }: { role: Role; disabled: boolean }) {
  const change = useAction(calls.adminRole.requireFactor, { refreshes: [companyRolesKey] });
  return (
    <Switch
      className={styles.factor ?? ''}
      label={t('adminRoles.needsFactor')}
      description={t('adminRoles.needsFactorHint')}
      checked={role.needsSecondFactor}
      disabled={disabled || change.isPending}
      onChange={(event) => change.mutate({ roleId: role.roleId, needsSecondFactor: event.currentTarget.checked })}
    />
  );
}
