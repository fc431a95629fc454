import { Switch } from '@mantine/core';
import { useCurrentUser } from '../../api/current-user.ts';
import { t } from '../../i18n/index.ts';
import styles from './link-form.module.css';

/** Whether pages and previews carry the visitor's name, with a sample made of the reader's own. */
export function WatermarkField({ value, onChange }: { value: boolean; onChange(next: boolean): void }) {
  const user = useCurrentUser();
  const sample = user ? `${user.userRealName} ${user.userName}` : '';
  return (
    <div className={styles.watermark}>
      <Switch
        className={styles.grow ?? ''}
        label={t('links.watermark')}
        description={t('links.watermarkHint')}
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <div className={styles.sample} data-off={!value || undefined} aria-hidden>
        {value && [0, 1, 2, 3].map((at) => <span key={at}>{sample}</span>)}
      </div>
    </div>
  );
}
