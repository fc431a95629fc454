import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { notify } from '../notices/index.ts';
import { nameOf, nextUntold, setTold } from './access-queries.ts';
import { findAnswerers } from './find-answerers.ts';

/** Tells those who may answer of the requests that nobody knows of yet. Answers how many were looked at. */
export async function tellRequests(database: Kysely<Tables>): Promise<number> {
  let looked = 0;
  while (await tellNext(database)) looked += 1;
  return looked;
}

/** False when no request is waiting. */
async function tellNext(database: Kysely<Tables>): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const request = await nextUntold(transaction);
    if (!request) return false;
    const answerers = await findAnswerers(transaction, request.instance_id, request.asker_id);
    await setTold(transaction, request.id, answerers !== null);
    if (answerers === null) return true;
    const data = {
      by: { userId: request.asker_id, name: request.asker_name },
      requestId: request.id,
      instanceId: request.instance_id,
      instanceName: await nameOf(transaction, answerers.place),
      message: request.message,
    };
    await notify(transaction, answerers.userIds, { kind: 'accessRequested', data }, request.id);
    return true;
  });
}
