import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { t } from '../../i18n/index.ts';
import styles from './roles.module.css';

export type RoleTab = 'company' | 'file';

interface RoleTabsProps {
  tab: RoleTab;
  /** Whether the form may be left. */
  leave(): Promise<boolean>;
}

/** Company roles and file roles are two tabs of one screen. */
export function RoleTabs({ tab, leave }: RoleTabsProps) {
  const [, setAddress] = useSearchParams();
  const go = async (to: string) => {
    if (to !== tab && (await leave())) setAddress(to === 'file' ? { tab: 'file' } : {});
  };
  return (
    <div className={styles.tabs}>
      <SegmentedControl
        fullWidth
        aria-label={t('adminRoles.tabs')}
        value={tab}
        onChange={(to) => void go(to)}
        data={[
          { value: 'company', label: t('adminRoles.companyTab') },
          { value: 'file', label: t('adminRoles.fileTab') },
        ]}
      />
    </div>
  );
}
