import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { readReviewFilter, writeReviewFilter, type ReviewFilter } from './review-filter.ts';

/** Keeps the queue and the open review in the address. What narrows the queue replaces the entry of the history, what opens something adds one. */
export function useReviewAddress() {
  const [address, setAddress] = useSearchParams();
  const filter = useMemo(() => readReviewFilter(address), [address]);
  const change = useCallback(
    (next: Partial<ReviewFilter>, { replace = true }: { replace?: boolean } = {}) =>
      setAddress((before) => writeReviewFilter({ ...readReviewFilter(before), ...next }), { replace }),
    [setAddress],
  );
  return { filter, change };
}
