import { t } from '../../../i18n/index.ts';
import { FileIcon } from '../../../ui/marks/FileIcon.tsx';
import styles from './DropCard.module.css';

/** Over the sheet while files hover: where they would go, or why not. */
export function DropCard({ folder, count, refused }: { folder: string; count: number; refused?: string | undefined }) {
  return (
    <div className={styles.veil} data-refused={refused ? true : undefined}>
      <div className={styles.dropCard} role="status">
        <span className={styles.dropIcons}>
          <FileIcon kind="image" size={28} />
          <FileIcon kind="sheet" size={28} />
          <FileIcon kind="video" size={30} />
        </span>
        <span>
          <strong>{refused ?? t('files.dropTo', { name: folder })}</strong>
          {count > 0 && !refused && <span className={styles.dropCount}>{t('files.dropCount', { n: count })}</span>}
        </span>
      </div>
    </div>
  );
}
