import { ArrowDown, ArrowDownUp, ArrowUp } from 'lucide-react';
import { limits } from '@alcove/contract';
import { Tooltip, VisuallyHidden } from '@mantine/core';
import { t } from '../i18n/index.ts';
import { useStore } from '../ui/store.ts';
import { transferCounts } from '../features/transfer/panel/transfer-counts.ts';
import { transferPanelView } from '../features/transfer/panel/panel-view.ts';
import styles from './Header.module.css';

const capped = (count: number) => (count > limits.badgeCap ? `${limits.badgeCap}+` : String(count));

/** Opens the transfer list. It shows the counts, and the total progress as an underline. `touch` is the phone's form. */
export function TransferButton({ touch = false }: { touch?: boolean }) {
  if (touch) return <TouchButton />;
  return (
    <Tooltip label={t('shell.transfers')}>
      <button type="button" className={`${styles.button} ${styles.transfers}`} onClick={() => transferPanelView.toggle()}>
        <VisuallyHidden>{t('shell.transfers')}</VisuallyHidden>
        <Figures />
      </button>
    </Tooltip>
  );
}

/** A component of its own, so that new figures do not rerender the button. */
function Figures() {
  const { uploads, downloads, progress } = useStore(transferCounts);
  return (
    <>
      <span className={styles.count} data-none={uploads === 0 || undefined}>
        <ArrowUp size={14} strokeWidth={2.2} aria-hidden />
        <VisuallyHidden>{t('shell.uploads')}</VisuallyHidden>
        {capped(uploads)}
      </span>
      <span className={styles.count} data-none={downloads === 0 || undefined}>
        <ArrowDown size={14} strokeWidth={2.2} aria-hidden />
        <VisuallyHidden>{t('shell.downloads')}</VisuallyHidden>
        {capped(downloads)}
      </span>
      {uploads + downloads > 0 && <i className={styles.progress} style={{ transform: `scaleX(${Math.min(1, Math.max(0, progress))})` }} />}
    </>
  );
}

function TouchButton() {
  const { uploads, downloads } = useStore(transferCounts);
  return (
    <button type="button" className={`${styles.button} ${styles.touch}`} onClick={() => transferPanelView.toggle()}>
      <VisuallyHidden>{t('shell.transfers')}</VisuallyHidden>
      <ArrowDownUp size={20} strokeWidth={1.75} aria-hidden />
      {uploads + downloads > 0 && <span className={styles.badge}>{capped(uploads + downloads)}</span>}
    </button>
  );
}
