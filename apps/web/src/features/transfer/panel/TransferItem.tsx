import { Checkbox } from '@mantine/core';
import { memo } from 'react';
import type { ItemSnapshot } from '@alcove/transfer';
import { t } from '../../../i18n/index.ts';
import { TransferRow } from './TransferRow.tsx';
import { awaitsAnswer, barOf, sizeText, stateText } from './transfer-text.ts';
import { useTransfers } from './use-transfers.ts';
import rowStyles from './TransferRow.module.css';

interface TransferItemProps {
  item: ItemSnapshot;
  ahead: number;
  touch: boolean;
  picked: boolean;
  /** Some row is picked, or a phone's list is in picking: every row shows its checkbox. */
  picking: boolean;
  onPick(id: string, range: boolean): void;
}

export const TransferItem = memo(function TransferItem({ item, ahead, touch, picked, picking, onPick }: TransferItemProps) {
  const { queue } = useTransfers().uploads;
  const { id, name, status, target } = item;
  const failed = (status === 'error' || status === 'onTimeout') && !awaitsAnswer(item);
  return (
    <TransferRow
      id={id}
      queue={queue}
      name={name}
      place={target.path?.length ? t('transfer.goesTo', { place: target.path.join(' / ') }) : undefined}
      bar={barOf(item)}
      state={stateText(item, ahead)}
      failed={failed}
      pausable={status === 'ready' || status === 'checking' || status === 'uploading'}
      resumable={failed || status === 'pause'}
      size={sizeText(item)}
      touch={touch}
      picked={picked}
      picking={picking}
      checkbox={(!touch || picking) && <PickBox id={id} name={name} picked={picked} onPick={onPick} />}
    />
  );
});

const PickBox = memo(function PickBox({
  id,
  name,
  picked,
  onPick,
}: { id: string; name: string } & Pick<TransferItemProps, 'picked' | 'onPick'>) {
  return (
    <Checkbox
      className={rowStyles.pick}
      checked={picked}
      aria-label={t('transfer.pick', { name })}
      onChange={(event) => onPick(id, (event.nativeEvent as MouseEvent).shiftKey)}
    />
  );
});
