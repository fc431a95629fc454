import { VisuallyHidden } from '@mantine/core';
import { Users } from 'lucide-react';
import { t } from '../i18n/index.ts';
import styles from './marks.module.css';

/** That something is shared: a folder's icon shows it, beside a file's name it is drawn. */
export function SharedMark({ file }: { file: boolean }) {
  return (
    <>
      {file && <Users className={styles.shared} size={14} strokeWidth={1.75} aria-hidden />}
      <VisuallyHidden>{t('sharing.isShared')}</VisuallyHidden>
    </>
  );
}
