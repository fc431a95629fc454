import type { ItemSnapshot } from '@alcove/transfer';
import { errorText, stateText } from '../../features/transfer/panel/transfer-text.ts';
import { formatDuration, formatSize, t } from '../../i18n/index.ts';

export const hasFailed = ({ status }: ItemSnapshot): boolean => status === 'error' || status === 'onTimeout';

/** One line of state. The space is not the visitor's, so they are told whom to ask. */
export function lineOf(item: ItemSnapshot, ahead: number, sharer: string): string {
  if (item.status === 'uploading' && item.speed > 0 && item.left !== null)
    return t('upload.percent', {
      percent: Math.floor(item.percentage),
      speed: formatSize(item.speed),
      left: formatDuration(item.left),
    });
  if (!hasFailed(item) || !item.error) return stateText(item, ahead);
  const error = item.error.code === '[002]' ? t('upload.noRoom', { who: sharer }) : errorText(item.error, item.target.instanceType);
  return item.percentage >= 1 ? t('transfer.kept', { error, percent: Math.floor(item.percentage) }) : error;
}
