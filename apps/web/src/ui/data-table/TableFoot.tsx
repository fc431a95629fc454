import { NumberInput, Select } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { limits } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { Pages } from './Pages.tsx';
import type { TablePage } from './table-types.ts';
import styles from './data-table.module.css';

const sizes = limits.pageSizes.map(String);

/** Counts on the left; pages, page size and page jump on the right, once the list exceeds the smallest page size. */
export function TableFoot({ page, counts, compact = false }: { page: TablePage; counts?: ReactNode; compact?: boolean }) {
  const pages = Math.max(1, Math.ceil(page.total / page.pageSize));
  const [jump, setJump] = useState<string | number>('');
  const go = () => {
    const wanted = Number(jump);
    if (Number.isInteger(wanted) && wanted >= 1) page.onPage(Math.min(wanted, pages));
    setJump('');
  };
  return (
    <div className={styles.foot}>
      <span className={styles.counts}>{counts ?? t('files.counted', { n: page.total })}</span>
      {page.total > limits.pageSizes[0] && (
        <nav className={styles.pages} aria-label={t('files.pages')}>
          {pages > 1 && <Pages total={pages} value={Math.min(page.page, pages)} onChange={page.onPage} compact={compact} />}
          {!compact && (
            <>
              <Select
                size="xs"
                w={108}
                data={sizes.map((size) => ({ value: size, label: t('files.pageSize', { n: size }) }))}
                value={String(page.pageSize)}
                aria-label={t('files.pageSizeLabel')}
                onChange={(size) => size && page.onPageSize(Number(size))}
                comboboxProps={{ position: 'top-end' }}
              />
              {pages > 5 && (
                <label className={styles.jump}>
                  {t('files.jumpTo')}
                  <NumberInput
                    size="xs"
                    w={52}
                    value={jump}
                    onChange={setJump}
                    min={1}
                    max={pages}
                    allowDecimal={false}
                    aria-label={t('files.jumpTo')}
                    onBlur={() => jump !== '' && go()}
                    onKeyDown={(event) => {
                      if (event.key === 'Enter') go();
                    }}
                  />
                  {t('files.pageUnit')}
                </label>
              )}
            </>
          )}
        </nav>
      )}
    </div>
  );
}
