import { Ban, CircleCheck, CircleX, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Review } from '@alcove/contract';
import { formatTime, t } from '../../i18n/index.ts';
import styles from './reviews.module.css';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface NoteProps {
  tone: 'info' | 'warning' | 'success' | 'danger' | 'quiet';
  mark: ReactNode;
  title?: string;
  children?: ReactNode;
}

const Note = ({ tone, mark, title, children }: NoteProps) => (
  <div className={styles.note} data-tone={tone} role="status">
    {mark}
    <div>
      {title !== undefined && <b>{title}</b>}
      {children && <p>{children}</p>}
    </div>
  </div>
);

/** Why a review is not to be decided here: it was, or it is the reader's own. Else, whether the link is open already. */
export function StateNote({ review }: { review: Review }) {
  const { state, decidedTime } = review;
  const name = review.decidedBy ?? t('adminReviews.somebody');
  const when = decidedTime === null ? '' : formatTime(decidedTime);
  const said = [when, review.reason].filter(Boolean).join(' · ');
  switch (state) {
    case 'approved':
      return (
        <Note tone="success" mark={<CircleCheck {...icon} />} title={t('adminReviews.approvedBy', { name })}>
          {said}
        </Note>
      );
    case 'refused':
      return (
        <Note tone="danger" mark={<CircleX {...icon} />} title={t('adminReviews.refusedBy', { name })}>
          {said}
        </Note>
      );
    case 'ended':
      return (
        <Note tone="quiet" mark={<Ban {...icon} />} title={t('adminReviews.endedTitle')}>
          {t('adminReviews.endedText')}
        </Note>
      );
    case 'waiting':
      if (review.own)
        return (
          <Note tone="info" mark={<Info {...icon} />} title={t('adminReviews.ownTitle')}>
            {t('adminReviews.ownText')}
          </Note>
        );
      return (
        review.further && (
          <Note tone="info" mark={<Info {...icon} />}>
            {t('adminReviews.further')}
          </Note>
        )
      );
  }
}
