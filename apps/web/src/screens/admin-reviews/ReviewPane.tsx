import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import type { Review, ReviewDetail } from '@alcove/contract';
import { reviewDetail } from '../../features/reviews/review-queries.ts';
import { t } from '../../i18n/index.ts';
import { ErrorState, SkeletonRows } from '../../ui/empty-state/index.ts';
import { DecisionForm } from './DecisionForm.tsx';
import { Findings } from './Findings.tsx';
import { ReviewContent } from './ReviewContent.tsx';
import { ReviewFacts } from './ReviewFacts.tsx';
import { StateNote } from './StateNote.tsx';
import { useDecision } from './use-decision.ts';
import { useReviewKeys } from './use-review-keys.ts';
import styles from './reviews.module.css';

interface ReviewPaneProps {
  reviewId: string;
  /** The queue, for the arrow keys. */
  rows: readonly Review[];
  onOpen(reviewId: string): void;
  onDecided(): void;
  /** Where the queue is not beside the review. */
  onBack?(): void;
}

/** One review: its content, what is known of the link, and the decision. */
export function ReviewPane(props: ReviewPaneProps) {
  const { reviewId, onBack } = props;
  const { data, error, refetch } = useQuery(reviewDetail(reviewId));
  const back = onBack && (
    <div className={styles.back}>
      <ActionIcon size="xl" aria-label={t('adminReviews.back')} onClick={onBack}>
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
      </ActionIcon>
      <span className={styles.cut}>{data?.item.instanceName ?? t('adminReviews.back')}</span>
    </div>
  );
  return (
    <>
      {back}
      {data ? (
        <Shown {...props} review={data} />
      ) : (
        <div className={styles.nothing}>
          {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={6} />}
        </div>
      )}
    </>
  );
}

function Shown({ review, rows, onOpen, onDecided }: ReviewPaneProps & { review: ReviewDetail }) {
  const [at, setAt] = useState(0);
  const decides = review.state === 'waiting' && !review.own;
  const decision = useDecision(review, onDecided);
  const step = (by: 1 | -1): void => {
    const next = rows[rows.findIndex(({ reviewId }) => reviewId === review.reviewId) + by];
    if (next) onOpen(next.reviewId);
  };
  useReviewKeys({ onStep: step, ...(decides && { onApprove: decision.approve, onRefuse: decision.refuse }) });
  return (
    <div className={styles.review}>
      <ReviewContent review={review} at={at} onAt={setAt} />
      <aside className={styles.aside} aria-label={t('adminReviews.facts')}>
        <div className={styles.known}>
          <StateNote review={review} />
          <ReviewFacts review={review} />
          <Findings review={review} onLocate={(id) => setAt(review.items.findIndex(({ instanceId }) => instanceId === id))} />
        </div>
        {decides && <DecisionForm review={review} decision={decision} />}
      </aside>
    </div>
  );
}
