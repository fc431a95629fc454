import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { InstanceSortField } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { InstanceRow } from './present.ts';

const sortColumns: Record<InstanceSortField, string> = {
  instanceName: 'name collate zh_natural', fileSize: 'size', updateTime: 'updated_at', createTime: 'created_at', category: 'category',
};

const columns = sql`i.id, i.parent_id, i.is_file, i.name, i.category, i.version, i.size, i.created_at, i.updated_at,
  c.real_name as creator_name, e.real_name as editor_name, coalesce(o.real_name, '') as owner_name`;
const joins = sql`join user_account c on c.id = i.creator_id join user_account e on e.id = i.editor_id join space s on s.id = i.space_id left join user_account o on o.id = s.owner_id`;

const like = (keyword: string): string => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;

export interface Order {
  field: InstanceSortField;
  order: 'asc' | 'desc';
}

const orderBy = (alias: string, { field, order }: Order): RawBuilder<unknown> => sql.raw(`${alias}.${sortColumns[field]} ${order}, ${alias}.id ${order}`);

export interface Filter {
  category?: number | undefined;
  keyword?: string | undefined;
}

const filterOf = ({ category, keyword }: Filter): RawBuilder<unknown> =>
  sql`${category === undefined ? sql`true` : sql`i.category = ${category}`} and ${keyword ? sql`i.name ilike ${like(keyword)}` : sql`true`}`;

/** How many live items a folder holds: kept, not counted, while there is no filter. */
export async function countChildren(database: Kysely<Tables>, folderId: string, filter: Filter): Promise<{ folders: number; files: number }> {
  const { rows } =
    filter.category === undefined && !filter.keyword
      ? await sql<{ folders: number; files: number }>`select folders, files from folder_count where folder_id = ${folderId}`.execute(database)
      : await sql<{ folders: number; files: number }>`
          select count(*) filter (where not is_file) as folders, count(*) filter (where is_file) as files
          from instance i where parent_id = ${folderId} and deleted_at is null and ${filterOf(filter)}`.execute(database);
  return rows[0] ?? { folders: 0, files: 0 };
}

/** Folders or files of one folder, a range of one index; the other tables are joined for that range only. */
export async function listChildren(database: Kysely<Tables>, folderId: string, isFile: boolean, filter: Filter, order: Order, offset: number, limit: number): Promise<InstanceRow[]> {
  const { rows } = await sql<InstanceRow>`
    select ${columns} from (
      select id from instance i where parent_id = ${folderId} and is_file = ${isFile} and deleted_at is null and ${filterOf(filter)}
      order by ${orderBy('i', order)} limit ${limit} offset ${offset}
    ) as range join instance i on i.id = range.id ${joins} order by ${orderBy('i', order)}`.execute(database);
  return rows;
}

/** Every live file of a space, whatever its folder (`/personalTable`). */
export async function listFilesOfSpace(database: Kysely<Tables>, spaceId: string, filter: Filter, order: Order, offset: number, limit: number): Promise<{ total: number; rows: InstanceRow[] }> {
  const live = sql`
    with recursive live as (
      select root_id as id from space where id = ${spaceId}
      union all
      select f.id from instance f join live on f.parent_id = live.id where not f.is_file and f.deleted_at is null
    )`;
  const where = sql`i.parent_id in (select id from live) and i.is_file and i.deleted_at is null and ${filterOf(filter)}`;
  const { rows } = await sql<InstanceRow & { total: number }>`
    ${live} select ${columns}, count(*) over () as total from instance i ${joins} where ${where} order by ${orderBy('i', order)} limit ${limit} offset ${offset}`.execute(database);
  if (rows.length > 0 || offset === 0) return { total: rows[0]?.total ?? 0, rows };
  const { rows: counted } = await sql<{ total: number }>`${live} select count(*) as total from instance i where ${where}`.execute(database);
  return { total: counted[0]?.total ?? 0, rows };
}

export async function listFolders(database: Kysely<Tables>, folderId: string, limit: number): Promise<InstanceRow[]> {
  const { rows } = await sql<InstanceRow>`
    select ${columns}, coalesce(k.folders > 0, false) as has_children from instance i ${joins} left join folder_count k on k.folder_id = i.id
    where i.parent_id = ${folderId} and not i.is_file and i.deleted_at is null order by ${orderBy('i', { field: 'instanceName', order: 'asc' })} limit ${limit}`.execute(database);
  return rows;
}

/** What lies live under a folder; the folder itself is not counted. */
export async function sumUnder(database: Kysely<Tables>, folderId: string): Promise<{ files: number; folders: number; bytes: number }> {
  const { rows } = await sql<{ files: number; folders: number; bytes: number }>`
    with recursive under as (
      select id, is_file, size from instance where parent_id = ${folderId} and deleted_at is null
      union all
      select i.id, i.is_file, i.size from instance i join under on i.parent_id = under.id where i.deleted_at is null and not under.is_file
    )
    select count(*) filter (where is_file) as files, count(*) filter (where not is_file) as folders, coalesce(sum(size) filter (where is_file), 0)::bigint as bytes from under`.execute(database);
  return rows[0] ?? { files: 0, folders: 0, bytes: 0 };
}
