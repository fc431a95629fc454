import { VisuallyHidden } from '@mantine/core';
import { Users } from 'lucide-react';
import { t } from '../i18n/index.ts';
import styles from './marks.module.css';

/** Marks a shared item. `seen`: the folder's icon already shows it, so it needs no visible mark. */
export function SharedMark({ seen }: { seen: boolean }) {
  return (
    <>
      {!seen && <Users className={styles.shared} size={14} strokeWidth={1.75} aria-hidden />}
      <VisuallyHidden>{t('sharing.isShared')}</VisuallyHidden>
    </>
  );
}
