import { ActionIcon, Checkbox, Tooltip } from '@mantine/core';
import { Pause, Play, Trash2, X } from 'lucide-react';
import type { ItemSnapshot } from '@alcove/transfer';
import { t, type PlainKey } from '../../../i18n/index.ts';
import { confirm } from '../../../ui/confirm/confirm.ts';
import { all, cleared, headState, type Selection } from '../../../ui/data-table/selection.ts';
import { useTransfers } from './use-transfers.ts';
import styles from './PickedBar.module.css';

interface PickedBarProps {
  items: readonly ItemSnapshot[];
  selection: Selection;
  onSelection(next: Selection): void;
  onClear(): void;
  touch: boolean;
}

/** Pauses, resumes or removes the uploads that are picked (specification 1 section 2); takes the place of the tools for all. */
export function PickedBar({ items, selection, onSelection, onClear, touch }: PickedBarProps) {
  const { queue } = useTransfers().uploads;
  const order = items.map(({ id }) => id);
  const ids = [...selection.ids];
  const state = headState(selection, order);
  const remove = async () => {
    const n = ids.length;
    const agreed = await confirm({
      type: 'warning',
      title: t('transfer.removePickedTitle', { n }),
      text: t('transfer.removeAllText'),
      confirmLabel: t('transfer.removeAllConfirm', { n }),
      danger: true,
    });
    if (agreed) queue.removeAll(ids);
  };
  const actions: { label: PlainKey; Icon: typeof X; run(): void; always?: boolean }[] = [
    { label: 'transfer.pausePicked', Icon: Pause, run: () => queue.pauseAll(ids) },
    { label: 'transfer.resumePicked', Icon: Play, run: () => queue.resumeAll(ids) },
    { label: 'transfer.removePicked', Icon: Trash2, run: () => void remove() },
    { label: 'transfer.clearPicked', Icon: X, run: onClear, always: true },
  ];
  return (
    <div className={styles.pickedBar} role="toolbar" aria-label={t('transfer.pickedBar')} data-touch={touch || undefined}>
      <Checkbox
        checked={state === 'all'}
        indeterminate={state === 'some'}
        aria-label={t('transfer.pickAll')}
        onChange={() => onSelection(state === 'all' ? cleared(selection) : all(selection, order))}
      />
      <span className={styles.count}>{t('transfer.picked', { n: ids.length })}</span>
      {actions.map(({ label, Icon, run, always }) => (
        <Tooltip key={label} label={t(label)}>
          <ActionIcon size={touch ? 'xl' : 'sm'} aria-label={t(label)} disabled={!always && ids.length === 0} onClick={run}>
            <Icon size={15} strokeWidth={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
}
