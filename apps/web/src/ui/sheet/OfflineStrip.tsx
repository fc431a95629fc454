import { WifiOff } from 'lucide-react';
import { t } from '../../i18n/index.ts';
import { useOnline } from '../use-online.ts';
import styles from './Sheet.module.css';

/** Atop the sheet while there is no network; the list below stays readable. */
export function OfflineStrip() {
  if (useOnline()) return null;
  return (
    <div className={styles.offline} role="status">
      <WifiOff size={16} strokeWidth={1.75} aria-hidden />
      {t('shell.offline')}
    </div>
  );
}
