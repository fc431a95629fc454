import { useQueries } from '@tanstack/react-query';
import type { Instance } from '@alcove/contract';
import { formatSize, formatTime, t } from '../../i18n/index.ts';
import { FileName } from '../../items/FileName.tsx';
import { folderSize } from '../../items/file-queries.ts';
import { Thumb } from '../../items/Thumb.tsx';
import styles from './SeveralItems.module.css';

/** The most items listed by name; the rest are counted. */
const mostNamed = 50;
/** With more folders than this, folder sizes are not loaded: each needs a request. */
const mostFolders = 20;

/** The names and total size of several selected items. */
export function SeveralItems({ items }: { items: readonly Instance[] }) {
  const folders = items.filter((item) => item.classifierId === 'Folder');
  const asked = folders.length <= mostFolders ? folders : [];
  const sizes = useQueries({ queries: asked.map((folder) => folderSize(folder.instanceId, folder)) });
  const known = folders.length === 0 || (asked.length > 0 && sizes.every(({ data }) => data));
  const bytes = items.reduce((sum, item) => sum + item.fileSize, 0) + sizes.reduce((sum, { data }) => sum + (data?.bytes ?? 0), 0);
  const times = items.map((item) => item.updateTime).sort();
  return (
    <div className={styles.body}>
      <dl className={styles.facts}>
        <dt>{t('files.contains')}</dt>
        <dd>{t('files.containsText', { files: items.length - folders.length, folders: folders.length })}</dd>
        <dt>{t('files.size')}</dt>
        <dd>{known ? formatSize(bytes) : bytes > 0 ? t('files.atLeast', { size: formatSize(bytes) }) : '—'}</dd>
        <dt>{t('files.modified')}</dt>
        <dd>{t('files.fromTo', { from: formatTime(times[0]!), to: formatTime(times.at(-1)!) })}</dd>
      </dl>
      <ul className={styles.items}>
        {items.slice(0, mostNamed).map((item) => (
          <li key={item.instanceId}>
            <Thumb item={item} size={24} picture={24} />
            <FileName name={item.instanceName} />
            <span className={styles.size}>{item.classifierId === 'File' && formatSize(item.fileSize)}</span>
          </li>
        ))}
      </ul>
      {items.length > mostNamed && <p className={styles.more}>{t('common.andMore', { count: items.length - mostNamed })}</p>}
    </div>
  );
}
