import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import { foldName } from '@alcove/contract';
import type { BlobId, InstanceId, RecycleSortField, Sensitivity, SpaceId, SpaceKind } from '@alcove/contract';
import { bins, inTransaction, like, rolesWith } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { departmentsOf } from '../permission/index.ts';
import { lockSpaces } from '../spaces/index.ts';

/** An item in the first bin, without regard to the caller. */
export interface Entry {
  id: string;
  instance_id: InstanceId;
  space_id: SpaceId;
  parent_id: InstanceId;
  deleted_by: string;
}

const columns = sql`r.id, r.instance_id, r.space_id, r.parent_id, r.deleted_by`;

export async function entriesOf(
  database: Kysely<Tables>,
  of: { recycleIds: readonly string[] } | { instanceIds: readonly InstanceId[]; deletedBy: string },
): Promise<Entry[]> {
  const which =
    'recycleIds' in of
      ? sql`r.id = any(${of.recycleIds}::uuid[])`
      : sql`r.instance_id = any(${of.instanceIds}::uuid[]) and r.deleted_by = ${of.deletedBy}`;
  const { rows } = await sql<Entry>`select ${columns} from recycle r where ${which} and r.bin = ${bins.own}`.execute(database);
  return rows;
}

const ofKind = (instanceType: string | undefined): RawBuilder<boolean> =>
  instanceType === undefined ? sql`true` : sql`s.kind = ${Number(instanceType)}`;
/** A group that is being removed has no bin any more. */
const spaceStands = sql`exists (select from instance root where root.id = s.root_id and root.deleted_at is null)`;

/** The bin of a group that is being dissolved cannot be changed. */
const spaceEnds = sql`exists (select from group_space gs where gs.space_id = s.id and gs.dissolves_at is not null)`;

export async function ownSpaces(
  database: Kysely<Tables>,
  userId: string,
  instanceType: string | undefined,
  { lasting = false }: { lasting?: boolean } = {},
): Promise<SpaceId[]> {
  const { rows } = await sql<{ id: SpaceId }>`
    select s.id from space s where s.owner_id = ${userId} and ${ofKind(instanceType)} and ${spaceStands}
      and not (${lasting} and ${spaceEnds})`.execute(database);
  return rows.map(({ id }) => id);
}

/** Looks a folder up by index, once per row. `offset 0` keeps the planner from hashing the whole table. */
const folder = (id: string): RawBuilder<unknown> => sql`lateral (select id, parent_id from instance where id = ${sql.ref(id)} offset 0)`;

/**
 * Entries in other people's spaces that may concern the person, newest first: what they deleted there, the bins of spaces that they manage,
 * and what was deleted below folders that they manage in other spaces. For these folders the cost depends on the bins of their spaces and
 * not on the size of the trees. The query goes up from the entries, visiting each folder once, and then down from the managed folders,
 * along those paths only. The paths are joined by hash, because otherwise each of thousands of folders would be compared with every other.
 */
export const entriesElsewhere = (
  database: Kysely<Tables>,
  userId: string,
  instanceType: string | undefined,
  most: number,
): Promise<Entry[]> =>
  inTransaction(database, async (transaction) => {
    await sql`select set_config('enable_hashjoin', 'on', true)`.execute(transaction);
    const person = sql`${userId}::uuid`;
    // The next space in which the person deleted something: one index lookup per space, however many entries they have there.
    const deletedBehind = (spaceId: RawBuilder<unknown>) => sql`lateral (
      select deleted_by, space_id from recycle where bin = ${bins.own} and (deleted_by, space_id) > (${person}, ${spaceId}::uuid) order by deleted_by, space_id limit 1)`;
    const newest = (which: RawBuilder<unknown>) =>
      sql`(select ${columns}, r.deleted_at from recycle r where r.bin = ${bins.own} and ${which} order by r.deleted_at desc limit ${most})`;
    const { rows } = await sql<Entry>`
      with recursive managed as materialized (
        select g.instance_id as id, i.space_id, i.parent_id is null as whole from file_grant g join instance i on i.id = g.instance_id
        where g.role in ${rolesWith('personnelManagement')} and g.source_id = i.space_id and (g.expires_at is null or g.expires_at > now())
          and (g.subject_id = ${person} or g.subject_id in (${departmentsOf(person)}))
      ),
      partly as materialized (
        select id, space_id from managed where not whole and space_id not in (select space_id from managed where whole)
      ),
      deleted_in as (
        select found.space_id from ${deletedBehind(sql`'00000000-0000-0000-0000-000000000000'`)} found where found.deleted_by = ${person}
        union all
        select found.space_id from deleted_in cross join ${deletedBehind(sql`deleted_in.space_id`)} found where found.deleted_by = ${person}
      ),
      others as materialized (
        select s.id from space s where s.id in (select space_id from managed union select space_id from deleted_in) and s.owner_id is distinct from ${person}
          and ${ofKind(instanceType)} and ${spaceStands}
      ),
      up as (
        select i.id, i.parent_id from (
          select distinct r.parent_id from (select distinct space_id from partly) p
            cross join lateral (select parent_id from recycle where bin = ${bins.own} and space_id = p.space_id offset 0) r
        ) binned cross join ${folder('binned.parent_id')} i
        union
        select i.id, i.parent_id from up cross join ${folder('up.parent_id')} i
      ),
      below as (
        select id from partly
        union
        select up.id from below join up on up.parent_id = below.id
      )
      select r.id, r.instance_id, r.space_id, r.parent_id, r.deleted_by from (
        select r.* from (select distinct space_id as id from managed where whole) w join others on others.id = w.id
          cross join lateral ${newest(sql`r.space_id = w.id`)} r
        union
        select r.* from (select distinct space_id as id from partly) p join others on others.id = p.id
          cross join lateral ${newest(sql`r.space_id = p.id and r.parent_id in (select id from below)`)} r
        union
        select r.* from deleted_in w join others on others.id = w.space_id
          cross join lateral ${newest(sql`r.deleted_by = ${person} and r.space_id = w.space_id`)} r
      ) r order by r.deleted_at desc limit ${most}`.execute(transaction);
    return rows;
  });

export interface ShownEntry extends Entry {
  name: string;
  is_file: boolean;
  size: number | null;
  files: number | null;
  updated_at: Date;
  category: number;
  space_kind: SpaceKind;
  space_root_id: InstanceId;
  space_name: string;
  deleter: string;
  deleted_at: Date;
  expires_at: Date;
  days_left: number;
  /** The space is ending, so nobody can remove its entries any more. */
  ends: boolean;
}

const sortColumns: Record<RecycleSortField, string> = {
  deleteTime: 'r.deleted_at',
  instanceName: 'i.name collate zh_natural',
  fileSize: 'r.size',
};

export async function pageOfEntries(
  database: Kysely<Tables>,
  of: { spaceIds: readonly SpaceId[]; ids: readonly string[]; keyword: string | undefined },
  order: { field: RecycleSortField; order: 'asc' | 'desc' },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; rows: ShownEntry[] }> {
  // Two queries, each with its own index. With "or", every entry of the table would be compared with thousands of ids.
  const entries = sql`(
    select * from recycle where bin = ${bins.own} and space_id = any(${of.spaceIds}::uuid[])
    union all
    select * from recycle where bin = ${bins.own} and id = any(${of.ids}::uuid[]) and not space_id = any(${of.spaceIds}::uuid[])
  ) r`;
  const named = sql`join instance i on i.id = r.instance_id`;
  const wanted = of.keyword ? sql`where i.name ilike ${like(of.keyword)}` : sql``;
  const by = sql.raw(`${sortColumns[order.field]} ${order.order} nulls last, r.id ${order.order}`);
  // The displayed details of entries are read only for the page.
  const { rows } = await sql<ShownEntry>`
    select ${columns}, i.name, i.is_file, r.size, r.files, i.updated_at, i.category, s.kind as space_kind, s.root_id as space_root_id,
      coalesce(gs.name, d.name, o.real_name, '') as space_name, u.real_name as deleter, r.deleted_at, r.expires_at,
      greatest(0, ceil(extract(epoch from r.expires_at - now()) / 86400))::int as days_left, ${spaceEnds} as ends
    from (
      select r.* from ${entries} ${of.keyword || order.field === 'instanceName' ? named : sql``} ${wanted} order by ${by} limit ${limit} offset ${offset}
    ) r ${named} join space s on s.id = r.space_id join user_account u on u.id = r.deleted_by
      left join group_space gs on gs.space_id = s.id left join department d on d.space_id = s.id left join user_account o on o.id = s.owner_id
    order by ${by}`.execute(database);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from ${entries} ${of.keyword ? named : sql``} ${wanted}`.execute(database);
  return { total: counted[0]!.total, rows };
}

/**
 * Moves entries from the first bin to the administrators' bin. Locks the entries in the order of ids, then their spaces
 * (docs/decisions/0004). Code that releases a version's quota checks under the space's lock whether the entry will release it. `going`
 * selects from the locked entries those to move.
 * Returns the ids of the moved entries.
 */
export const leaveFirstBin = (
  database: Kysely<Tables>,
  of: { ids: readonly string[]; spaceIds?: readonly SpaceId[] } | { instanceIds: readonly InstanceId[] } | 'expired',
  going: (transaction: Transaction<Tables>, held: readonly Entry[]) => Promise<readonly string[]> = async (_transaction, held) =>
    held.map(({ id }) => id),
): Promise<readonly string[]> =>
  inTransaction(database, async (transaction) => {
    const which =
      of === 'expired'
        ? sql`r.id in (select id from recycle where bin = ${bins.own} and expires_at < now() order by expires_at limit 1000)`
        : 'instanceIds' in of
          ? sql`r.instance_id = any(${of.instanceIds}::uuid[])`
          : sql`(r.id = any(${of.ids}::uuid[]) or r.space_id = any(${of.spaceIds ?? []}::uuid[]))`;
    const { rows } = await sql<Entry>`
      select ${columns} from recycle r where ${which} and r.bin = ${bins.own} order by r.id for update`.execute(transaction);
    await lockSpaces(transaction, [...new Set(rows.map((row) => row.space_id))]);
    const ids = await going(transaction, rows);
    await sql`update recycle set bin = ${bins.administrators}, left_at = now() where id = any(${ids}::uuid[])`.execute(transaction);
    return ids;
  });

/** Makes an item live again, in this folder. Without `sensitivity` its level stays. */
export async function bringBack(
  transaction: Transaction<Tables>,
  entry: Entry,
  { parentId, name, sensitivity }: { parentId: InstanceId; name: string; sensitivity: Sensitivity | undefined },
): Promise<void> {
  await transaction
    .updateTable('instance')
    .set({ deleted_at: null, parent_id: parentId, name, folded_name: foldName(name), ...(sensitivity && { sensitivity }) })
    .where('id', '=', entry.instance_id)
    .execute();
  await transaction.deleteFrom('recycle').where('id', '=', entry.id).execute();
}

/** Makes the background work count an entry of the first bin again. */
export async function forgetSize(transaction: Transaction<Tables>, entryId: string): Promise<void> {
  await transaction.updateTable('recycle').set({ files: null, size: null }).where('id', '=', entryId).where('bin', '=', 1).execute();
}

/** Locks entries in the order of ids, as all code that locks several. Entries that have left the bin are skipped. */
export async function lockEntries(transaction: Transaction<Tables>, entryIds: readonly string[]): Promise<void> {
  await sql`select from recycle where id = any(${entryIds}::uuid[]) and bin = ${bins.own} order by id for update`.execute(transaction);
}

export interface LockedEntry {
  name: string;
  isFile: boolean;
  /** Only for a file. */
  blobId: BlobId | null;
  size: number;
}

/** Locks an entry of the first bin and its item. Undefined if it was restored or has left the bin meanwhile. */
export async function lockEntry(transaction: Transaction<Tables>, entryId: string): Promise<LockedEntry | undefined> {
  const { rows } = await sql<LockedEntry>`
    select i.name, i.is_file as "isFile", i.blob_id as "blobId", i.size from recycle r join instance i on i.id = r.instance_id
    where r.id = ${entryId} and r.bin = ${bins.own} and i.deleted_at is not null for update of r, i`.execute(transaction);
  return rows[0];
}
