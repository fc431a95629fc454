import { ActionIcon, Tooltip } from '@mantine/core';
import { Pause, Play, Trash2 } from 'lucide-react';
import type { DownloadQueue, DownloadSnapshot, ItemSnapshot, UploadQueue } from '@alcove/transfer';
import { t } from '../../../i18n/index.ts';
import { memo } from 'react';
import { confirm } from '../../../ui/confirm/confirm.ts';

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface BulkToolsProps {
  queue: Pick<UploadQueue & DownloadQueue, 'pauseAll' | 'resumeAll' | 'removeAll' | 'count'>;
  items: readonly (ItemSnapshot | DownloadSnapshot)[];
  touch: boolean;
}

/** Pauses, resumes or removes all that a tab lists (specification 1 section 2). */
export function BulkTools({ queue, items, touch }: BulkToolsProps) {
  const moving = items.some(({ status }) => ['ready', 'checking', 'uploading', 'active'].includes(status));
  return items.length > 0 && <Tools queue={queue} moving={moving} up={items.some((item) => 'sentBytes' in item)} touch={touch} />;
}

interface ToolsProps extends Pick<BulkToolsProps, 'queue' | 'touch'> {
  moving: boolean;
  /** Of uploads, not of downloads. */
  up: boolean;
}
const Tools = memo(function Tools({ queue, moving, up, touch }: ToolsProps) {
  const size = touch ? 'xl' : 'sm';
  const removeAll = async () => {
    const n = queue.count();
    const agreed = await confirm({
      type: 'warning',
      title: t(up ? 'transfer.removeAllTitle' : 'transfer.removeDownloadsTitle', { n }),
      text: t(up ? 'transfer.removeAllText' : 'transfer.removeDownloadsText'),
      confirmLabel: t('transfer.removeAllConfirm', { n }),
      danger: true,
    });
    if (agreed) queue.removeAll();
  };
  return (
    <>
      <Tooltip label={t(moving ? 'transfer.pauseAll' : 'transfer.resumeAll')}>
        <ActionIcon
          size={size}
          aria-label={t(moving ? 'transfer.pauseAll' : 'transfer.resumeAll')}
          onClick={() => (moving ? queue.pauseAll() : queue.resumeAll())}
        >
          {moving ? <Pause {...icon} /> : <Play {...icon} />}
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('transfer.removeAll')}>
        <ActionIcon size={size} aria-label={t('transfer.removeAll')} onClick={() => void removeAll()}>
          <Trash2 {...icon} />
        </ActionIcon>
      </Tooltip>
    </>
  );
});
