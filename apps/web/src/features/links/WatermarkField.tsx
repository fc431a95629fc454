import { Switch } from '@mantine/core';
import { useId } from 'react';
import { useCurrentUser } from '../../api/current-user.ts';
import { t } from '../../i18n/index.ts';
import styles from './link-form.module.css';

/** Whether pages and previews carry the visitor's name, with a sample made of the reader's own. */
export function WatermarkField({ value, onChange }: { value: boolean; onChange(next: boolean): void }) {
  const user = useCurrentUser();
  const id = useId();
  const sample = user ? `${user.userRealName} ${user.userName}` : '';
  return (
    <div className={styles.watermark}>
      <Switch id={id} checked={value} onChange={(event) => onChange(event.currentTarget.checked)} aria-describedby={`${id}-hint`} />
      <div className={styles.watermarkText}>
        <label htmlFor={id}>{t('links.watermark')}</label>
        <p id={`${id}-hint`} className={styles.hint}>
          {t('links.watermarkHint')}
        </p>
      </div>
      <div className={styles.sample} data-off={!value || undefined} aria-hidden>
        {value && [0, 1, 2, 3].map((at) => <span key={at}>{sample}</span>)}
      </div>
    </div>
  );
}
