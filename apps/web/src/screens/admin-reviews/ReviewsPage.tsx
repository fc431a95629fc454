import { SegmentedControl } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import type { Review } from '@alcove/contract';
import { reviewPages } from '../../features/reviews/review-queries.ts';
import { t } from '../../i18n/index.ts';
import { StateView } from '../../ui/empty-state/index.ts';
import { ListScreen } from '../../ui/list-screen/ListScreen.tsx';
import { useMedia, usePhone } from '../../ui/use-media.ts';
import { usePages } from '../../ui/use-pages.ts';
import { pageInput } from './review-filter.ts';
import { minutesText } from './review-words.ts';
import { ReviewPane } from './ReviewPane.tsx';
import { ReviewQueue } from './ReviewQueue.tsx';
import { useReviewAddress } from './use-review-address.ts';
import styles from './reviews.module.css';

/** Later pages may repeat a review, because others left the queue meanwhile. */
const once = (reviews: readonly Review[]): Review[] => [...new Map(reviews.map((review) => [review.reviewId, review])).values()];

/** What waits to go outside: the queue, the content of one review, and what decides about it. Narrow screens show the queue or the review. */
export default function ReviewsPage() {
  const { filter, change } = useReviewAddress();
  const phone = usePhone();
  const single = useMedia('(width < 1000px)');
  const { list: queue, more } = usePages(reviewPages(pageInput(filter)));
  const { data } = queue;
  const rows = useMemo(() => once(data?.pages.flatMap(({ items }) => items) ?? []), [data]);
  const { reviewId } = filter;
  const [first] = rows;
  const opens = !single && reviewId === null && !queue.isPlaceholderData ? first?.reviewId : undefined;
  // The address keeps the review that is open: a queue that changes must not put another one under the reader's hand.
  useEffect(() => {
    if (opens !== undefined) change({ reviewId: opens });
  }, [opens, change]);

  /** The next in the line opens, or the one before; at the end nothing. */
  const leave = (): void => {
    const at = rows.findIndex((row) => row.reviewId === reviewId);
    change({ reviewId: (rows[at + 1] ?? rows[at - 1])?.reviewId ?? null });
  };
  const figures = data?.pages[0];
  const tabs = (
    <SegmentedControl
      aria-label={t('adminReviews.tabs')}
      value={filter.tab}
      onChange={(tab) => change({ tab: tab as 'waiting' | 'decided', state: null, reviewId: null }, { replace: false })}
      data={[
        { value: 'waiting', label: t('adminReviews.tabWaiting', { n: figures?.waiting ?? '' }).trim() },
        { value: 'decided', label: t('adminReviews.tabDecided') },
      ]}
    />
  );
  const told =
    figures &&
    (figures.medianWait === null
      ? t('adminReviews.figuresBare', { n: figures.decidedToday })
      : t('adminReviews.figures', { n: figures.decidedToday, wait: minutesText(figures.medianWait) }));
  const list = (
    <ReviewQueue
      rows={rows}
      query={queue}
      more={more}
      filter={filter}
      onFilter={(next) => change({ ...next, reviewId: null })}
      onOpen={(id) => change({ reviewId: id }, { replace: !single })}
    />
  );
  const pane = reviewId !== null && (
    <ReviewPane
      key={reviewId}
      reviewId={reviewId}
      rows={rows}
      onOpen={(id) => change({ reviewId: id })}
      onDecided={leave}
      {...(single && { onBack: () => change({ reviewId: null }) })}
    />
  );
  return (
    <ListScreen
      title={t('adminReviews.title')}
      actions={
        <>
          <span className={styles.figures}>{told}</span>
          {tabs}
        </>
      }
    >
      {single ? (
        <div className={styles.single}>
          {pane || (
            <>
              {phone && <div className={styles.phoneTabs}>{tabs}</div>}
              {list}
            </>
          )}
        </div>
      ) : (
        <div className={styles.columns}>
          {list}
          {pane || (
            <div className={styles.nothing}>
              {rows.length > 0 && queue.isPlaceholderData === false && (
                <StateView object="lens" title={t('adminReviews.chooseTitle')} text={t('adminReviews.chooseText')} />
              )}
            </div>
          )}
        </div>
      )}
    </ListScreen>
  );
}
