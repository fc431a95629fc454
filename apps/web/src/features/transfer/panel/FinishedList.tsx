import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { ArrowDown, ArrowUp, FolderOpen, Info, Trash2 } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FinishedRecord } from '@alcove/contract';
import { allowed } from '../../../api/current-user.ts';
import { failureMessage } from '../../../api/index.ts';
import { formatFullTime, formatSize, formatTime, t } from '../../../i18n/index.ts';
import { confirm } from '../../../ui/confirm/confirm.ts';
import { Pages } from '../../../ui/data-table/Pages.tsx';
import { FileIcon } from '../../../ui/marks/FileIcon.tsx';
import { kindOfName } from '../../../items/file-kind.ts';
import { FileName } from '../../../items/FileName.tsx';
import { ErrorState } from '../../../ui/empty-state/index.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { finishedPage, type FinishedRecords } from '../queue/finished.ts';
import { useTransfers } from './use-transfers.ts';
import tabStyles from './tab.module.css';
import styles from './FinishedList.module.css';

async function askAndClear(finished: FinishedRecords): Promise<void> {
  if (
    !(await confirm({ type: 'warning', title: t('transfer.clearTitle'), text: t('transfer.clearText'), confirmLabel: t('transfer.clear') }))
  )
    return;
  await finished.clear().catch((error: unknown) => void toast.error(failureMessage(error, t('errors.unknown'))));
}

/** Deleting on this tab clears the whole list (specification 1 section 2). */
export function ClearFinished() {
  const { finished } = useTransfers();
  const { data } = useQuery(finishedPage(1));
  if (!data?.total) return null;
  return (
    <Button
      size="xs"
      variant="subtle"
      color="gray"
      leftSection={<Trash2 size={15} strokeWidth={1.75} aria-hidden />}
      onClick={() => void askAndClear(finished)}
    >
      {t('transfer.clear')}
    </Button>
  );
}

const location = (record: FinishedRecord) => (record.transferType === 'download' ? '—' : record.parentNames.join(' / '));

export function FinishedList({ onOpen, touch }: { onOpen(record: FinishedRecord): void; touch: boolean }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(finishedPage(page));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <p className={tabStyles.none} aria-busy />;
  const pages = Math.max(1, Math.ceil(data.total / data.pageSize));
  if (data.total === 0) return <p className={tabStyles.none}>{t('transfer.noFinished')}</p>;
  return (
    <>
      <div className={styles.finished}>
        <table className={styles.table}>
          {!touch && (
            <thead>
              <tr>
                <th>{t('transfer.fileName')}</th>
                <th>{t('transfer.size')}</th>
                <th>{t('transfer.location')}</th>
                <th>{t('transfer.type')}</th>
                <th>{t('transfer.finishedAt')}</th>
                <th aria-label={t('transfer.openLocation')} />
              </tr>
            </thead>
          )}
          <tbody>
            {data.items.map((record) => (
              <tr key={record.id}>
                <td>
                  <span className={styles.finishedName}>
                    <FileIcon kind={kindOfName(record.filename)} />
                    <FileName name={record.filename} />
                  </span>
                </td>
                {!touch && <td>{formatSize(record.fileSize)}</td>}
                {!touch && (
                  <td className={styles.place} title={location(record)}>
                    {location(record)}
                  </td>
                )}
                <td>
                  <span className={styles.direction} data-up={record.transferType === 'upload' || undefined}>
                    {record.transferType === 'upload' ? (
                      <ArrowUp size={13} strokeWidth={2.2} aria-hidden />
                    ) : (
                      <ArrowDown size={13} strokeWidth={2.2} aria-hidden />
                    )}
                    {record.transferType === 'upload' ? t('transfer.upload') : t('transfer.download')}
                  </span>
                </td>
                {!touch && <td title={formatFullTime(record.finishedTime)}>{formatTime(record.finishedTime)}</td>}
                <td className={styles.openCell}>
                  {record.parentId !== null && (
                    <Tooltip label={t('transfer.openLocation')}>
                      <ActionIcon size={touch ? 'xl' : 'sm'} aria-label={t('transfer.openLocation')} onClick={() => onOpen(record)}>
                        <FolderOpen size={15} strokeWidth={1.75} aria-hidden />
                      </ActionIcon>
                    </Tooltip>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={tabStyles.foot}>
        <Info size={13} aria-hidden />
        <span className={tabStyles.grow}>{t('transfer.keptDays', { days: allowed().transferRecordDays })}</span>
        {t('transfer.total', { n: data.total })}
        {pages > 1 && <Pages total={pages} value={Math.min(page, pages)} onChange={setPage} />}
      </div>
    </>
  );
}
