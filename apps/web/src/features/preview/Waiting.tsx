import { Loader } from '@mantine/core';
import { t } from '../../i18n/index.ts';
import styles from './preview.module.css';

export function Waiting() {
  return (
    <span className={styles.waiting}>
      <Loader size={22} aria-label={t('preview.loading')} />
    </span>
  );
}
