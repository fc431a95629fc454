import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { ItemSnapshot } from '@alcove/transfer';
import { t } from '../../../i18n/index.ts';
import { cleared, nothing, pruned, ticked, type Selection } from '../../../ui/data-table/selection.ts';
import { useStore } from '../../../ui/store.ts';
import { ArrivedList } from './ArrivedList.tsx';
import { InterruptedList } from './InterruptedList.tsx';
import { PickedBar } from './PickedBar.tsx';
import { TransferItem } from './TransferItem.tsx';
import { TransferList } from './TransferList.tsx';
import type { KeptUpload } from '../browser/upload-memory.ts';
import { useTransfers } from './use-transfers.ts';
import tabStyles from './tab.module.css';
import styles from './UploadList.module.css';

/** How many wait or run before each: only the first waiting items ask, so one pass is enough. */
function aheadOf(items: readonly ItemSnapshot[]): Map<string, number> {
  const ahead = new Map<string, number>();
  let before = items.filter(({ status }) => status === 'checking' || status === 'uploading').length;
  for (const item of items) if (item.status === 'ready') ahead.set(item.id, before++);
  return ahead;
}

/** What is going up; what was interrupted stands below. */
export function UploadList({ touch }: { touch: boolean }) {
  const { uploads, interrupted } = useTransfers();
  // Rows come and go by the dozen: drawn between frames, not all within one.
  const { items } = useDeferredValue(useStore(uploads.shown));
  const stranded = useStore(interrupted);
  const ahead = useMemo(() => aheadOf(items), [items]);
  const order = useMemo(() => items.map(({ id }) => id), [items]);
  const [selection, setSelection] = useState<Selection>(nothing);
  const [selecting, setSelecting] = useState(false);
  const chosen = pruned(selection, order);
  const picking = chosen.ids.size > 0 || (touch && selecting);
  const shownOrder = useRef(order);
  useEffect(() => void (shownOrder.current = order));
  // The same function while progress is shown: a row is drawn anew only when it changed itself.
  const onPick = useCallback(
    (id: string, range: boolean) => setSelection((before) => ticked(pruned(before, shownOrder.current), shownOrder.current, id, range)),
    [],
  );
  const clear = () => {
    setSelecting(false);
    setSelection(cleared(chosen));
  };
  if (items.length === 0) return <NothingUnderWay stranded={stranded} touch={touch} />;
  return (
    <>
      {picking ? (
        <PickedBar items={items} selection={chosen} onSelection={setSelection} onClear={clear} touch={touch} />
      ) : (
        touch && (
          <div className={styles.selectRow}>
            <button type="button" className={tabStyles.link} onClick={() => setSelecting(true)}>
              {t('transfer.select')}
            </button>
          </div>
        )
      )}
      <TransferList items={items} touch={touch} below={stranded.length > 0 && <InterruptedList rows={stranded} touch={touch} />}>
        {(item) => (
          <TransferItem
            item={item}
            ahead={ahead.get(item.id) ?? 0}
            touch={touch}
            picked={chosen.ids.has(item.id)}
            picking={picking}
            onPick={onPick}
          />
        )}
      </TransferList>
    </>
  );
}

/** What arrived is only looked at here, because it changes with every file. */
function NothingUnderWay({ stranded, touch }: { stranded: readonly KeptUpload[]; touch: boolean }) {
  const places = useStore(useTransfers().arrived);
  const interrupted = stranded.length > 0 && <InterruptedList rows={stranded} touch={touch} />;
  if (places.length > 0)
    return (
      <>
        <ArrivedList places={places} touch={touch} />
        {interrupted}
      </>
    );
  if (!interrupted) return <p className={tabStyles.none}>{t('transfer.noUploads')}</p>;
  return (
    <TransferList items={[]} touch={touch} below={interrupted}>
      {() => null}
    </TransferList>
  );
}
