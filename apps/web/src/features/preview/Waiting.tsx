import { Loader } from '@mantine/core';
import { t } from '../../i18n/index.ts';
import styles from './preview.module.css';

/** A loading indicator that adds an explanation after a while. */
export function Waiting() {
  return (
    <span className={styles.waiting} role="status">
      <Loader size={22} aria-hidden />
      <span className={styles.waitingText}>{t('preview.loading')}</span>
    </span>
  );
}
