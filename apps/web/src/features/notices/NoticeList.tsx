import { Button } from '@mantine/core';
import type { NoticeFilter } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { ErrorState, SkeletonRows, StateView } from '../../ui/empty-state/index.ts';
import { usePages } from '../../ui/use-pages.ts';
import { useSystemTitle } from '../identity/sign-in-ways.ts';
import { NoticeItem } from './NoticeItem.tsx';
import { noticeList } from './notice-queries.ts';
import styles from './notices.module.css';

const nothing = { all: 'notices.noneTitle', unread: 'notices.noneUnread', todo: 'notices.noneTodo' } as const;

interface NoticeListProps {
  filter: NoticeFilter;
  onRead: (noticeId: string) => void;
  onLeave: () => void;
  touch: boolean;
}

export function NoticeList({ filter, onRead, onLeave, touch }: NoticeListProps) {
  const { list, more } = usePages(noticeList(filter));
  const { data, error, refetch } = list;
  const product = useSystemTitle();
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={5} />;
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0)
    return <StateView object="star" size={120} title={t(nothing[filter])} {...(filter === 'all' && { text: t('notices.noneText') })} />;
  return (
    <>
      <ul className={styles.items}>
        {items.map((notice) => (
          <NoticeItem
            key={notice.noticeId}
            notice={notice}
            product={product}
            onRead={() => onRead(notice.noticeId)}
            onLeave={onLeave}
            touch={touch}
          />
        ))}
      </ul>
      {more && (
        <div className={styles.more}>
          <Button size="xs" variant="subtle" {...more}>
            {t('notices.loadMore')}
          </Button>
        </div>
      )}
    </>
  );
}
