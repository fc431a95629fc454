import type { Review } from '@alcove/contract';
import { formatTime, t } from '../../i18n/index.ts';
import { FileName } from '../../items/FileName.tsx';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { kindOfReview, waitOf } from './review-words.ts';
import styles from './reviews.module.css';

interface ReviewRowProps {
  review: Review;
  now: number;
  current: boolean;
  onOpen(): void;
}

/** One review of the queue: what, by whom, how long it waits, and what was found. */
export function ReviewRow({ review, now, current, onOpen }: ReviewRowProps) {
  const { item, by, state, decidedTime } = review;
  const wait = waitOf(review, now);
  return (
    <button type="button" className={styles.row} aria-current={current ? 'true' : undefined} data-review={review.reviewId} onClick={onOpen}>
      <FileIcon kind={kindOfReview(review)} size={24} />
      <span className={styles.rowText}>
        <span className={styles.rowLine}>
          <FileName name={item.instanceName} strong={current} />
          {state === 'waiting' ? (
            <span className={styles.age} data-marked={wait.long || undefined}>
              {wait.text}
            </span>
          ) : (
            <span className={styles.age}>{decidedTime !== null && formatTime(decidedTime)}</span>
          )}
        </span>
        <span className={styles.rowLine}>
          <Avatar id={by.userId} name={by.name} size={18} />
          <span className={styles.cut}>{by.name}</span>
          <span className={styles.grow} />
          {state === 'waiting' ? <Marks {...review} /> : <span data-state={state}>{t(`adminReviews.${state}`)}</span>}
        </span>
      </span>
    </button>
  );
}

function Marks({ own, findings }: Pick<Review, 'own' | 'findings'>) {
  if (own) return <span>{t('adminReviews.own')}</span>;
  return findings > 0 ? <span data-marked>{t('adminReviews.found', { n: findings })}</span> : <span>{t('adminReviews.foundNone')}</span>;
}
