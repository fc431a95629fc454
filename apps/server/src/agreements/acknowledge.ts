import type { RequestOf, calls } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import type { AgreementDeps } from './deps.ts';
import { insertAcknowledgement } from './people-queries.ts';

/**
 * Accepts the agreements as they were in the edition that the person was shown. Throws AGREEMENT_CHANGED if a later one asks to be
 * accepted: who read an older text has not accepted the new one.
 */
export async function acknowledge(
  { database, forgetSessions }: AgreementDeps,
  { edition }: RequestOf<typeof calls.user.acknowledgeAgreement>,
  { userId }: Caller,
): Promise<null> {
  if (!(await insertAcknowledgement(database, userId, edition))) throw new Failure('AGREEMENT_CHANGED', { field: 'edition' });
  forgetSessions(userId);
  return null;
}
