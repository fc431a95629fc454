import { reviewStates, type ReviewState } from '@alcove/contract';
import { idIn, keywordIn, oneIn, putIn } from '../../ui/list-screen/list-address.ts';

export const decidedStates = reviewStates.filter((state) => state !== 'waiting');
export type DecidedState = Exclude<ReviewState, 'waiting'>;

/** The state of the queue and the review that is open; the address holds it. */
export interface ReviewFilter {
  tab: 'waiting' | 'decided';
  /** Within the decided ones; null for all of them. */
  state: DecidedState | null;
  withFindings: boolean;
  /** Of those that wait: `asc` has the longest waiting first. */
  sortOrder: 'asc' | 'desc';
  keyword: string;
  /** Null: none was chosen yet. */
  reviewId: string | null;
}

/** Reads an address that anybody may have typed: invalid values count as absent. */
export const readReviewFilter = (address: URLSearchParams): ReviewFilter => ({
  tab: oneIn(address, 'tab', ['decided'] as const, 'waiting'),
  state: oneIn(address, 'state', decidedStates, null),
  withFindings: address.get('findings') === 'found',
  sortOrder: oneIn(address, 'order', ['desc'] as const, 'asc'),
  keyword: keywordIn(address),
  reviewId: idIn(address, 'review'),
});

/** Writes only values that differ from the default. */
export const writeReviewFilter = ({ tab, state, withFindings, sortOrder, keyword, reviewId }: ReviewFilter): URLSearchParams =>
  putIn(new URLSearchParams(), {
    tab: [tab, 'waiting'],
    state: [state, null],
    findings: [withFindings ? 'found' : null, null],
    order: [sortOrder, 'asc'],
    keyword: [keyword, ''],
    review: [reviewId, null],
  });

/** The input of the call for one page. */
export const pageInput = ({ tab, state, withFindings, sortOrder, keyword }: ReviewFilter) => ({
  state: tab === 'waiting' ? ('waiting' as const) : (state ?? ('decided' as const)),
  sortOrder,
  ...(withFindings && { withFindings }),
  ...(keyword !== '' && { keyword }),
});
