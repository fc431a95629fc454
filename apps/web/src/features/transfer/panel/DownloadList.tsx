import { ActionIcon, Progress, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Download, Info, X } from 'lucide-react';
import { memo } from 'react';
import { calls } from '@alcove/contract';
import type { DownloadSnapshot } from '@alcove/transfer';
import { useAction } from '../../../ui/use-action.ts';
import { t } from '../../../i18n/index.ts';
import { currentUserQuery } from '../../../api/current-user.ts';
import { downloadBar, downloadSize, downloadText } from './download-text.ts';
import type { LinkBatch } from '../queue/downloads.ts';
import { canChoosePlace } from '../browser/save-places.ts';
import { TransferList } from './TransferList.tsx';
import { useStore } from '../../../ui/store.ts';
import { useTransfers } from './use-transfers.ts';
import { TransferRow } from './TransferRow.tsx';
import rowStyles from './TransferRow.module.css';
import tabStyles from './tab.module.css';

/** What this page downloads itself, below what is being handed to the browser. */
export function DownloadList({ touch }: { touch: boolean }) {
  const { downloads } = useTransfers();
  const items = useStore(downloads.shown);
  const batches = useStore(downloads.handed);
  return (
    <>
      {batches.map((batch, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- they have no name of their own
        <LinkBatchRow key={index} batch={batch} touch={touch} />
      ))}
      {items.length === 0 && batches.length === 0 && <p className={tabStyles.none}>{t('transfer.noDownloads')}</p>}
      {items.length > 0 && (
        <TransferList items={items} touch={touch}>
          {(item) => <DownloadItem item={item} touch={touch} />}
        </TransferList>
      )}
      <DownloadFoot />
    </>
  );
}

function LinkBatchRow({ batch: { done, of, cancel }, touch }: { batch: LinkBatch; touch: boolean }) {
  return (
    <div className={rowStyles.item} data-touch={touch || undefined}>
      <Download size={22} strokeWidth={1.5} aria-hidden />
      <div className={rowStyles.itemText}>
        <span>{t('transfer.handingOver')}</span>
        <Progress className={rowStyles.bar} value={(done / of) * 100} aria-label={t('transfer.handingOver')} />
        <div className={rowStyles.state}>
          <span className={rowStyles.stateText}>{t('transfer.handedOf', { done, of })}</span>
        </div>
      </div>
      <div className={rowStyles.itemActions}>
        <ActionIcon size={touch ? 'xl' : 'sm'} aria-label={t('transfer.remove')} onClick={cancel}>
          <X size={16} strokeWidth={1.75} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  );
}

const DownloadItem = memo(function DownloadItem({ item, touch }: { item: DownloadSnapshot; touch: boolean }) {
  const { queue } = useTransfers().downloads;
  const { id, status } = item;
  const failed = status === 'error';
  return (
    <TransferRow
      id={id}
      queue={queue}
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
    <div className={tabStyles.foot}>
      <Info size={13} aria-hidden />
      {canChoosePlace() && user ? (
        <>
          <span className={tabStyles.grow}>{t('transfer.askPlaceHint')}</span>
          <Switch
            size="xs"
            label={t('transfer.askPlace')}
            checked={save.isPending ? (save.variables?.askDownloadPath ?? false) : user.commonSettings.askDownloadPath}
            onChange={(event) => save.mutate({ askDownloadPath: event.currentTarget.checked })}
          />
        </>
      ) : (
        <span className={tabStyles.grow}>{t('transfer.browserDownloads')}</span>
      )}
    </div>
  );
}
