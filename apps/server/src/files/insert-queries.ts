/** Inserts rows into `instance`. No other folder inserts any. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import { categories, categoryOf, foldName } from '@alcove/contract';
import type { BlobId, InstanceId, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';

/** The columns of the index that decides who gets a name. */
const namePlace = sql`names_in(parent_id), folded_name`;
const unlessNameIsTaken = sql`on conflict (${namePlace}) where deleted_at is null do nothing`;

export interface NewFile {
  id: InstanceId;
  spaceId: SpaceId;
  parentId: InstanceId;
  name: string;
  blobId: BlobId;
  size: number;
  userId: string;
  /** The visitor of a link who made it, in the name of `userId`. */
  visitorId?: string | null;
}

/** Files as rows of json, one of which `insertFiles` reads by these columns. */
export const fileRow = ({ id, spaceId, parentId, name, blobId, size, userId, visitorId = null }: NewFile) => ({
  id,
  space_id: spaceId,
  parent_id: parentId,
  name,
  folded_name: foldName(name),
  category: categoryOf(name),
  blob_id: blobId,
  size,
  user_id: userId,
  visitor_id: visitorId,
});
export const fileColumns = sql`id uuid, space_id uuid, parent_id uuid, name text, folded_name text, category int, blob_id uuid, size bigint, user_id uuid, visitor_id uuid`;

/**
 * `insert into instance …` for files, as a part of a statement that also inserts their first versions. Nothing is inserted where an undeleted
 * sibling has the name. `from`: rows with `fileColumns`.
 */
export const insertFiles = (from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id, visitor_id)
  select id, space_id, parent_id, true, name, folded_name, category, blob_id, size, user_id, user_id, visitor_id from ${from}
  ${unlessNameIsTaken} returning id, is_file, blob_id, size, creator_id, created_at`;

export interface NewCopy {
  /** The item to copy: its content, category and sensitivity are taken over. */
  sourceId: InstanceId;
  id: InstanceId;
  parentId: InstanceId;
  name: string;
  /** Inserted as deleted, so that no list and no count includes the copy and what is in it until it is shown. */
  hidden: boolean;
}

/** `insert into instance …` for copies of files and folders, each folder before its contents. Items that are gone meanwhile are skipped. */
export const insertCopies = (
  copies: readonly NewCopy[],
  { spaceId, userId }: { spaceId: SpaceId; userId: string },
): RawBuilder<unknown> => sql`
  insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id, deleted_at, sensitivity, sensitivity_from)
  select n.id, ${spaceId}, n.parent_id, i.is_file, n.name, n.folded_name, i.category, i.blob_id, i.size,
    ${userId}, ${userId}, case when n.hidden then now() end, i.sensitivity,
    case when i.sensitivity <> 'normal' then coalesce(i.sensitivity_from, i.id) end
  from unnest(${copies.map(({ sourceId }) => sourceId)}::uuid[], ${copies.map(({ id }) => id)}::uuid[], ${copies.map(({ parentId }) => parentId)}::uuid[],
    ${copies.map(({ hidden }) => hidden)}::boolean[], ${copies.map(({ name }) => name)}::text[], ${copies.map(({ name }) => foldName(name))}::text[]) as n (source, id, parent_id, hidden, name, folded_name)
  join instance i on i.id = n.source
  returning id, is_file, blob_id, size, creator_id`;

export interface NewFolder {
  spaceId: SpaceId;
  parentId: InstanceId;
  name: string;
  userId: string;
  /** The visitor of a link who made it, in the name of `userId`. */
  visitorId?: string | null;
}

/** Null if an undeleted sibling has the name. The unique index decides, so two creators cannot both succeed. */
export async function insertFolder(database: Kysely<Tables>, folder: NewFolder): Promise<InstanceId | null> {
  const row = await database
    .insertInto('instance')
    .values({
      id: newId<InstanceId>(),
      space_id: folder.spaceId,
      parent_id: folder.parentId,
      is_file: false,
      name: folder.name,
      folded_name: foldName(folder.name),
      category: categories.other,
      blob_id: null,
      creator_id: folder.userId,
      editor_id: folder.userId,
      visitor_id: folder.visitorId ?? null,
    })
    .onConflict((conflict) => conflict.expression(namePlace).where('deleted_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Inserts the top folder of a space. It has no name. */
export async function insertRoot(
  transaction: Transaction<Tables>,
  { rootId, spaceId, makerId }: { rootId: InstanceId; spaceId: SpaceId; makerId: string },
): Promise<void> {
  await transaction
    .insertInto('instance')
    .values({
      id: rootId,
      space_id: spaceId,
      parent_id: null,
      is_file: false,
      name: '',
      folded_name: '',
      blob_id: null,
      creator_id: makerId,
      editor_id: makerId,
    })
    .execute();
  await transaction.insertInto('folder_count').values({ folder_id: rootId }).execute();
}

/** The same for many spaces. */
export async function insertRoots(
  transaction: Transaction<Tables>,
  roots: readonly { rootId: InstanceId; spaceId: SpaceId; makerId: string }[],
): Promise<void> {
  const rootIds = roots.map(({ rootId }) => rootId);
  await sql`insert into instance (id, space_id, parent_id, is_file, name, folded_name, blob_id, creator_id, editor_id)
    select r.id, r.space_id, null, false, '', '', null, r.maker_id, r.maker_id
    from unnest(${rootIds}::uuid[], ${roots.map(({ spaceId }) => spaceId)}::uuid[], ${roots.map(({ makerId }) => makerId)}::uuid[]) as r (id, space_id, maker_id)`.execute(
    transaction,
  );
  await sql`insert into folder_count (folder_id) select unnest(${rootIds}::uuid[])`.execute(transaction);
}
