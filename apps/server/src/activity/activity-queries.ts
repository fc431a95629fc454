import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { limits } from '@alcove/contract';
import type { ActivityContent, ActivityKind, InstanceId } from '@alcove/contract';
import { daysOf } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';

/** Records what somebody did with these items. It runs in the transaction of the change, so a rollback removes the record too. */
export async function recordActivity(
  transaction: Transaction<Tables>,
  userId: string,
  instanceIds: readonly InstanceId[],
  { kind, data }: ActivityContent,
): Promise<void> {
  if (instanceIds.length === 0) return;
  await sql`
    insert into activity (id, instance_id, user_id, kind, data)
    select item.id, item.instance_id, ${userId}, ${kind}, ${JSON.stringify(data)}::jsonb
    from unnest(${instanceIds.map(() => newId())}::uuid[], ${instanceIds}::uuid[]) as item (id, instance_id)`.execute(transaction);
}

/** Always returns 0, because one run deletes everything that is due. */
export async function removeOldActivity(database: Kysely<Tables>): Promise<0> {
  await sql`delete from activity where created_at < now() - ${daysOf('activityDays')}`.execute(database);
  return 0;
}

export interface ActivityRow {
  id: string;
  user_id: string;
  name: string;
  kind: ActivityKind;
  data: object;
  created_at: Date;
}

/** Newest first. Returns one entry more than a page has, to show whether there are more. */
export async function findActivity(
  database: Kysely<Tables>,
  instanceId: InstanceId,
  hidden: readonly ActivityKind[],
  before: string | undefined,
): Promise<ActivityRow[]> {
  const { rows } = await sql<ActivityRow>`
    select a.id, a.user_id, u.real_name as name, a.kind, a.data, a.created_at
    from activity a join user_account u on u.id = a.user_id
    where a.instance_id = ${instanceId} and a.kind <> all(${hidden}::text[]) and ${before === undefined ? sql`true` : sql`a.id < ${before}::uuid`}
    order by a.id desc limit ${limits.activitiesPerPage + 1}`.execute(database);
  return rows;
}
