import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { ItemOutcome, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { failedItem } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { authoriseEach } from '../permission/index.ts';

type Input = RequestOf<typeof calls.favourite.create>;

/** Each item succeeds or fails on its own; what is among the favourites stays as it is. Throws FAVOURITES_FULL. */
export async function collect(database: Kysely<Tables>, { instanceIds }: Input, { caller, language }: UserContext): Promise<ItemOutcome[]> {
  const ids = [...new Set(instanceIds)];
  const judged = await database.transaction().execute(async (transaction) => {
    // Two calls of one person at once count one after the other.
    await sql`select 1 from user_account where id = ${caller.userId} for no key update`.execute(transaction);
    const judged = await authoriseEach(transaction, caller, ids, 'collect');
    const allowed = ids.filter((id) => !(judged.get(id) instanceof Failure));
    await sql`
      insert into favourite (user_id, instance_id, file_sharing_id)
      select ${caller.userId}, id, ${caller.fileSharingId ?? null}::uuid from instance where id = any(${allowed}::uuid[])
      on conflict (user_id, instance_id) do nothing`.execute(transaction);
    const { rows } = await sql<{ count: number }>`select count(*) from favourite where user_id = ${caller.userId}`.execute(transaction);
    if (rows[0]!.count > limits.favourites) throw new Failure('FAVOURITES_FULL', { limit: limits.favourites });
    return judged;
  });
  return ids.map((instanceId) => {
    const verdict = judged.get(instanceId);
    return verdict instanceof Failure ? failedItem(instanceId, verdict.code, language) : { instanceId, done: true };
  });
}

/** One's own list needs no right to what it names: it says no more than what the caller once put there. */
export async function uncollect(database: Kysely<Tables>, { instanceIds }: Input, { caller }: UserContext): Promise<ItemOutcome[]> {
  await sql`delete from favourite where user_id = ${caller.userId} and instance_id = any(${instanceIds}::uuid[])`.execute(database);
  return [...new Set(instanceIds)].map((instanceId) => ({ instanceId, done: true }));
}
