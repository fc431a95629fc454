import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Instance } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { ErrorState, SkeletonRows } from '../../ui/empty-state/index.ts';
import { VersionList } from './VersionList.tsx';
import { versionsOf } from './version-queries.ts';
import styles from './versions.module.css';

/** All versions of a file, and how long old ones are kept. */
export function VersionsTab({ item }: { item: Instance }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(versionsOf(item));
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={4} />;
  const { kept, days } = data.pages[0]!;
  return (
    <div className={styles.tab}>
      <VersionList item={item} versions={data.pages.flatMap(({ items }) => items)} />
      {hasNextPage && (
        <Button variant="default" size="xs" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('versions.older')}
        </Button>
      )}
      <p className={styles.policy}>{days === null ? t('versions.policy', { kept }) : t('versions.policyDays', { kept, days })}</p>
    </div>
  );
}
