import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { OwnAccessRequest, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { authoriseEach } from '../permission/index.ts';
import { countLately, lockAsker, insertRequest, ownRequests } from './access-queries.ts';

/**
 * Stores a request for access to an item, whether it exists or not. Answerers are found and notified afterwards, so neither the answer nor
 * its timing reveals whether the item exists. If a request for it is still open, that one is returned.
 * Throws ACCESS_HELD if the caller already has the permission, ACCESS_TOO_MANY.
 */
export async function requestAccess(
  database: Kysely<Tables>,
  { instanceId, item, message }: RequestOf<typeof calls.access.request>,
  caller: Caller,
): Promise<OwnAccessRequest> {
  const verdict = (await authoriseEach(database, caller, [instanceId], item)).get(instanceId);
  if (!(verdict instanceof Failure)) throw new Failure('ACCESS_HELD');
  return database.transaction().execute(async (transaction) => {
    await lockAsker(transaction, caller.userId);
    const open = (await ownRequests(transaction, caller.userId)).find((request) => request.instanceId === instanceId);
    if (open) return open;
    if ((await countLately(transaction, caller.userId)) >= limits.accessRequestsPerDay)
      throw new Failure('ACCESS_TOO_MANY', { limit: limits.accessRequestsPerDay });
    return insertRequest(transaction, { askerId: caller.userId, instanceId, item, message });
  });
}
