import { FileSpreadsheet } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PeopleImport } from '@alcove/contract';
import { formatFullTime, formatTime, t } from '../../i18n/index.ts';
import styles from './import.module.css';

/** Which file it is, and until when the import is kept. */
export function ImportHead({ about, children }: { about: PeopleImport; children: ReactNode }) {
  return (
    <div className={styles.fileHead}>
      <FileSpreadsheet size={28} strokeWidth={1.5} aria-hidden className={styles.sheetIcon} />
      <div className={styles.recentText}>
        <span className={styles.cut} title={about.fileName}>
          {about.fileName}
        </span>
        <span className={styles.quiet} title={formatFullTime(about.createTime)}>
          {formatTime(about.createTime)} · {t('adminImport.deleted', { time: formatTime(about.endTime) })}
        </span>
      </div>
      {children}
    </div>
  );
}
