import { VisuallyHidden } from '@mantine/core';
import { Star } from 'lucide-react';
import { t } from '../i18n/index.ts';
import styles from './marks.module.css';

/** Marks a favorite. */
export function StarMark() {
  return (
    <>
      <Star className={styles.star} size={14} strokeWidth={1.75} aria-hidden />
      <VisuallyHidden>{t('favourites.isOne')}</VisuallyHidden>
    </>
  );
}
