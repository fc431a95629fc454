import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { formatFullTime, formatSize, t } from '../../../i18n/index.ts';
import { FileIcon } from '../../../ui/marks/FileIcon.tsx';
import { FileName } from '../../../items/FileName.tsx';
import { kindOfName } from '../../../items/file-kind.ts';
import { useTransfers } from './use-transfers.ts';
import type { KeptUpload } from '../browser/upload-memory.ts';
import tabStyles from './tab.module.css';
import styles from './InterruptedList.module.css';
import rowStyles from './TransferRow.module.css';

/** What a reload or a crash took from the list: each goes on by a click, or by picking its file again. */
export function InterruptedList({ rows, touch }: { rows: readonly KeptUpload[]; touch: boolean }) {
  const { interrupted } = useTransfers();
  const input = useRef<HTMLInputElement>(null);
  const every = useRef<HTMLInputElement>(null);
  const picking = useRef<KeptUpload | null>(null);
  const pick = (row: KeptUpload) => {
    picking.current = row;
    input.current?.click();
  };
  return (
    <section className={styles.interrupted} aria-label={t('transfer.interruptedTitle')}>
      <div className={styles.group}>
        <h3 className={styles.groupTitle}>{t('transfer.interruptedCount', { n: rows.length })}</h3>
        {rows.length > 1 && (
          <button type="button" className={tabStyles.link} onClick={() => every.current?.click()}>
            {t('transfer.pickAllAgain')}
          </button>
        )}
      </div>
      {rows.map((row) => (
        <div key={row.key} className={`${rowStyles.item} ${styles.row}`} data-touch={touch || undefined}>
          <FileIcon kind={kindOfName(row.name)} size={touch ? 34 : 28} />
          <div className={rowStyles.itemText}>
            <FileName name={row.name} />
            <div className={rowStyles.state} title={formatFullTime(row.savedAt)}>
              <span className={rowStyles.stateText}>{stateOf(row)}</span>
              <span className={rowStyles.size}>{formatSize(row.size)}</span>
            </div>
          </div>
          <Button
            size={touch ? 'sm' : 'xs'}
            variant="default"
            aria-label={t(row.handle ? 'transfer.continueLabel' : 'transfer.pickLabel', { name: row.name })}
            onClick={() => (row.handle ? void interrupted.goOn(row) : pick(row))}
          >
            {t(row.handle ? 'transfer.continue' : 'transfer.pickAgain')}
          </Button>
          <Tooltip label={t('transfer.discard')}>
            <ActionIcon
              size={touch ? 'xl' : 'sm'}
              aria-label={t('transfer.discardLabel', { name: row.name })}
              onClick={() => void interrupted.discard(row)}
            >
              <X size={16} strokeWidth={1.75} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </div>
      ))}
      <input
        ref={input}
        type="file"
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file && picking.current) void interrupted.goOnWith(picking.current, file);
          event.currentTarget.value = '';
        }}
      />
      <input
        ref={every}
        type="file"
        multiple
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={(event) => {
          void interrupted.goOnWithAll(rows, [...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </section>
  );
}

function stateOf({ sentBytes = 0, size, target: { path = [] } }: KeptUpload): string {
  const sent = sentBytes > 0 ? t('transfer.sentPercent', { percent: Math.min(99, Math.floor((sentBytes / size) * 100)) }) : null;
  return [sent, path.join(' / ')].filter(Boolean).join(' · ');
}
