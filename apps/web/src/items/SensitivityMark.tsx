import { VisuallyHidden } from '@mantine/core';
import { ShieldAlert } from 'lucide-react';
import { t } from '../i18n/index.ts';
import styles from './marks.module.css';

/** Marks an item that may not leave the company. */
export function SensitivityMark() {
  return (
    <>
      <ShieldAlert className={styles.sensitive} size={14} strokeWidth={1.75} aria-hidden />
      <VisuallyHidden>{t('files.sensitivityHigh')}</VisuallyHidden>
    </>
  );
}
