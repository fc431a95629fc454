import type { DownloadError, DownloadSnapshot } from '@alcove/transfer';
import { formatDuration, formatSize, t, type PlainKey } from '../../../i18n/index.ts';
import type { Bar } from './TransferRow.tsx';

const errors: Record<DownloadError['code'], PlainKey> = {
  NETWORK: 'transfer.eNETWORK',
  SERVER: 'transfer.dSERVER',
  GONE: 'transfer.dGONE',
  DISK: 'transfer.dDISK',
};
const errorText = ({ code, errmsg }: DownloadError): string => (code === 'GONE' && errmsg) || t(errors[code]);

const whole = (percent: number) => Math.floor(percent);

export function downloadText(item: DownloadSnapshot): string {
  switch (item.status) {
    case 'ready':
      return t('transfer.downloadWaiting');
    case 'active':
      return item.speed > 0 && item.left !== null
        ? t('transfer.rate', { speed: formatSize(item.speed), left: formatDuration(item.left) })
        : t('transfer.downloading', { percent: whole(item.percentage) });
    case 'pause':
      return t(item.because === 'offline' ? 'transfer.pausedOffline' : 'transfer.paused', { percent: whole(item.percentage) });
    case 'error': {
      const error = item.error ? errorText(item.error) : t('transfer.eUNKNOWN');
      return item.percentage >= 1 ? t('transfer.kept', { error, percent: whole(item.percentage) }) : error;
    }
    case 'finished':
    case 'deleted':
      return '';
    default:
      return item.status satisfies never;
  }
}

export const downloadSize = (item: DownloadSnapshot): string =>
  item.status === 'active' && item.receivedBytes > 0
    ? t('transfer.progressOf', { done: formatSize(item.receivedBytes), total: formatSize(item.size) })
    : formatSize(item.size);

/** Null: no bar. */
export function downloadBar({ status, percentage }: DownloadSnapshot): Bar | null {
  switch (status) {
    case 'active':
      return { value: percentage, color: 'blue', smooth: true };
    case 'pause':
      return { value: percentage, color: 'gray' };
    case 'error':
      return { value: percentage, color: 'red' };
    default:
      return null;
  }
}
