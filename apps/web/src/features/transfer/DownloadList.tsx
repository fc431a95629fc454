import { ActionIcon, Progress, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Download, Info, X } from 'lucide-react';
import { memo, useRef, useSyncExternalStore } from 'react';
import { calls } from '@alcove/contract';
import type { DownloadSnapshot } from '@alcove/transfer';
import { useAction } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { currentUserQuery } from '../identity/current-user.ts';
import { downloadBar, downloadSize, downloadText } from './download-text.ts';
import { downloadQueue, handoverStore, shownDownloads, type Handover } from './downloads.ts';
import { canChoosePlace } from './save-places.ts';
import { TransferRow } from './TransferRow.tsx';
import styles from './transfer.module.css';

/** What this page downloads itself, below what is being handed to the browser. */
export function DownloadList({ touch }: { touch: boolean }) {
  const items = useSyncExternalStore(shownDownloads.subscribe, shownDownloads.read);
  const handovers = useSyncExternalStore(handoverStore.subscribe, handoverStore.read);
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- its functions are only called while drawing
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (touch ? 70 : 61),
    overscan: 6,
    getItemKey: (index) => items[index]?.id ?? index,
  });
  return (
    <>
      {handovers.map((handover, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- they have no name of their own
        <HandoverRow key={index} handover={handover} touch={touch} />
      ))}
      {items.length === 0 && handovers.length === 0 && <p className={styles.none}>{t('transfer.noDownloads')}</p>}
      {items.length > 0 && (
        <div ref={scroller} className={styles.list}>
          <ul style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, key, start }) => {
              const item = items[index];
              return (
                item && (
                  <li key={key} style={{ transform: `translateY(${start}px)` }}>
                    <DownloadItem item={item} touch={touch} />
                  </li>
                )
              );
            })}
          </ul>
        </div>
      )}
      <DownloadFoot />
    </>
  );
}

function HandoverRow({ handover: { done, of, cancel }, touch }: { handover: Handover; touch: boolean }) {
  return (
    <div className={styles.item} data-touch={touch || undefined}>
      <Download size={22} strokeWidth={1.5} aria-hidden />
      <div className={styles.itemText}>
        <span>{t('transfer.handingOver')}</span>
        <Progress className={styles.bar} value={(done / of) * 100} aria-label={t('transfer.handingOver')} />
        <div className={styles.state}>
          <span className={styles.stateText}>{t('transfer.handedOf', { done, of })}</span>
        </div>
      </div>
      <div className={styles.itemActions}>
        <ActionIcon size={touch ? 'xl' : 'sm'} aria-label={t('transfer.remove')} onClick={cancel}>
          <X size={16} strokeWidth={1.75} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  );
}

const DownloadItem = memo(function DownloadItem({ item, touch }: { item: DownloadSnapshot; touch: boolean }) {
  const { id, status } = item;
  const failed = status === 'error';
  return (
    <TransferRow
      id={id}
      queue={downloadQueue}
      name={item.name}
      bar={downloadBar(item)}
      state={downloadText(item)}
      failed={failed}
      pausable={status === 'ready' || status === 'active'}
      resumable={failed || status === 'pause'}
      size={downloadSize(item)}
      touch={touch}
    />
  );
});

/** Only a download into a chosen place can show how far it is. */
function DownloadFoot() {
  const { data: user } = useQuery(currentUserQuery);
  const save = useAction(calls.user.saveSettings, { refreshes: [currentUserQuery.queryKey] });
  return (
    <div className={styles.foot}>
      <Info size={13} aria-hidden />
      {canChoosePlace() && user ? (
        <>
          <span className={styles.grow}>{t('transfer.askPlaceHint')}</span>
          <Switch
            size="xs"
            label={t('transfer.askPlace')}
            checked={save.isPending ? (save.variables?.askDownloadPath ?? false) : user.commonSettings.askDownloadPath}
            onChange={(event) => save.mutate({ askDownloadPath: event.currentTarget.checked })}
          />
        </>
      ) : (
        <span className={styles.grow}>{t('transfer.browserDownloads')}</span>
      )}
    </div>
  );
}
