import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { OwnAccessRequest, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { authoriseEach } from '../permission/index.ts';
import { countLately, holdAsker, insertRequest, ownRequests } from './access-queries.ts';

/**
 * Writes down that the caller asks for something, be it there or not: who may answer is found and told afterwards, so that neither
 * the answer nor the time it takes tells whether there is such a thing. A request still open is answered with again. Throws
 * ACCESS_HELD for what they may do already, ACCESS_TOO_MANY.
 */
export async function requestAccess(
  database: Kysely<Tables>,
  { instanceId, item, message }: RequestOf<typeof calls.access.request>,
  caller: Caller,
): Promise<OwnAccessRequest> {
  const verdict = (await authoriseEach(database, caller, [instanceId], item)).get(instanceId);
  if (!(verdict instanceof Failure)) throw new Failure('ACCESS_HELD');
  return database.transaction().execute(async (transaction) => {
    await holdAsker(transaction, caller.userId);
    const open = (await ownRequests(transaction, caller.userId)).find((request) => request.instanceId === instanceId);
    if (open) return open;
    if ((await countLately(transaction, caller.userId)) >= limits.accessRequestsPerDay)
      throw new Failure('ACCESS_TOO_MANY', { limit: limits.accessRequestsPerDay });
    return insertRequest(transaction, { askerId: caller.userId, instanceId, item, message });
  });
}
