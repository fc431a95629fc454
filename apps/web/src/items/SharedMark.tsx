import { VisuallyHidden } from '@mantine/core';
import { Users } from 'lucide-react';
import { t } from '../i18n/index.ts';
import styles from './marks.module.css';

/** Marks a shared item. A folder's icon already shows it, so only files get a visible mark. */
export function SharedMark({ file }: { file: boolean }) {
  return (
    <>
      {file && <Users className={styles.shared} size={14} strokeWidth={1.75} aria-hidden />}
      <VisuallyHidden>{t('sharing.isShared')}</VisuallyHidden>
    </>
  );
}
