import { Check, Pause, Play, RotateCcw, X } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { ItemSnapshot } from '@alcove/transfer';
import { barOf } from '../../features/transfer/panel/transfer-text.ts';
import { formatSize, t } from '../../i18n/index.ts';
import { IconButton } from '../ui/Button.tsx';
import { unfinished, type ChosenFile, type Received } from './kept.ts';
import { dismiss, type Refused } from './refused.ts';
import { Row, type RowBar } from './Row.tsx';
import { hasFailed, lineOf } from './row-text.ts';
import { uploads } from './uploads.ts';
import styles from './UploadList.module.css';

interface UploadListProps {
  received: readonly Received[];
  items: readonly ItemSnapshot[];
  refused: readonly Refused[];
  /** What a reload took from the list. */
  interrupted: readonly ChosenFile[];
  sharer: string;
  ended: boolean;
  phone: boolean;
}

const small = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const check = <Check size={14} strokeWidth={2.25} aria-hidden />;

/** What arrived, what is on its way, and what does not come. */
export function UploadList({ received, items, refused, interrupted, sharer, ended, phone }: UploadListProps) {
  let ahead = items.filter(({ status }) => status === 'checking' || status === 'uploading').length;
  return (
    <ul className={styles.list} aria-label={t('upload.list')}>
      {received.map(({ key, name, as, path, size }) => (
        <Arrived key={key} name={name} as={as} path={path} size={size} phone={phone} />
      ))}
      {items.map((item) => (
        <Item key={item.id} item={item} ahead={item.status === 'ready' ? ahead++ : 0} sharer={sharer} ended={ended} phone={phone} />
      ))}
      {interrupted.map(({ key, name, path, size }) => (
        <Row
          key={key}
          name={name}
          path={path}
          size={size}
          state={t(ended ? 'upload.notSent' : 'upload.interrupted')}
          failed
          phone={phone}
          actions={<Dismiss name={name} onClick={() => unfinished.remove(new Set([key]))} />}
        />
      ))}
      {refused.map(({ id, name, size, most }) => (
        <Row
          key={id}
          name={name}
          path={[]}
          size={size}
          state={t('upload.tooLarge', { size: formatSize(most) })}
          failed
          phone={phone}
          actions={<Dismiss name={name} onClick={() => dismiss(id)} />}
        />
      ))}
    </ul>
  );
}

// Rows stay as they are while another one's figures change.
const Arrived = memo(function Arrived({ name, as, path, size, phone }: Omit<Received, 'key' | 'at'> & { phone: boolean }) {
  const state = as === name ? t('upload.gotIt') : t('upload.gotAs', { name: as });
  return <Row name={name} path={path} size={size} mark={check} state={state} phone={phone} />;
});

const Dismiss = ({ name, onClick }: { name: string; onClick(): void }) => (
  <IconButton label={t('upload.dismiss', { name })} onClick={onClick}>
    <X {...small} />
  </IconButton>
);

const tones: Record<NonNullable<ReturnType<typeof barOf>>['color'], RowBar['tone']> = {
  pine: 'accent',
  blue: 'info',
  gray: 'quiet',
  red: 'danger',
};

interface ItemProps {
  item: ItemSnapshot;
  ahead: number;
  sharer: string;
  ended: boolean;
  phone: boolean;
}
const Item = memo(function Item({ item, ahead, sharer, ended, phone }: ItemProps) {
  const { id, name, size, status } = item;
  const file = uploads.chosenAs(id);
  const failed = ended || hasFailed(item);
  const bar = ended ? null : barOf(item);
  const act = (label: string, mark: ReactNode, onClick: () => void): ReactNode => (
    <IconButton label={label} onClick={onClick}>
      {mark}
    </IconButton>
  );
  const { queue } = uploads;
  return (
    <Row
      name={name}
      path={file?.path ?? []}
      size={size}
      bar={bar && { label: t('upload.progress', { name }), value: bar.value, tone: tones[bar.color] }}
      state={ended ? t('upload.notSent') : lineOf(item, ahead, sharer)}
      failed={failed}
      phone={phone}
      actions={
        !ended && (
          <>
            {hasFailed(item) && act(t('upload.retry', { name }), <RotateCcw {...small} />, () => queue.resume(id))}
            {status === 'pause' && act(t('upload.resume', { name }), <Play {...small} />, () => queue.resume(id))}
            {(status === 'checking' || status === 'uploading') &&
              act(t('upload.pause', { name }), <Pause {...small} />, () => queue.pause(id))}
            {status !== 'merging' && act(t('upload.cancel', { name }), <X {...small} />, () => uploads.cancel(id))}
          </>
        )
      }
    />
  );
});
