import { Button, Menu } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import type { AdminItem, ManagedDeed } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import styles from './admin-files.module.css';

const deeds = [
  { deed: 'setSensitivity', needs: 'files.sensitivity', label: 'adminFiles.setLevel', danger: false },
  { deed: 'endShares', needs: 'files.endSharing', label: 'adminFiles.endShares', danger: false },
  { deed: 'endLinks', needs: 'files.endSharing', label: 'adminFiles.endLinks', danger: false },
  { deed: 'remove', needs: 'files.remove', label: 'adminFiles.remove', danger: true },
] as const;

/** Acts on everything that the filter finds, also on what is not shown. */
export function ChangeAll({ held, offline, onDeed }: { held: readonly AdminItem[]; offline: boolean; onDeed(deed: ManagedDeed): void }) {
  const allowed = deeds.filter(({ needs }) => held.includes(needs));
  if (allowed.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          className={styles.all ?? ''}
          variant="default"
          size="xs"
          disabled={offline}
          rightSection={<ChevronDown size={14} aria-hidden />}
        >
          {t('adminFiles.changeAll')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {allowed.map(({ deed, label, danger }) => (
          <Menu.Item key={deed} {...(danger && { color: 'red' })} onClick={() => onDeed(deed)}>
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
