import { Button } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { PeopleImport } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { useOnline } from '../../ui/use-online.ts';
import { ImportErrors } from './ImportErrors.tsx';
import { ImportHead } from './ImportHead.tsx';
import { Figures } from '../../ui/figures/Figures.tsx';
import styles from './import.module.css';

interface ImportCheckedProps {
  checked: PeopleImport;
  onAnother(): void;
  onRun(): Promise<void>;
}

/** The second step: what the dry run found. */
export function ImportChecked({ checked, onAnother, onRun }: ImportCheckedProps) {
  const [busy, setBusy] = useState(false);
  const offline = !useOnline();
  const { checkId, rows, valid, errorCount } = checked;
  return (
    <>
      <ImportHead about={checked}>
        <Button variant="default" size="xs" onClick={onAnother}>
          {t('adminImport.another')}
        </Button>
      </ImportHead>
      <Figures
        figures={[
          { label: t('adminImport.rows'), value: rows },
          { label: t('adminImport.valid'), value: valid },
          { label: t('adminImport.errorRows'), value: rows - valid, bad: true },
          { label: t('adminImport.errorCells'), value: errorCount, bad: true },
        ]}
      />
      {errorCount === 0 ? (
        <p className={styles.fine} role="status">
          <CircleCheck size={16} strokeWidth={1.75} aria-hidden />
          {t('adminImport.noErrors', { n: valid })}
        </p>
      ) : (
        <ImportErrors checkId={checkId} count={errorCount} />
      )}
      <div className={styles.foot}>
        <span className={styles.quiet}>{rows > valid ? t('adminImport.skips', { n: rows - valid }) : t('adminImport.nothingWritten')}</span>
        <span className={styles.grow} />
        <Button
          loading={busy}
          disabled={valid === 0 || offline}
          onClick={() => {
            setBusy(true);
            void onRun().finally(() => setBusy(false));
          }}
        >
          {t('adminImport.run', { n: valid })}
        </Button>
      </div>
    </>
  );
}
