import { Button, Textarea } from '@mantine/core';
import { Check, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { limits, type Review } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import type { Decision } from './use-decision.ts';
import styles from './reviews.module.css';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The reason and the two buttons. */
export function DecisionForm({ review, decision }: { review: Review; decision: Decision }) {
  const { reason, setReason, fault, busy, approve, refuse } = decision;
  const field = useRef<HTMLTextAreaElement>(null);
  const offline = !useOnline();
  useEffect(() => {
    if (fault !== null) field.current?.focus();
  }, [fault]);
  const shared = { disabled: offline || busy !== null, title: offline ? t('adminReviews.offline') : undefined };
  return (
    <div className={styles.decision}>
      <Textarea
        ref={field}
        label={
          <>
            {t('adminReviews.reason')} <span className={styles.optional}>{t('adminReviews.reasonHint', { name: review.by.name })}</span>
          </>
        }
        rows={usePhone() ? 1 : 3}
        maxLength={limits.reviewReasonLength}
        value={reason}
        error={fault?.text}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button variant="default" color="red" leftSection={<X {...icon} />} {...shared} loading={busy === 'refuse'} onClick={refuse}>
          {t('adminReviews.refuse')}
        </Button>
        <Button leftSection={<Check {...icon} />} {...shared} loading={busy === 'approve'} onClick={approve}>
          {review.files > 1 ? t('adminReviews.approveN', { n: review.files }) : t('adminReviews.approve')}
        </Button>
      </div>
    </div>
  );
}
