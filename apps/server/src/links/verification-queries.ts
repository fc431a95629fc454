import type { Transaction, Updateable } from 'kysely';
import type { Tables } from '../database/index.ts';

export type Verification = Pick<
  Updateable<Tables['link']>,
  'state' | 'scan_state' | 'scan_done' | 'scan_total' | 'review_state' | 'reason' | 'reason_text'
>;

/** Keeps how far the verification of a link is. */
export async function setVerification(transaction: Transaction<Tables>, linkId: string, verification: Verification): Promise<void> {
  await transaction.updateTable('link').set(verification).where('id', '=', linkId).execute();
}
