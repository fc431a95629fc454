import { ActionIcon, Checkbox, Progress, Tooltip } from '@mantine/core';
import { Pause, Play, RotateCcw, X } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { ItemSnapshot } from '@alcove/transfer';
import { t } from '../../i18n/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { FileName } from '../files/FileName.tsx';
import { kindOfName } from '../files/file-kind.ts';
import { barOf, sizeText, stateText } from './transfer-text.ts';
import { uploadQueue } from './upload-queue.ts';
import styles from './transfer.module.css';

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const;

function Act({ label, onClick, touch, children }: { label: string; onClick(): void; touch: boolean; children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={touch ? 'xl' : 'sm'} aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

interface TransferItemProps {
  item: ItemSnapshot;
  ahead: number;
  touch: boolean;
  picked: boolean;
  /** Some row is picked, or a phone's list is in picking: every row shows its checkbox. */
  picking: boolean;
  onPick(id: string, range: boolean): void;
}

/** One upload: icon, name, a 3 px bar, one line of state, and what can be done with it. The checkbox takes the icon's place. */
export const TransferItem = memo(function TransferItem({ item, ahead, touch, picked, picking, onPick }: TransferItemProps) {
  const bar = barOf(item);
  const stands = item.status === 'pause' || item.status === 'error' || item.status === 'onTimeout';
  const failed = item.status === 'error' || item.status === 'onTimeout';
  return (
    <div className={styles.item} data-touch={touch || undefined} data-picked={picked || undefined} data-picking={picking || undefined}>
      <span className={styles.lead}>
        <FileIcon kind={kindOfName(item.name)} size={touch ? 34 : 28} />
        {(!touch || picking) && (
          <Checkbox
            className={styles.pick}
            checked={picked}
            aria-label={t('transfer.pick', { name: item.name })}
            onChange={(event) => onPick(item.id, (event.nativeEvent as MouseEvent).shiftKey)}
          />
        )}
      </span>
      <div className={styles.itemText}>
        <FileName name={item.name} />
        {bar && (
          <Progress
            key={bar.color}
            className={styles.bar}
            value={bar.value}
            color={bar.color}
            transitionDuration={item.status === 'uploading' ? 300 : 0}
            aria-label={t('transfer.progressLabel', { name: item.name })}
          />
        )}
        <div className={styles.state} data-failed={failed || undefined}>
          <span className={styles.stateText} title={failed ? stateText(item, ahead) : undefined}>
            {stateText(item, ahead)}
          </span>
          <span className={styles.size}>{sizeText(item)}</span>
        </div>
      </div>
      <div className={styles.itemActions}>
        {(item.status === 'ready' || item.status === 'checking' || item.status === 'uploading') && (
          <Act touch={touch} label={t('transfer.pause')} onClick={() => uploadQueue.pause(item.id)}>
            <Pause {...icon} />
          </Act>
        )}
        {stands && (
          <Act touch={touch} label={failed ? t('transfer.retry') : t('transfer.resume')} onClick={() => uploadQueue.resume(item.id)}>
            {failed ? <RotateCcw {...icon} /> : <Play {...icon} />}
          </Act>
        )}
        <Act touch={touch} label={t('transfer.remove')} onClick={() => uploadQueue.remove(item.id)}>
          <X {...icon} size={16} />
        </Act>
      </div>
    </div>
  );
});
