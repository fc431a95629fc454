import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { notify } from '../notices/index.ts';
import { nameOf, lockNextUnnotified, setNotified } from './access-queries.ts';
import { findAnswerers } from './find-answerers.ts';

/** Notifies those who may answer of new requests. Returns the number of processed requests. */
export async function notifyAnswerers(database: Kysely<Tables>): Promise<number> {
  let looked = 0;
  while (await notifyNext(database)) looked += 1;
  return looked;
}

/** Returns false if no request is waiting. */
async function notifyNext(database: Kysely<Tables>): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const request = await lockNextUnnotified(transaction);
    if (!request) return false;
    const answerers = await findAnswerers(transaction, request.instance_id, request.asker_id);
    await setNotified(transaction, request.id, answerers !== null);
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
