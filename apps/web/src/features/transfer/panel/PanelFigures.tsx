import type { ItemSnapshot } from '@alcove/transfer';
import { useStore } from '../../../ui/store.ts';
import { t } from '../../../i18n/index.ts';
import { BulkTools } from './BulkTools.tsx';
import { awaitsAnswer } from './transfer-text.ts';
import { useTransfers } from './use-transfers.ts';
import styles from './PanelFigures.module.css';

/** What of the panel changes with every figure, each for itself, so that the rest is not drawn anew several times a second. */
const useUploads = () => useStore(useTransfers().uploads.shown).items;
const useDownloads = () => useStore(useTransfers().downloads.shown);

function headline(items: readonly ItemSnapshot[]): string {
  const under = items.filter(({ status }) => status === 'checking' || status === 'uploading' || status === 'merging').length;
  if (under > 0) return t('transfer.uploadingOf', { done: under, n: items.length });
  const failed = items.filter((item) => (item.status === 'error' || item.status === 'onTimeout') && !awaitsAnswer(item)).length;
  if (failed > 0) return t('transfer.failedCount', { n: failed });
  const paused = items.filter(({ status }) => status === 'pause').length;
  if (paused > 0) return t('transfer.pausedCount', { n: paused });
  return t('transfer.waitingCount', { n: items.length });
}

export function Headline() {
  const items = useUploads();
  return items.length > 0 ? headline(items) : <IdleHeadline />;
}
/** What arrived is only looked at here, because it changes with every file. */
function IdleHeadline() {
  const { interrupted, arrived } = useTransfers();
  const stranded = useStore(interrupted).length;
  const done = useStore(arrived).reduce((sum, { n }) => sum + n, 0);
  if (stranded > 0) return t('transfer.interruptedCount', { n: stranded });
  return done > 0 ? t('transfer.arrived', { n: done }) : t('transfer.idle');
}

/** What a screen reader hears. */
export function Announced() {
  return useStore(useTransfers().uploads.announced);
}

const count = (n: number) => n > 0 && <span className={styles.count}>{n}</span>;
export function UploadCount() {
  return count(useUploads().length);
}
export function DownloadCount() {
  return count(useDownloads().length);
}

export function UploadTools({ touch }: { touch: boolean }) {
  return <BulkTools queue={useTransfers().uploads.queue} items={useUploads()} touch={touch} />;
}
export function DownloadTools({ touch }: { touch: boolean }) {
  return <BulkTools queue={useTransfers().downloads.queue} items={useDownloads()} touch={touch} />;
}
