import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { grantLink, setVerification } from '../links/index.ts';

/**
 * Begins the verification of a link that was just created or changed, in the transaction that did so. A link that nothing stands against opens at
 * once; otherwise it stays `verifying`, and jobs and reviewers go on.
 */
export async function beginVerification(transaction: Transaction<Tables>, linkId: string): Promise<void> {
  await setVerification(transaction, linkId, { scan_state: 'skipped', review_state: 'skipped' });
  await grantLink(transaction, linkId);
}
