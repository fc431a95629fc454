import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { normalised } from '@alcove/contract';
import type { calls, FavouriteSortField, InstanceId, RequestOf } from '@alcove/contract';
import { isOutOfBins, like } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import type { Asker } from '../http/index.ts';

export interface FavouriteRow {
  id: InstanceId;
  file_sharing_id: string | null;
  collected_at: Date;
  /** In a space that the person owns: nothing there can be hidden from them. */
  own: boolean;
}

const sortColumns: Record<FavouriteSortField, string> = {
  instanceName: 'i.name collate zh_natural',
  fileSize: 'i.size',
  updateTime: 'i.updated_at',
  createTime: 'i.created_at',
  category: 'i.category',
  collectTime: 'f.created_at',
};

/** A person's existing favorites, in order. A person has few, and permission/ decides which of them are visible. */
export async function findFavourites(
  database: Kysely<Tables>,
  userId: string,
  { sortField, sortOrder, keyword, category, classifierId }: RequestOf<typeof calls.favourite.page>,
): Promise<FavouriteRow[]> {
  const words = keyword && normalised(keyword).trim();
  const { rows } = await sql<FavouriteRow>`
    select i.id, f.file_sharing_id, f.created_at as collected_at, s.owner_id is not distinct from f.user_id as own
    from favourite f join instance i on i.id = f.instance_id join space s on s.id = i.space_id
    where f.user_id = ${userId} and ${isOutOfBins} and ${words ? sql`i.name ilike ${like(words)}` : sql`true`}
      and ${category === undefined ? sql`true` : sql`i.category = ${category}`}
      and ${classifierId === undefined ? sql`true` : sql`i.is_file = ${classifierId === 'File'}`}
    order by ${sql.raw(sortColumns[sortField])} ${sql.raw(sortOrder)}, i.id ${sql.raw(sortOrder)}`.execute(database);
  return rows;
}

/** Locks a person's favorites until the transaction ends. */
export async function lockFavourites(transaction: Transaction<Tables>, userId: string): Promise<void> {
  await sql`select 1 from user_account where id = ${userId} for no key update`.execute(transaction);
}

export async function countFavourites(transaction: Transaction<Tables>, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from favourite where user_id = ${userId}`.execute(transaction);
  return rows[0]!.count;
}

/** Items that are already favorites stay as they are. */
export async function insertFavourites(
  transaction: Transaction<Tables>,
  { userId, fileSharingId }: Asker,
  instanceIds: readonly InstanceId[],
): Promise<void> {
  await sql`
    insert into favourite (user_id, instance_id, file_sharing_id)
    select ${userId}, id, ${fileSharingId ?? null}::uuid from instance where id = any(${instanceIds}::uuid[])
    on conflict (user_id, instance_id) do nothing`.execute(transaction);
}

export async function deleteFavourites(database: Kysely<Tables>, userId: string, instanceIds: readonly InstanceId[]): Promise<void> {
  await sql`delete from favourite where user_id = ${userId} and instance_id = any(${instanceIds}::uuid[])`.execute(database);
}
