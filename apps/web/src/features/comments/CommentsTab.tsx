import { Button } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import type { Instance } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { ErrorState, SkeletonRows, StateView } from '../../ui/empty-state/index.ts';
import { usePages } from '../../ui/use-pages.ts';
import { may } from '../../items/may.ts';
import { CommentBox } from './CommentBox.tsx';
import { CommentList } from './CommentList.tsx';
import { commentsOf, inOrder } from './comment-queries.ts';
import styles from './comments.module.css';

/** All comments on an item, newest at the bottom above the comment field. */
export function CommentsTab({ item }: { item: Instance }) {
  const { list, more } = usePages(commentsOf(item));
  const { data, error, refetch } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const comments = data ? inOrder(data) : [];
  const newest = comments.at(-1)?.commentId;
  // Scrolls to the newest comment; loading older ones keeps the scroll position.
  useLayoutEffect(() => {
    if (newest !== undefined && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [newest]);
  return (
    <div className={styles.tab}>
      <div ref={scroller} className={styles.scroller}>
        {more && (
          <Button variant="subtle" color="gray" size="xs" fullWidth {...more}>
            {t('comments.older')}
          </Button>
        )}
        {data ? (
          comments.length > 0 ? (
            <CommentList item={item} comments={comments} />
          ) : (
            <StateView
              object="tile"
              size={120}
              title={t('comments.none')}
              text={t(may(item, 'comment') ? 'comments.noneText' : 'comments.noneReadOnly')}
            />
          )
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={4} />
        )}
      </div>
      <CommentBox key={item.instanceId} item={item} />
    </div>
  );
}
