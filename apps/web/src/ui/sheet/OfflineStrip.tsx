import { WifiOff } from 'lucide-react';
import { t } from '../../i18n/index.ts';
import { useOnline } from '../use-online.ts';
import styles from './Sheet.module.css';

/** A strip at the top of the sheet while offline; the list below stays readable. `text`: what it means for the page, where that is not transfers. */
export function OfflineStrip({ text = t('shell.offline') }: { text?: string }) {
  if (useOnline()) return null;
  return (
    <div className={styles.offline} role="status">
      <WifiOff size={16} strokeWidth={1.75} aria-hidden />
      {text}
    </div>
  );
}
