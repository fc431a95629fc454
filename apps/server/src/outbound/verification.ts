import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { grantLink, lockLink, setVerification } from '../links/index.ts';
import { publish } from '../live-updates/index.ts';
import { removeGrants } from '../permission/index.ts';
import { endWaiting } from './ask-review.ts';
import { findTerms, isOpen, peopleOf, putTerms } from './check-queries.ts';
import { judgeNames } from './judge-names.ts';
import { voidDecisions, voidRefusals } from './review-queries.ts';
import { readPolicy } from './rule-queries.ts';
import { givesOut } from './survey.ts';
import { isWider, termsOf } from './terms.ts';
import { wordsAsk } from './words.ts';

/**
 * Begins the verification of a link that was just created or changed, in the transaction that did so. A link that nothing stands against opens at
 * once; otherwise it stays `verifying`, and jobs and reviewers go on. A link that is open stays open, unless it opens further than reviewers
 * saw: then it is verified anew, and what they decided counts no longer. Words that nobody approved close it too, and what was approved else holds.
 */
export async function beginVerification(transaction: Transaction<Tables>, linkId: string): Promise<void> {
  const link = await lockLink(transaction, linkId);
  if (!link) return;
  const policy = await readPolicy(transaction);
  const { rules, everything } = policy;
  const before = await findTerms(transaction, linkId);
  const terms = termsOf(link, await peopleOf(transaction, linkId));
  await putTerms(transaction, linkId, terms);
  const voided = before !== null && isWider(terms, before) ? await voidDecisions(transaction, linkId) : 0;
  const wasOpen = await isOpen(transaction, linkId);
  const none = { scan_done: 0, scan_total: 0, reason: null, reason_text: '' } as const;
  const words = judgeNames(rules, [link.name, link.note]);
  const wordsStand = words.refusedBy === null && !(await wordsAsk(transaction, link, words, policy));
  if (!everything && wordsStand && (rules.length === 0 || !givesOut(link))) {
    await endWaiting(transaction, linkId);
    if (!wasOpen) await setVerification(transaction, linkId, { ...none, scan_state: 'skipped', review_state: 'skipped' });
    await grantLink(transaction, linkId);
  } else if (wasOpen && voided === 0 && wordsStand) {
    await grantLink(transaction, linkId);
  } else {
    await removeGrants(transaction, linkId);
    await endWaiting(transaction, linkId);
    await voidRefusals(transaction, linkId);
    await setVerification(transaction, linkId, { ...none, state: 'verifying', scan_state: 'waiting', review_state: 'waiting' });
  }
  await publish(transaction, [{ to: [link.creator_id], event: 'linkChanged' }]);
}
