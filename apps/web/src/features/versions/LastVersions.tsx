import { useInfiniteQuery } from '@tanstack/react-query';
import type { Instance } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { VersionList } from './VersionList.tsx';
import { versionsOf } from './version-queries.ts';
import styles from './versions.module.css';

const shown = 3;

/** The latest few, and the way to all. */
export function LastVersions({ item, onAll }: { item: Instance; onAll(): void }) {
  const { data } = useInfiniteQuery(versionsOf(item));
  const [first] = data?.pages ?? [];
  if (!first) return null;
  return (
    <>
      <div className={styles.section}>
        {t('versions.title')}
        <button type="button" className={styles.all} onClick={onAll}>
          {t('versions.all', { n: first.total })}
        </button>
      </div>
      <VersionList item={item} versions={first.items.slice(0, shown)} short />
    </>
  );
}
