import { failures, instanceTypes } from '@alcove/contract';
import type { ItemSnapshot, UploadError } from '@alcove/transfer';
import { formatDuration, formatSize, t, type PlainKey } from '../../../i18n/index.ts';
import type { Bar } from './TransferRow.tsx';

const texts: Record<UploadError['code'], PlainKey> = {
  '[002]': 'transfer.e002',
  '[102]': 'transfer.e102',
  '[201]': 'transfer.e201',
  '[202]': 'transfer.e202',
  '[203]': 'transfer.e203',
  '[301]': 'transfer.e301',
  '[302]': 'transfer.e302',
  '[303]': 'transfer.e303',
  '[304]': 'transfer.e304',
  '[305]': 'transfer.e305',
  '110008': 'transfer.e110008',
  NETWORK: 'transfer.eNETWORK',
  TIMEOUT: 'transfer.eTIMEOUT',
  PART_TIMEOUT: 'transfer.ePART_TIMEOUT',
  SERVER: 'transfer.eSERVER',
  INFO_MISSING: 'transfer.eINFO_MISSING',
  FILE_MISSING: 'transfer.eFILE_MISSING',
  FILE_CHANGED: 'transfer.eFILE_CHANGED',
  CONFUSE_BOUNDS: 'transfer.eCONFUSE_BOUNDS',
  PARTS_LOST: 'transfer.ePARTS_LOST',
  SAVE_FAILED: 'transfer.eSAVE_FAILED',
  UNKNOWN: 'transfer.eUNKNOWN',
};

/** What went wrong, code last; the server's own words where it said some. */
export function errorText(error: UploadError, instanceType: string): string {
  if (error.code === '[002]' && instanceType === instanceTypes.group) return t('transfer.e002group');
  if (error.code === 'SERVER' && error.errmsg)
    return error.errcode === undefined || error.errcode < 0 ? error.errmsg : `${error.errmsg} [${error.errcode}]`;
  return t(texts[error.code]);
}

/** Its name is taken, and a person is asked what to do: it waits, and nothing went wrong. */
export const awaitsAnswer = ({ error }: Pick<ItemSnapshot, 'error'>): boolean => error?.errcode === failures.NAME_TAKEN.errcode;

export type BarTone = 'pine' | 'blue' | 'gray' | 'red';

const whole = (percent: number) => Math.floor(percent);

/** One line of state. `ahead` counts what starts before it. */
export function stateText(item: ItemSnapshot, ahead: number): string {
  switch (item.status) {
    case 'ready':
      return ahead > 0 ? t('transfer.waiting', { n: ahead }) : t('transfer.waitingNext');
    case 'checking':
      return t('transfer.checking', { percent: whole(item.checkProcess) });
    case 'uploading':
      return item.speed > 0 && item.left !== null
        ? t('transfer.rate', { speed: formatSize(item.speed), left: formatDuration(item.left) })
        : t('transfer.rateUnknown', { percent: whole(item.percentage) });
    case 'merging':
      return t('transfer.merging');
    case 'pause':
      return t(item.because === 'offline' ? 'transfer.pausedOffline' : 'transfer.paused', { percent: whole(item.percentage) });
    case 'error':
    case 'onTimeout': {
      if (awaitsAnswer(item)) return t('transfer.awaitsAnswer');
      const error = item.error ? errorText(item.error, item.target.instanceType) : t('transfer.eUNKNOWN');
      return item.percentage >= 1 ? t('transfer.kept', { error, percent: whole(item.percentage) }) : error;
    }
    case 'success':
    case 'deleted':
      return '';
    default:
      return item.status satisfies never;
  }
}

/** `2.32 MB / 4.82 GB` while it moves, the size alone otherwise. */
export const sizeText = (item: ItemSnapshot): string =>
  item.status === 'uploading' && item.sentBytes > 0
    ? t('transfer.progressOf', { done: formatSize(item.sentBytes), total: formatSize(item.size) })
    : formatSize(item.size);

/** Null: no bar. */
export function barOf(item: ItemSnapshot): Bar | null {
  switch (item.status) {
    case 'checking':
      return { value: item.checkProcess, color: 'blue' };
    case 'uploading':
      return { value: item.percentage, color: 'pine', smooth: true };
    case 'merging':
      return { value: 100, color: 'pine', busy: true };
    case 'pause':
      return { value: item.percentage, color: 'gray' };
    case 'error':
    case 'onTimeout':
      return awaitsAnswer(item) ? null : { value: item.percentage, color: 'red' };
    default:
      return null;
  }
}
