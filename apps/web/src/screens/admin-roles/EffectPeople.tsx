import { Button } from '@mantine/core';
import { limits, type PreviewedItem, type RolePreview } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { roleItemName } from './RoleEffects.tsx';
import type { RoleItem } from './role-preview-queries.ts';
import styles from './effects.module.css';

interface EffectPeopleProps {
  of: PreviewedItem<RoleItem>;
  preview: RolePreview<RoleItem>;
  onExport(): Promise<boolean>;
  onClose(): void;
}

/** The listed people who gain or lose one item. A file has all of them. */
export function EffectPeople({ of: { item, change, people }, preview, onExport, onClose }: EffectPeopleProps) {
  const listed = preview.listed.filter(({ gains, loses }) => (change === 'gained' ? gains : loses).includes(item));
  const title = t(change === 'gained' ? 'adminRoles.whoGains' : 'adminRoles.whoLoses', { item: roleItemName(item), n: people });
  return (
    <Dialog opened onClose={onClose} title={title} size={520} fullScreen={usePhone()}>
      <ul className={styles.list} tabIndex={0} aria-label={title} data-autofocus>
        {listed.map(({ userId, name, accountName, departmentPath, places }) => (
          <li key={userId} className={styles.row}>
            <Avatar id={userId} name={name} size={26} />
            <span className={styles.rowText}>
              <span className={styles.name}>{name}</span>
              <span className={styles.quiet}>{[accountName, departmentPath.join(' / ')].filter(Boolean).join(' · ')}</span>
            </span>
            {places !== undefined && <span className={styles.count}>{t('adminRoles.places', { n: places })}</span>}
          </li>
        ))}
      </ul>
      <div className={styles.listFoot}>
        <span className={styles.quiet}>
          {preview.people > preview.listed.length && t('adminRoles.firstListed', { n: limits.previewedPeople })}
        </span>
        <Button variant="default" onClick={() => void onExport()}>
          {t('adminRoles.exportPeople', { n: preview.people })}
        </Button>
      </div>
    </Dialog>
  );
}
