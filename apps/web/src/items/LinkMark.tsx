import { VisuallyHidden } from '@mantine/core';
import { Link2 } from 'lucide-react';
import { t } from '../i18n/index.ts';
import styles from './marks.module.css';

/** Marks an item with an external link. A folder's icon already shows it, so only files get a visible mark. */
export function LinkMark({ file }: { file: boolean }) {
  return (
    <>
      {file && <Link2 className={styles.shared} size={14} strokeWidth={1.75} aria-hidden />}
      <VisuallyHidden>{t('links.isLinked')}</VisuallyHidden>
    </>
  );
}
