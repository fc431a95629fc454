import { Button } from '@mantine/core';
import type { Instance } from '@alcove/contract';
import { formatFullTime, formatTime, t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { ErrorState, SkeletonRows } from '../../ui/empty-state/index.ts';
import { usePages } from '../../ui/use-pages.ts';
import { activityLine } from './activity-line.ts';
import { activityOf } from './activity-queries.ts';
import styles from './activity.module.css';

/** The activity on an item, newest first. */
export function ActivityTab({ item }: { item: Instance }) {
  const { list, more } = usePages(activityOf(item));
  const { data, error, refetch } = list;
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={4} />;
  return (
    <div className={styles.tab}>
      <ol className={styles.list} aria-label={t('activity.title')}>
        {data.pages
          .flatMap(({ items }) => items)
          .map((one) => (
            <li key={one.activityId} className={styles.act}>
              <Avatar id={one.by.userId} name={one.by.name} size={24} />
              <p className={styles.text}>
                <b>{one.by.name}</b> {activityLine(one)}
                <time className={styles.time} dateTime={one.time} title={formatFullTime(one.time)}>
                  {formatTime(one.time)}
                </time>
              </p>
            </li>
          ))}
      </ol>
      {more && (
        <Button variant="default" size="xs" fullWidth {...more}>
          {t('activity.older')}
        </Button>
      )}
    </div>
  );
}
