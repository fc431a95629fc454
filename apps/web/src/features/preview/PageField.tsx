import { useState } from 'react';
import { t } from '../../i18n/index.ts';
import styles from './pdf.module.css';

/** The current page number; entering another one jumps there. */
export function PageField({ at, count, onPage }: { at: number; count: number; onPage(number: number): void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const go = (): void => {
    const number = Number(typed);
    if (typed !== null && Number.isInteger(number) && number >= 1) onPage(Math.min(number, count));
    setTyped(null);
  };
  return (
    <span className={styles.pageField}>
      <input
        inputMode="numeric"
        aria-label={t('preview.pageNumber')}
        value={typed ?? String(at)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={go}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go();
        }}
      />
      {t('preview.ofPages', { n: count })}
    </span>
  );
}
