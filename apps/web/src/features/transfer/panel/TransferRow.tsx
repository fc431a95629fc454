import { ActionIcon, Progress, Tooltip } from '@mantine/core';
import { Pause, Play, RotateCcw, X } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { t } from '../../../i18n/index.ts';
import { FileIcon } from '../../../ui/marks/FileIcon.tsx';
import { FileName } from '../../../items/FileName.tsx';
import { kindOfName } from '../../../items/file-kind.ts';
import type { BarTone } from './transfer-text.ts';
import styles from './TransferRow.module.css';

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const;

export interface Bar {
  value: number;
  color: BarTone;
  /** Something is at work whose end cannot be told. */
  busy?: boolean;
  /** Glides from one figure to the next. */
  smooth?: boolean;
}

/** What the buttons of a row do; the queue itself, so that a row's buttons stay as they are while its figures change. */
export interface RowQueue {
  pause(id: string): void;
  resume(id: string): void;
  remove(id: string): void;
}

interface TransferRowProps {
  id: string;
  queue: RowQueue;
  name: string;
  /** The folder it goes to; shown on hover. */
  place?: string | undefined;
  bar: Bar | null;
  state: string;
  failed: boolean;
  pausable: boolean;
  resumable: boolean;
  size: string;
  touch: boolean;
  picked?: boolean;
  picking?: boolean;
  /** Takes the icon's place when it shows. */
  checkbox?: ReactNode;
}

/** One transfer: icon, name, a 3 px bar, one line of state, and what can be done with it. */
export function TransferRow(row: TransferRowProps) {
  const { id, queue, name, bar, state, failed, pausable, resumable, touch } = row;
  return (
    <div
      className={styles.item}
      data-touch={touch || undefined}
      data-picked={row.picked || undefined}
      data-picking={row.picking || undefined}
    >
      <span className={styles.lead}>
        <Mark name={name} touch={touch} />
        {row.checkbox}
      </span>
      <div className={styles.itemText} title={row.place}>
        <Name name={name} />
        {bar && (
          <Progress
            key={bar.color}
            className={styles.bar}
            value={bar.value}
            color={bar.color}
            striped={bar.busy ?? false}
            animated={bar.busy ?? false}
            transitionDuration={bar.smooth ? 300 : 0}
            aria-label={t('transfer.progressLabel', { name })}
          />
        )}
        <div className={styles.state} data-failed={failed || undefined}>
          <span className={styles.stateText} title={failed ? state : undefined}>
            {state}
          </span>
          <span className={styles.size}>{row.size}</span>
        </div>
      </div>
      <Actions id={id} queue={queue} pausable={pausable} resumable={resumable} failed={failed} touch={touch} />
    </div>
  );
}

// Figures change several times a second; these do not.
const Name = memo(FileName);
const Mark = memo(function Mark({ name, touch }: { name: string; touch: boolean }) {
  return <FileIcon kind={kindOfName(name)} size={touch ? 34 : 28} />;
});
const Actions = memo(function Actions({
  id,
  queue,
  pausable,
  resumable,
  failed,
  touch,
}: Pick<TransferRowProps, 'id' | 'queue' | 'pausable' | 'resumable' | 'failed' | 'touch'>) {
  const act = (label: string, mark: ReactNode, onClick: () => void) => (
    <Tooltip label={label}>
      <ActionIcon size={touch ? 'xl' : 'sm'} aria-label={label} onClick={onClick}>
        {mark}
      </ActionIcon>
    </Tooltip>
  );
  return (
    <div className={styles.itemActions}>
      {pausable && act(t('transfer.pause'), <Pause {...icon} />, () => queue.pause(id))}
      {resumable &&
        act(t(failed ? 'transfer.retry' : 'transfer.resume'), failed ? <RotateCcw {...icon} /> : <Play {...icon} />, () =>
          queue.resume(id),
        )}
      {act(t('transfer.remove'), <X {...icon} size={16} />, () => queue.remove(id))}
    </div>
  );
});
