/** Public API: whether something may go outside the company. */
export { addRule, lookAnew } from './change-rules.ts';
export { checkItem } from './check-item.ts';
export { whyInvalid } from './invalid-approvals.ts';
export { openRuleMatcher } from './matching/rule-matcher.ts';
export { jobs } from './jobs.ts';
export { isOfReview, standingReviews } from './preview-review.ts';
export { arrivalsAreJudged } from './arrival-queries.ts';
export { judgeArrival } from './judge-arrival.ts';
export type { JudgeArrival } from './judge-arrival.ts';
export { releases } from './release.ts';
export type { ReadReleases } from './release.ts';
export { isUntold } from './judge.ts';
export type { Release } from './judge.ts';
export { mayHoldBack } from './release-queries.ts';
export { routes } from './routes.ts';
export { endWaiting } from './ask-review.ts';
export { keepReviewed } from './review-queries.ts';
export { beginVerification } from './verification.ts';
