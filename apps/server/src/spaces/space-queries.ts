import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { spaceKinds } from '@alcove/contract';
import type { InstanceId, SpaceId, SpaceKind } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

export interface NewSpace {
  spaceId: SpaceId;
  /** The id of its top folder, which the same transaction inserts. */
  rootId: InstanceId;
  kind: SpaceKind;
  ownerId: string | null;
  /** Null: unlimited. */
  quotaBytes: number | null;
}

export async function insertSpace(
  transaction: Transaction<Tables>,
  { spaceId, rootId, kind, ownerId, quotaBytes }: NewSpace,
): Promise<void> {
  await sql`set constraints space_root deferred`.execute(transaction);
  await transaction
    .insertInto('space')
    .values({ id: spaceId, kind, owner_id: ownerId, root_id: rootId, quota_bytes: quotaBytes })
    .execute();
}

export async function insertSpaces(transaction: Transaction<Tables>, spaces: readonly NewSpace[]): Promise<void> {
  await sql`set constraints space_root deferred`.execute(transaction);
  await sql`insert into space (id, kind, owner_id, root_id, quota_bytes)
    select * from unnest(${spaces.map(({ spaceId }) => spaceId)}::uuid[], ${spaces.map(({ kind }) => kind)}::smallint[],
      ${spaces.map(({ ownerId }) => ownerId)}::uuid[], ${spaces.map(({ rootId }) => rootId)}::uuid[],
      ${spaces.map(({ quotaBytes }) => quotaBytes)}::bigint[])`.execute(transaction);
}

/** `owner_id` is null for a department's space. */
export async function findSpace(
  database: Kysely<Tables>,
  spaceId: SpaceId,
): Promise<{ id: SpaceId; kind: SpaceKind; owner_id: string | null }> {
  return database.selectFrom('space').select(['id', 'kind', 'owner_id']).where('id', '=', spaceId).executeTakeFirstOrThrow();
}

export interface PersonalSpace {
  ownerId: string;
  spaceId: SpaceId;
  rootId: InstanceId;
  usedBytes: number;
  /** Null: unlimited. */
  quotaBytes: number | null;
  /** Null: unlimited. */
  freeBytes: number | null;
}

/** The personal spaces of these people. */
export async function personalSpaces(database: Kysely<Tables>, userIds: readonly string[]): Promise<PersonalSpace[]> {
  const { rows } = await sql<PersonalSpace>`
    select owner_id as "ownerId", id as "spaceId", root_id as "rootId", used_bytes as "usedBytes", quota_bytes as "quotaBytes",
      case when quota_bytes is not null then greatest(quota_bytes - used_bytes - reserved_bytes - allotted_bytes, 0) end as "freeBytes"
    from space where owner_id = any(${userIds}::uuid[]) and kind = ${sql.lit(spaceKinds.personal)}`.execute(database);
  return rows;
}

/** The bytes that a locked space uses. */
export async function usedBytesOf(transaction: Transaction<Tables>, spaceId: SpaceId): Promise<number> {
  const { used_bytes: bytes } = await transaction
    .selectFrom('space')
    .select('used_bytes')
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow();
  return bytes;
}

export async function setOwner(transaction: Transaction<Tables>, spaceId: SpaceId, userId: string): Promise<void> {
  await transaction.updateTable('space').set({ owner_id: userId }).where('id', '=', spaceId).execute();
}

/**
 * Deletes a space with its top folder, which must be empty. The two refer to each other, so that constraint is checked only at the commit.
 */
export async function removeSpace(transaction: Transaction<Tables>, spaceId: SpaceId): Promise<void> {
  await sql`set constraints space_root deferred`.execute(transaction);
  await sql`delete from instance where id = (select root_id from space where id = ${spaceId})`.execute(transaction);
  await sql`delete from space where id = ${spaceId}`.execute(transaction);
}
