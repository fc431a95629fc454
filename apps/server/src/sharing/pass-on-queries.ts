/** Shares of a person who leaves. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { InstanceId, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

export interface OwnShare {
  id: string;
  instanceId: InstanceId;
  /** Of the shared item. */
  name: string;
}

/** How many shares a person has started: of items in this space, and of others. */
export async function countSharesOf(
  database: Kysely<Tables>,
  userId: string,
  spaceId: SpaceId,
): Promise<{ inside: number; elsewhere: number }> {
  const { rows } = await sql<{ inside: number; elsewhere: number }>`
    select count(*) filter (where i.space_id = ${spaceId}) as inside, count(*) filter (where i.space_id <> ${spaceId}) as elsewhere
    from share sh join instance i on i.id = sh.instance_id where sh.initiator_id = ${userId}`.execute(database);
  return rows[0]!;
}

/** Locks the shares that a person has started, or those of them in one space. */
export async function lockSharesOf(transaction: Transaction<Tables>, userId: string, spaceId: SpaceId | null): Promise<OwnShare[]> {
  const { rows } = await sql<OwnShare>`
    select sh.id, sh.instance_id as "instanceId", i.name from share sh join instance i on i.id = sh.instance_id
    where sh.initiator_id = ${userId} and (${spaceId}::uuid is null or i.space_id = ${spaceId}::uuid) order by sh.id for update of sh`.execute(
    transaction,
  );
  return rows;
}

/**
 * Makes another person the initiator of these shares, and the giver of what they give. If that person shares an item already, what the share
 * gives joins theirs, and what a recipient has from both stays as theirs gives it. They receive nothing from their own share.
 */
export async function changeInitiator(transaction: Transaction<Tables>, shareIds: readonly string[], toId: string): Promise<void> {
  const these = sql`any(${shareIds}::uuid[])`;
  await sql`delete from file_grant where source_id = ${these} and subject_kind = 'person' and subject_id = ${toId}`.execute(transaction);
  const { rows: met } = await sql<{ id: string; own: string }>`
    select sh.id, own.id as own from share sh join share own on own.instance_id = sh.instance_id and own.initiator_id = ${toId}
    where sh.id = ${these} order by own.id for update of own`.execute(transaction);
  const pairs = sql`unnest(${met.map(({ id }) => id)}::uuid[], ${met.map(({ own }) => own)}::uuid[]) as met (id, own)`;
  await sql`
    update share set expires_at = case when share.expires_at is null or sh.expires_at is null then null else greatest(share.expires_at, sh.expires_at) end
    from ${pairs} join share sh on sh.id = met.id where share.id = met.own`.execute(transaction);
  await sql`
    update file_grant g set source_id = met.own from ${pairs} where g.source_id = met.id and not exists (
      select from file_grant o where o.source_id = met.own and o.instance_id = g.instance_id and o.subject_kind = g.subject_kind and o.subject_id = g.subject_id)`.execute(
    transaction,
  );
  const joined = sql`any(${met.map(({ id }) => id)}::uuid[])`;
  await sql`delete from file_grant where source_id = ${joined}`.execute(transaction);
  await sql`delete from share where id = ${joined}`.execute(transaction);
  await sql`update share set initiator_id = ${toId} where id = ${these}`.execute(transaction);
  await sql`update file_grant set grantor_id = ${toId} where source_id in (
    select id from share where id = ${these} union all select unnest(${met.map(({ own }) => own)}::uuid[]))`.execute(transaction);
}
