import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../i18n/index.ts';
import { Pages } from '../../ui/data-table/Pages.tsx';
import { ErrorState } from '../../ui/empty-state/index.ts';
import { usePhone } from '../../ui/use-media.ts';
import { errorPageSize, importErrors } from './import-queries.ts';
import styles from './import.module.css';

/** The wrong cells, in pages. `count`: how many there are; they grow while an import runs. */
export function ImportErrors({ checkId, count }: { checkId: string; count: number }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(importErrors(checkId, page, count));
  const phone = usePhone();
  if (count === 0) return null;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const pages = Math.ceil((data?.total ?? count) / errorPageSize);
  return (
    <div className={styles.errors}>
      {/* It scrolls, so the keyboard must reach it. */}
      <div className={styles.table} tabIndex={0} role="region" aria-label={t('adminImport.errors')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('adminImport.row')}</th>
              <th scope="col">{t('adminImport.cell')}</th>
              <th scope="col">{t('adminImport.problem')}</th>
            </tr>
          </thead>
          <tbody>
            {data
              ? data.items.map(({ row, cell, message }) => (
                  <tr key={`${cell} ${message}`}>
                    <td>{row}</td>
                    <td className={styles.mono}>{cell}</td>
                    <td className={styles.problem}>
                      <CircleAlert size={14} strokeWidth={1.75} aria-hidden />
                      {message}
                    </td>
                  </tr>
                ))
              : [0, 1, 2].map((row) => (
                  <tr key={row}>
                    <td colSpan={3}>
                      <Skeleton height={16} />
                    </td>
                  </tr>
                ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && <Pages total={pages} value={page} onChange={setPage} compact={phone} />}
    </div>
  );
}
