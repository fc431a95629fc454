/** Statements that merge folders. */
import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import { foldName } from '@alcove/contract';
import type { BlobId, InstanceId, Sensitivity, SpaceId } from '@alcove/contract';
import { among, bins, isNamed } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';
import type { Entry } from './merge-plan.ts';

export interface Child extends Entry {
  creator_id: string;
  visitor_id: string | null;
}

/** The live items directly in these folders. */
export async function findLiveChildren(transaction: Transaction<Tables>, folderIds: readonly InstanceId[]): Promise<Child[]> {
  const { rows } = await sql<Child>`
    select id, parent_id, is_file, name, sensitivity, creator_id, visitor_id from instance where parent_id = ${among(folderIds)} and deleted_at is null`.execute(
    transaction,
  );
  return rows;
}

/** The live items with these names in these folders; `coming` is the id of the item that comes. */
export async function findMet(
  transaction: Transaction<Tables>,
  coming: readonly { id: InstanceId; parentId: InstanceId; name: string }[],
): Promise<{ coming: InstanceId; id: InstanceId; is_file: boolean }[]> {
  const { rows } = await sql<{ coming: InstanceId; id: InstanceId; is_file: boolean }>`
    select n.id as coming, d.id, d.is_file
    from unnest(${coming.map(({ id }) => id)}::uuid[], ${coming.map(({ parentId }) => parentId)}::uuid[], ${coming.map(({ name }) => foldName(name))}::text[]) as n (id, parent_id, name)
    join instance d on ${isNamed('d', sql`n.parent_id`, sql`n.name`)}`.execute(transaction);
  return rows;
}

export async function findContentsOf(
  transaction: Transaction<Tables>,
  fileIds: readonly InstanceId[],
): Promise<{ id: InstanceId; blob_id: BlobId; size: number }[]> {
  const { rows } = await sql<{ id: InstanceId; blob_id: BlobId; size: number }>`
    select id, blob_id, size from instance where id = ${among(fileIds)} and deleted_at is null`.execute(transaction);
  return rows;
}

export interface Move {
  id: InstanceId;
  folderId: InstanceId;
  spaceId: SpaceId;
  sensitivity: Sensitivity;
}

/** Moves the items that are live, and returns how many there were. */
export async function moveItems(transaction: Transaction<Tables>, moves: readonly Move[]): Promise<number> {
  const { rows } = await sql`
    update instance c set parent_id = n.into_id, space_id = n.space_id, sensitivity = n.sensitivity
    from unnest(${moves.map(({ id }) => id)}::uuid[], ${moves.map(({ folderId }) => folderId)}::uuid[],
      ${moves.map(({ spaceId }) => spaceId)}::uuid[], ${moves.map(({ sensitivity }) => sensitivity)}::text[]) as n (id, into_id, space_id, sensitivity)
    where c.id = n.id and c.deleted_at is null returning c.id`.execute(transaction);
  return rows.length;
}

/**
 * Deletes those of the folders that contain nothing live any more. They go to a bin that nobody sees, and their rows are deleted later.
 * Returns the ids of the deleted folders.
 */
export async function retireEmptied(
  transaction: Transaction<Tables>,
  folderIds: readonly InstanceId[],
  userId: string,
): Promise<InstanceId[]> {
  const { rows } = await sql<{ id: InstanceId }>`
    with emptied as (
      update instance i set deleted_at = coalesce(i.deleted_at, now()) where i.id = ${among(folderIds)}
        and not exists (select from instance c where c.parent_id = i.id and c.deleted_at is null)
      returning i.id, i.space_id, i.parent_id
    )
    insert into recycle (id, instance_id, space_id, parent_id, deleted_by, expires_at, bin, left_at, bytes)
    select n.row_id, e.id, e.space_id, e.parent_id, ${userId}, now(), ${bins.merged}, now(), 0
    from emptied e join unnest(${folderIds.map(() => newId())}::uuid[], ${folderIds}::uuid[]) as n (row_id, id) on n.id = e.id
    on conflict (instance_id) do update set bin = ${bins.merged}, left_at = now(), bytes = 0 returning instance_id as id`.execute(
    transaction,
  );
  return rows.map(({ id }) => id);
}

/** What belongs to the folder `id` moves to the folder `intoId`. */
export interface CarriedOver {
  id: InstanceId;
  intoId: InstanceId;
}

const pairs = (carried: readonly CarriedOver[]): RawBuilder<unknown> =>
  sql`unnest(${carried.map(({ id }) => id)}::uuid[], ${carried.map(({ intoId }) => intoId)}::uuid[]) as n (id, into_id)`;

/** Separately deleted items in these folders, with their bin entries. */
export async function carryDeleted(transaction: Transaction<Tables>, carried: readonly CarriedOver[]): Promise<void> {
  await sql`
    with deleted as (
      update instance c set parent_id = n.into_id from ${pairs(carried)} where c.parent_id = n.id and c.deleted_at is not null returning c.id, c.parent_id
    ) update recycle r set parent_id = deleted.parent_id from deleted where r.instance_id = deleted.id`.execute(transaction);
}

/** Comments on the folders themselves, and the favorites of people who did not reach them through a share. */
export async function carryMarks(transaction: Transaction<Tables>, carried: readonly CarriedOver[]): Promise<void> {
  await sql`update comment c set instance_id = n.into_id from ${pairs(carried)} where c.instance_id = n.id`.execute(transaction);
  await sql`
    insert into favourite (user_id, instance_id, created_at)
    select f.user_id, n.into_id, min(f.created_at) from favourite f join ${pairs(carried)} on n.id = f.instance_id where f.file_sharing_id is null group by f.user_id, n.into_id
    on conflict do nothing`.execute(transaction);
}
