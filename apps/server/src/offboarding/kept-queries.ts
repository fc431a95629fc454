/** Personal spaces that are kept for a term. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { InstanceId, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

export interface DueSpace {
  userId: string;
  spaceId: SpaceId;
  rootId: InstanceId;
  begun: boolean;
}

/** Spaces whose term has ended and which no task is handing over, the longest overdue first. */
export async function findDueSpaces(database: Kysely<Tables>, most: number): Promise<DueSpace[]> {
  const { rows } = await sql<DueSpace>`
    select o.user_id as "userId", s.id as "spaceId", s.root_id as "rootId", o.removing_at is not null as begun
    from offboarding o join space s on s.owner_id = o.user_id and s.kind = 1
    where o.kept_until <= now() and o.removed_at is null
      and not exists (select from task t where t.id = o.task_id and t.state in ('waiting', 'running'))
    order by o.kept_until limit ${most}`.execute(database);
  return rows;
}

/** From now on nobody gets the space. False if it was handed over, or is being handed over. */
export async function setRemoving(transaction: Transaction<Tables>, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update offboarding o set removing_at = now() where o.user_id = ${userId} and o.kept_until <= now() and o.removing_at is null
      and not exists (select from task t where t.id = o.task_id and t.state in ('waiting', 'running'))`.execute(transaction);
  return numAffectedRows === 1n;
}

/** False while another process works on it. */
export async function tryLockRemoving(transaction: Transaction<Tables>, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from offboarding where user_id = ${userId} and removing_at is not null and removed_at is null for update skip locked`.execute(
    transaction,
  );
  return rows.length > 0;
}

/** What was kept of its uploads and its bin goes too, and its top folder counts nothing any more. */
export async function setRemoved(transaction: Transaction<Tables>, { userId, spaceId, rootId }: DueSpace): Promise<void> {
  await sql`delete from recycle where space_id = ${spaceId}`.execute(transaction);
  await sql`delete from upload where space_id = ${spaceId} and state = 'saved'`.execute(transaction);
  await sql`update folder_count set folders = 0, files = 0, changes = changes + 1 where folder_id = ${rootId}`.execute(transaction);
  await sql`delete from folder_height where folder_id = ${rootId}`.execute(transaction);
  await sql`update offboarding set removed_at = now() where user_id = ${userId}`.execute(transaction);
}
