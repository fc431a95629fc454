import { calls } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { lookOnly } from '../../features/preview/preview-source.tsx';
import { reviewsKey } from '../../features/reviews/review-queries.ts';

/** Previews of what a review would let out, in the version that it names. Nothing of it can be kept. */
export const filesOf = (reviewId: string) =>
  lookOnly(({ instanceId }) => ({
    queryKey: [...reviewsKey, 'preview', reviewId, instanceId],
    queryFn: ({ signal }) => call(calls.adminLink.preview, { reviewId, instanceId }, { signal }),
  }));
