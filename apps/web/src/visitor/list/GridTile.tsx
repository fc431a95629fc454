import { formatSize, t } from '../../i18n/index.ts';
import { FileName } from '../../items/FileName.tsx';
import { ItemMark } from './ItemMark.tsx';
import { Box, type ItemProps } from './ListRow.tsx';
import { isFolder } from './refusals.ts';
import styles from './List.module.css';

/** An item as a tile with a large thumbnail. */
export function GridTile({ item, index, chosen, active, found, onOpen, onChoose }: ItemProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list hears the keys for all tiles
    <div
      role="gridcell"
      aria-selected={chosen}
      tabIndex={active ? 0 : -1}
      data-index={index}
      className={styles.tile}
      onClick={(event) => {
        if (!(event.target instanceof Element && event.target.closest('button'))) onOpen();
      }}
    >
      <span className={styles.picture}>
        <ItemMark item={item} size={56} />
      </span>
      <span className={styles.tileBox}>
        <Box checked={chosen} label={t('files.selectThis')} onClick={onChoose} />
      </span>
      <span className={styles.caption}>
        <button type="button" className={styles.name} aria-label={item.instanceName} tabIndex={-1} onClick={onOpen}>
          <FileName name={item.instanceName} />
        </button>
        <span className={styles.second}>
          {item.verifying ? (
            <span className={styles.verifying}>{t('visitor.verifying')}</span>
          ) : found !== undefined ? (
            <span className={styles.found} title={found}>
              <bdi>{found}</bdi>
            </span>
          ) : isFolder(item) ? (
            '—'
          ) : (
            formatSize(item.fileSize)
          )}
        </span>
      </span>
    </div>
  );
}
