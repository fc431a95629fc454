import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { foldName } from '@alcove/contract';
import type { BlobId, InstanceId, Sensitivity, SpaceId } from '@alcove/contract';
import { children } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { insertCopies } from '../files/index.ts';
import type { NewCopy } from '../files/index.ts';
import { countsBelow, ownOnlyAtFirst, ownOnlyBelow } from '../permission/index.ts';
import type { VisibleUnder } from '../permission/index.ts';
import { insertFirstVersions } from '../versions/index.ts';
import type { Entry } from './merge-plan.ts';
import { levelTaken } from './sensitivity-queries.ts';

/** Returns how many copies were inserted, the bytes of their files, and the ids of their contents. */
export async function insertCopiesWithVersions(
  transaction: Transaction<Tables>,
  copies: readonly NewCopy[],
  of: { spaceId: SpaceId; userId: string },
): Promise<{ bytes: number; count: number; contents: string[] }> {
  const { rows } = await sql<{ bytes: number; count: number; contents: string[] }>`
    with made as (${insertCopies(copies, of)}), first as (${insertFirstVersions(sql`made`)})
    select coalesce(sum(size) filter (where is_file), 0)::bigint as bytes, count(*) as count,
      coalesce(array_agg(distinct blob_id) filter (where is_file), '{}') as contents from made`.execute(transaction);
  return rows[0]!;
}

export interface SourceRow extends Entry {
  depth: number;
}

/** The live item and everything visible below it, parents first, as of one moment. */
export async function findTree(transaction: Transaction<Tables>, instanceId: InstanceId, visible: VisibleUnder): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    with recursive under as (
      select i.id, i.parent_id, i.is_file, i.name, i.sensitivity, 0 as depth, ${ownOnlyAtFirst(visible)} as own_only from instance i
      where i.id = ${instanceId} and i.deleted_at is null
      union all
      select c.id, c.parent_id, c.is_file, c.name, c.sensitivity, under.depth + 1, ${ownOnlyBelow(visible)} from under cross join ${children('under.id')} c
      where not under.is_file and ${countsBelow(visible)}
    ) select id, parent_id, is_file, name, sensitivity, depth from under order by depth`.execute(transaction);
  return rows;
}

/** Makes the hidden copy live under this name, in the folder `parentId`, or where it is if that is null. */
export async function showCopy(
  transaction: Transaction<Tables>,
  copyId: InstanceId,
  { parentId, name, level, fromId }: { parentId: InstanceId | null; name: string; level: Sensitivity; fromId: InstanceId },
): Promise<void> {
  await transaction
    .updateTable('instance')
    .set({
      deleted_at: null,
      ...(parentId !== null && { parent_id: parentId }),
      name,
      folded_name: foldName(name),
      ...levelTaken(level, fromId),
    })
    .where('id', '=', copyId)
    .execute();
}

/** The same for many copies, whose names are free where they are. */
export async function showCopies(
  transaction: Transaction<Tables>,
  copies: readonly { id: InstanceId; level: Sensitivity; fromId: InstanceId }[],
): Promise<void> {
  await sql`
    update instance i set deleted_at = null, sensitivity = n.sensitivity,
      sensitivity_from = case when n.sensitivity <> 'normal' then coalesce(i.sensitivity_from, n.source) end
    from unnest(${copies.map(({ id }) => id)}::uuid[], ${copies.map(({ fromId }) => fromId)}::uuid[], ${copies.map(({ level }) => level)}::text[]) as n (id, source, sensitivity) where i.id = n.id`.execute(
    transaction,
  );
}

/** Deletes the copy of a file and returns its content. */
export async function deleteCopy(transaction: Transaction<Tables>, copyId: InstanceId): Promise<{ blobId: BlobId; size: number }> {
  const { blob_id: blobId, size } = await transaction
    .selectFrom('instance')
    .select(['blob_id', 'size'])
    .where('id', '=', copyId)
    .executeTakeFirstOrThrow();
  await transaction.deleteFrom('instance').where('id', '=', copyId).execute();
  return { blobId: blobId!, size };
}
