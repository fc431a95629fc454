import { ActionIcon, Button, Pagination, Tooltip } from '@mantine/core';
import { ArrowDown, ArrowUp, FolderOpen, Info, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { limits } from '@alcove/contract';
import { formatFullTime, formatSize, formatTime, t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { kindOfName } from '../files/file-kind.ts';
import { FileName } from '../files/FileName.tsx';
import { finished } from './finished.ts';
import type { FinishedRecord } from './transfer-store.ts';
import styles from './transfer.module.css';

const perPage = limits.defaultPageSize;

export async function clearFinished(): Promise<void> {
  if (await confirm({ type: 'warning', title: t('transfer.clearTitle'), text: t('transfer.clearText'), confirmLabel: t('transfer.clear') }))
    await finished.clear();
}

export function ClearFinished() {
  return (
    <Button
      size="xs"
      variant="subtle"
      color="gray"
      leftSection={<Trash2 size={15} strokeWidth={1.75} aria-hidden />}
      onClick={() => void clearFinished()}
    >
      {t('transfer.clear')}
    </Button>
  );
}

const location = (record: FinishedRecord) => (record.transferType === 'download' ? '—' : record.parentNames.join(' / '));

export function FinishedList({
  records,
  onOpen,
  touch,
}: {
  records: readonly FinishedRecord[];
  onOpen(record: FinishedRecord): void;
  touch: boolean;
}) {
  const [page, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(records.length / perPage));
  const at = Math.min(page, pages);
  if (records.length === 0) return <p className={styles.none}>{t('transfer.noFinished')}</p>;
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
            {records.slice((at - 1) * perPage, at * perPage).map((record) => (
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
                {!touch && <td title={formatFullTime(record.finishedAt)}>{formatTime(record.finishedAt)}</td>}
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
      <div className={styles.foot}>
        <Info size={13} aria-hidden />
        <span className={styles.grow}>{t('transfer.keptDays')}</span>
        {t('transfer.total', { n: records.length })}
        {pages > 1 && <Pagination total={pages} value={at} onChange={setPage} siblings={1} />}
      </div>
    </>
  );
}
