import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { notify } from '../notices/index.ts';
import { findItems, withheldAt } from '../permission/index.ts';
import { administratorsWith } from '../roles/index.ts';
import { nameOf, lockNextUnnotified, setNotified } from './access-queries.ts';
import type { RequestRow } from './access-queries.ts';
import { findAnswerers } from './find-answerers.ts';

/** The asker would be allowed to share outside, but their roles in the company withhold it: nobody who manages the place can help them. */
async function isWithheld(transaction: Transaction<Tables>, { instance_id: id, asker_id: asker, item }: RequestRow): Promise<boolean> {
  const place = (await findItems(transaction, { userId: asker }, [id])).get(id);
  return item === 'share' && place !== undefined && withheldAt(place).includes(item);
}

/** If there are none yet, they are looked for again, like managers. */
async function tellRoleGivers(transaction: Transaction<Tables>, request: RequestRow): Promise<void> {
  const givers = await administratorsWith(transaction, 'roles.assign', request.asker_id);
  await setNotified(transaction, request.id, givers.length > 0);
  const by = { userId: request.asker_id, name: request.asker_name };
  await notify(transaction, givers, { kind: 'shareRightRequested', data: { by, message: request.message } });
}

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
    if (await isWithheld(transaction, request)) {
      await tellRoleGivers(transaction, request);
      return true;
    }
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
