import { ActionIcon, Progress, Switch, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Download, Info, Pause, Play, RotateCcw, X } from 'lucide-react';
import { memo, useRef, useSyncExternalStore } from 'react';
import { calls } from '@alcove/contract';
import type { DownloadSnapshot } from '@alcove/transfer';
import { useAction } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { kindOfName } from '../files/file-kind.ts';
import { FileName } from '../files/FileName.tsx';
import { currentUserQuery } from '../identity/current-user.ts';
import { downloadBar, downloadSize, downloadText } from './download-text.ts';
import { downloadQueue, handoverStore, type Handover } from './downloads.ts';
import { canChoosePlace } from './save-places.ts';
import styles from './transfer.module.css';

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** What this page downloads itself, below what is being handed to the browser. */
export function DownloadList({ items, touch }: { items: readonly DownloadSnapshot[]; touch: boolean }) {
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
          <X {...icon} size={16} />
        </ActionIcon>
      </div>
    </div>
  );
}

const DownloadItem = memo(function DownloadItem({ item, touch }: { item: DownloadSnapshot; touch: boolean }) {
  const bar = downloadBar(item);
  const failed = item.status === 'error';
  const size = touch ? 'xl' : 'sm';
  const again = failed ? t('transfer.retry') : t('transfer.resume');
  return (
    <div className={styles.item} data-touch={touch || undefined}>
      <FileIcon kind={kindOfName(item.name)} size={touch ? 34 : 28} />
      <div className={styles.itemText}>
        <FileName name={item.name} />
        {bar && (
          <Progress
            key={bar.color}
            className={styles.bar}
            value={bar.value}
            color={bar.color}
            transitionDuration={item.status === 'active' ? 300 : 0}
            aria-label={t('transfer.progressLabel', { name: item.name })}
          />
        )}
        <div className={styles.state} data-failed={failed || undefined}>
          <span className={styles.stateText} title={failed ? downloadText(item) : undefined}>
            {downloadText(item)}
          </span>
          <span className={styles.size}>{downloadSize(item)}</span>
        </div>
      </div>
      <div className={styles.itemActions}>
        {(item.status === 'ready' || item.status === 'active') && (
          <Tooltip label={t('transfer.pause')}>
            <ActionIcon size={size} aria-label={t('transfer.pause')} onClick={() => downloadQueue.pause(item.id)}>
              <Pause {...icon} />
            </ActionIcon>
          </Tooltip>
        )}
        {(item.status === 'pause' || failed) && (
          <Tooltip label={again}>
            <ActionIcon size={size} aria-label={again} onClick={() => downloadQueue.resume(item.id)}>
              {failed ? <RotateCcw {...icon} /> : <Play {...icon} />}
            </ActionIcon>
          </Tooltip>
        )}
        <Tooltip label={t('transfer.remove')}>
          <ActionIcon size={size} aria-label={t('transfer.remove')} onClick={() => downloadQueue.remove(item.id)}>
            <X {...icon} size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
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
