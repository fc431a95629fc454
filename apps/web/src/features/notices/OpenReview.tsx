import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { Notice } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import styles from './notices.module.css';

type Waiting = Extract<Notice, { kind: 'linkReview' }>;

/** Leads to a review that waits. `onLeave` closes the notification board. */
export function OpenReview({ notice: { data }, touch, onLeave }: { notice: Waiting; touch: boolean; onLeave(): void }) {
  const navigate = useNavigate();
  return (
    <div className={styles.open}>
      <Button
        size={touch ? 'lg' : 'xs'}
        variant="default"
        onClick={() => {
          onLeave();
          void navigate(`/admin/reviews?review=${data.reviewId}`);
        }}
      >
        {t('notices.openReview')}
      </Button>
    </div>
  );
}
