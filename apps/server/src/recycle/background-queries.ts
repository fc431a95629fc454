/** Statements of the background work on the recycle bin. It takes one entry at a time, because the tree below may be large. */
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { InstanceId, SpaceId } from '@alcove/contract';
import { bins, children } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { changeQuota } from '../spaces/index.ts';

/** For the rest of the transaction, because counting a large tree takes long. */
export async function allowLongStatements(transaction: Transaction<Tables>): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(transaction);
}

export interface UnsizedEntry {
  id: string;
  instance_id: InstanceId;
  /** The row's xmin, which differs once the row was changed. */
  seen: string;
}

/** The oldest entry without a size. It is not locked. */
export async function findUnsizedEntry(transaction: Transaction<Tables>): Promise<UnsizedEntry | undefined> {
  const { rows } = await sql<UnsizedEntry>`
    select id, instance_id, xmin::text as seen from recycle where size is null and bin = ${bins.own} order by deleted_at limit 1`.execute(
    transaction,
  );
  return rows[0];
}

/** Sums everything that was deleted with the folder. Items below it that were deleted separately are not included. */
export async function sumDeleted(transaction: Transaction<Tables>, folderId: InstanceId): Promise<{ files: number; size: number }> {
  const { rows } = await sql<{ files: number; size: number }>`
    with recursive under as (
      select ${folderId}::uuid as id, false as is_file, 0::bigint as size
      union all
      select c.id, c.is_file, c.size from under cross join ${children('under.id')} c where not under.is_file
    ) select count(*) filter (where is_file) as files, coalesce(sum(size) filter (where is_file), 0)::bigint as size from under`.execute(
    transaction,
  );
  return rows[0]!;
}

/** Returns who deleted it and the space's owner; nobody if the entry was changed since it was read. */
export async function setSize(
  transaction: Transaction<Tables>,
  { id, seen }: UnsizedEntry,
  { files, size }: { files: number; size: number },
): Promise<string[]> {
  const { rows } = await sql<{ people: string[] }>`
    update recycle r set files = ${files}, size = ${size} from space s
    where r.id = ${id} and r.xmin::text = ${seen} and s.id = r.space_id
    returning array_remove(array[r.deleted_by, s.owner_id], null) as people`.execute(transaction);
  return rows.flatMap(({ people }) => people);
}

export interface LeftEntry {
  id: string;
  instance_id: InstanceId;
  space_id: SpaceId;
}

/** Locks the entry that left the first bin longest ago and whose quota has not been released. */
export async function lockLeftEntry(transaction: Transaction<Tables>): Promise<LeftEntry | undefined> {
  const { rows } = await sql<LeftEntry>`
    select id, instance_id, space_id from recycle where bin = ${bins.administrators} and bytes is null order by left_at limit 1 for update skip locked`.execute(
    transaction,
  );
  return rows[0];
}

/**
 * In one statement: releases the quota of all versions of everything that was deleted with the item, and records the bytes in the entry,
 * with the files of a folder that left the bin before they were counted.
 */
export async function releaseLeftEntry(transaction: Transaction<Tables>, entry: LeftEntry): Promise<void> {
  await sql`
    with recursive under as (
      select id, is_file, size from instance where id = ${entry.instance_id}
      union all
      select c.id, c.is_file, c.size from under cross join ${children('under.id')} c
    ), freed as (
      select coalesce(sum((select sum(v.size) from version v where v.instance_id = under.id)), 0)::bigint as bytes,
        count(*) filter (where is_file)::int as files, coalesce(sum(size) filter (where is_file), 0)::bigint as size from under
    ), entered as (
      update recycle set bytes = freed.bytes, files = coalesce(recycle.files, freed.files), size = coalesce(recycle.size, freed.size)
      from freed where recycle.id = ${entry.id}
    )
    ${changeQuota({ spaceId: entry.space_id, used: sql`-freed.bytes`, from: sql`freed` })}`.execute(transaction);
}
