import { ActionIcon, Progress, Tooltip } from '@mantine/core';
import { Pause, Play, RotateCcw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../i18n/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { FileName } from '../files/FileName.tsx';
import { kindOfName } from '../files/file-kind.ts';
import type { BarTone } from './transfer-text.ts';
import styles from './transfer.module.css';

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const;

export interface Bar {
  value: number;
  color: BarTone;
  /** Something is at work whose end cannot be told. */
  busy?: boolean;
  /** Glides from one figure to the next. */
  smooth?: boolean;
}

interface TransferRowProps {
  name: string;
  /** The folder it goes to; shown on hover. */
  place?: string | undefined;
  bar: Bar | null;
  state: string;
  failed: boolean;
  size: string;
  touch: boolean;
  picked?: boolean;
  picking?: boolean;
  /** Takes the icon's place when it shows. */
  checkbox?: ReactNode;
  onPause: (() => void) | null;
  onResume: (() => void) | null;
  onRemove(): void;
}

/** One transfer: icon, name, a 3 px bar, one line of state, and what can be done with it. */
export function TransferRow(row: TransferRowProps) {
  const { name, bar, state, failed, touch } = row;
  const size = touch ? 'xl' : 'sm';
  const act = (label: string, mark: ReactNode, onClick: () => void) => (
    <Tooltip label={label}>
      <ActionIcon size={size} aria-label={label} onClick={onClick}>
        {mark}
      </ActionIcon>
    </Tooltip>
  );
  return (
    <div
      className={styles.item}
      data-touch={touch || undefined}
      data-picked={row.picked || undefined}
      data-picking={row.picking || undefined}
    >
      <span className={styles.lead}>
        <FileIcon kind={kindOfName(name)} size={touch ? 34 : 28} />
        {row.checkbox}
      </span>
      <div className={styles.itemText} title={row.place}>
        <FileName name={name} />
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
      <div className={styles.itemActions}>
        {row.onPause && act(t('transfer.pause'), <Pause {...icon} />, row.onPause)}
        {row.onResume &&
          act(t(failed ? 'transfer.retry' : 'transfer.resume'), failed ? <RotateCcw {...icon} /> : <Play {...icon} />, row.onResume)}
        {act(t('transfer.remove'), <X {...icon} size={16} />, row.onRemove)}
      </div>
    </div>
  );
}
