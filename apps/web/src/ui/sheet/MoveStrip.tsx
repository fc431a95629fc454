import { HardDriveUpload } from 'lucide-react';
import { useCurrentUser } from '../../api/current-user.ts';
import { t } from '../../i18n/index.ts';
import styles from './Sheet.module.css';

/** A strip on top of the sheet while the system is being moved and refuses changes. It takes a minute, so nobody can close it. */
export function MoveStrip() {
  if (!useCurrentUser()?.beingMoved) return null;
  return (
    <div className={styles.announcement} role="status" data-soon>
      <HardDriveUpload size={16} strokeWidth={1.75} aria-hidden />
      <p data-whole>{t('shell.beingMoved')}</p>
    </div>
  );
}
