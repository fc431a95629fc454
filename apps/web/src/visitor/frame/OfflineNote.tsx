import { WifiOff } from 'lucide-react';
import { t } from '../../i18n/index.ts';
import { useOnline } from '../../ui/use-online.ts';
import { icon } from '../ui/icon.ts';
import styles from './OfflineNote.module.css';

/** A strip while there is no network; what is shown stays readable. */
export function OfflineNote() {
  if (useOnline()) return null;
  return (
    <div className={styles.note} role="status">
      <WifiOff {...icon} />
      {t('visitor.offline')}
    </div>
  );
}
