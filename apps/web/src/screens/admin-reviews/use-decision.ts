import { useEffect, useRef, useState } from 'react';
import { calls, type Review } from '@alcove/contract';
import { call, CallFailed, failureMessage } from '../../api/index.ts';
import { reviewsChanged } from '../../features/reviews/review-queries.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';

/** A review that was only just opened is not decided: after a decision the next one opens under the same button and the same key. */
const settlesMs = 600;

export interface Decision {
  reason: string;
  setReason(reason: string): void;
  /** What is wrong with the reason; another object each time it is said. */
  fault: { text: string } | null;
  busy: 'approve' | 'refuse' | null;
  approve(): void;
  refuse(): void;
}

/** The decision of one review; `onDecided` follows a success. A failure is shown, and the review is asked for again. */
export function useDecision({ reviewId, item }: Review, onDecided: () => void): Decision {
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<Decision['fault']>(null);
  const [busy, setBusy] = useState<Decision['busy']>(null);
  const openedAt = useRef(Infinity);
  useEffect(() => {
    openedAt.current = performance.now();
  }, []);
  const decide = async (as: 'approve' | 'refuse'): Promise<void> => {
    if (busy || performance.now() - openedAt.current < settlesMs) return;
    if (as === 'refuse' && reason.trim() === '') return setFault({ text: t('adminReviews.reasonMissing') });
    setBusy(as);
    try {
      await call(calls.adminLink[as], { reviewId, reason });
      toast.success(t(as === 'approve' ? 'adminReviews.approvedDone' : 'adminReviews.refusedDone', { name: item.instanceName }));
      onDecided();
    } catch (error) {
      const message = failureMessage(error, t('errors.unknown'));
      if (error instanceof CallFailed && error.field === 'reason') setFault({ text: message });
      else toast.error(message);
      setBusy(null);
    } finally {
      reviewsChanged();
    }
  };
  return {
    reason,
    setReason(next) {
      setReason(next);
      setFault(null);
    },
    fault,
    busy,
    approve: () => void decide('approve'),
    refuse: () => void decide('refuse'),
  };
}
