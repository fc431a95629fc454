import { Button } from '@mantine/core';
import type { Instance } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { ErrorState, SkeletonRows } from '../../ui/empty-state/index.ts';
import { usePages } from '../../ui/use-pages.ts';
import { VersionList } from './VersionList.tsx';
import { versionsOf } from './version-queries.ts';
import styles from './versions.module.css';

/** All versions of a file, and how long old ones are kept. */
export function VersionsTab({ item }: { item: Instance }) {
  const { list, more } = usePages(versionsOf(item));
  const { data, error, refetch } = list;
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={4} />;
  const { kept, days } = data.pages[0]!;
  return (
    <div className={styles.tab}>
      <VersionList item={item} versions={data.pages.flatMap(({ items }) => items)} />
      {more && (
        <Button variant="default" size="xs" fullWidth {...more}>
          {t('versions.older')}
        </Button>
      )}
      <p className={styles.policy}>{days === null ? t('versions.policy', { kept }) : t('versions.policyDays', { kept, days })}</p>
    </div>
  );
}
