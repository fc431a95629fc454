import type { ReactNode } from 'react';
import type { Review } from '@alcove/contract';
import { formatFullTime, t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { contentText, permissionsText, validityText, visitorsText } from './review-words.ts';
import styles from './reviews.module.css';

/** Who shares what with whom, and for how long. */
export function ReviewFacts({ review }: { review: Review }) {
  const { by, link, item } = review;
  const facts: [string, ReactNode][] = [
    [t('adminReviews.content'), contentText(review)],
    ...(link.name === item.instanceName ? [] : [[t('adminReviews.link'), link.name] satisfies [string, ReactNode]]),
    [t('adminReviews.toWhom'), visitorsText(review)],
    [t('adminReviews.may'), permissionsText(review)],
    [t('adminReviews.valid'), validityText(review)],
    ...(link.note === '' ? [] : [[t('adminReviews.note'), link.note] satisfies [string, ReactNode]]),
    [t('adminReviews.asked'), formatFullTime(review.askedTime)],
  ];
  return (
    <>
      <div className={styles.person}>
        <Avatar id={by.userId} name={by.name} size={32} />
        <div className={styles.cut}>
          <div className={styles.cut}>{by.name}</div>
          <div className={styles.small} title={by.departments.join(' / ')}>
            {[by.departments.at(-1), t('adminReviews.sent', { n: by.sentThisMonth, refused: by.refusedThisMonth })]
              .filter(Boolean)
              .join(' · ')}
          </div>
          {!by.active && <div className={styles.inactive}>{t('adminReviews.inactive')}</div>}
        </div>
      </div>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
