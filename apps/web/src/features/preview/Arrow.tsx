import { ChevronLeft, ChevronRight } from 'lucide-react';
import { t } from '../../i18n/index.ts';
import styles from './preview.module.css';

/** Leads to the previous or the next file of the list. */
export function Arrow({ side, onClick }: { side: 'left' | 'right'; onClick(): void }) {
  const label = t(side === 'left' ? 'preview.previous' : 'preview.next');
  return (
    <button type="button" className={styles.arrow} data-side={side} aria-label={label} title={label} onClick={onClick}>
      {side === 'left' ? <ChevronLeft size={22} aria-hidden /> : <ChevronRight size={22} aria-hidden />}
    </button>
  );
}
