import { Badge } from '@mantine/core';
import { Lock } from 'lucide-react';
import type { Role } from '@alcove/contract';
import { roleName } from '../../features/company-roles/role-names.ts';
import { t } from '../../i18n/index.ts';
import styles from './roles.module.css';

interface RoleListProps {
  roles: readonly Role[];
  /** Null: a new role is being written. */
  chosenId: string | null;
  /** The name of a new role, while one is being written. */
  newName: string | null;
  onChoose(roleId: string): void;
}

/** The roles of the company, with the number of people who have each. */
export function RoleList({ roles, chosenId, newName, onChoose }: RoleListProps) {
  return (
    <nav className={styles.list} aria-label={t('adminRoles.list')}>
      {roles.map((role) => (
        <button
          key={role.roleId}
          type="button"
          className={styles.row}
          aria-current={role.roleId === chosenId ? 'true' : undefined}
          onClick={() => onChoose(role.roleId)}
        >
          <span className={styles.rowName} title={roleName(role)}>
            {roleName(role)}
          </span>
          {role.builtIn && <Lock size={12} role="img" aria-label={t('adminRoles.builtIn')} />}
          {role.type === 'advanced' && <Badge size="xs">{t('companyRoles.advanced')}</Badge>}
          <span className={styles.people}>{role.people.toLocaleString('en-US')}</span>
        </button>
      ))}
      {newName !== null && (
        <button type="button" className={styles.row} aria-current="true">
          <span className={styles.rowName}>{newName || t('adminRoles.newRole')}</span>
        </button>
      )}
      <p className={styles.listHint}>{t('adminRoles.counts')}</p>
    </nav>
  );
}
