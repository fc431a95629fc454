import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { limits } from '@alcove/contract';
import type { ActivityContent } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';

/** What somebody did with these items, written in the transaction that does it: what is taken back was never done. */
export async function recordActivity(
  transaction: Transaction<Tables>,
  userId: string,
  instanceIds: readonly string[],
  { kind, data }: ActivityContent,
): Promise<void> {
  if (instanceIds.length === 0) return;
  await sql`
    insert into activity (id, instance_id, user_id, kind, data)
    select item.id, item.instance_id, ${userId}, ${kind}, ${JSON.stringify(data)}::jsonb
    from unnest(${instanceIds.map(() => newId())}::uuid[], ${instanceIds}::uuid[]) as item (id, instance_id)`.execute(transaction);
}

/** Answers 0: one turn does it all. */
export async function removeOldActivity(database: Kysely<Tables>): Promise<0> {
  await sql`delete from activity where created_at < now() - make_interval(days => ${limits.activityDays})`.execute(database);
  return 0;
}
