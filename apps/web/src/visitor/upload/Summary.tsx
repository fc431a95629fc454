import type { ItemSnapshot } from '@alcove/transfer';
import { formatDuration, formatSize, t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { Button } from '../ui/Button.tsx';
import type { Received } from './kept.ts';
import { totalsOf } from './totals.ts';
import { uploads } from './uploads.ts';
import styles from './Summary.module.css';

interface SummaryProps {
  received: readonly Received[];
  items: readonly ItemSnapshot[];
  ended: boolean;
  phone: boolean;
}

/** All files of the visit in one line, and what can be done with all of them. */
export function Summary({ received, items, ended, phone }: SummaryProps) {
  const { files, received: arrived, bytes, sentBytes, left } = totalsOf(received, items);
  const [sent, all] = [formatSize(sentBytes), formatSize(bytes)];
  const moving = items.some(({ status }) => ['ready', 'checking', 'uploading'].includes(status));
  const figures =
    left === null
      ? phone
        ? ''
        : t('upload.bytes', { sent, all })
      : phone
        ? t('upload.left', { left: formatDuration(left) })
        : t('upload.bytesLeft', { sent, all, left: formatDuration(left) });
  const cancelAll = async (): Promise<void> => {
    const agreed = await confirm({
      type: 'warning',
      title: t('upload.cancelTitle', { n: uploads.queue.count() }),
      text: t('upload.cancelText'),
      confirmLabel: t('upload.cancelConfirm'),
      cancelLabel: t('upload.keepGoing'),
      danger: true,
    });
    if (agreed) uploads.cancelAll();
  };
  return (
    <div className={styles.summary}>
      <strong>{t('upload.summary', { n: files, received: arrived })}</strong>
      {!ended && <span className={styles.figures}>{figures}</span>}
      {items.length > 0 && !ended && (
        <span className={styles.buttons}>
          <Button size="small" onClick={() => (moving ? uploads.queue.pauseAll() : uploads.queue.resumeAll())}>
            {t(moving ? 'upload.pauseAll' : 'upload.resumeAll')}
          </Button>
          <Button size="small" onClick={() => void cancelAll()}>
            {t('upload.cancelAll')}
          </Button>
        </span>
      )}
    </div>
  );
}
