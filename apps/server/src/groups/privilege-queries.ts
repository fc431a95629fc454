import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { FileRole, GrantSubject, InstanceId, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { matches } from './member-queries.ts';
import type { SubjectRow } from './member-queries.ts';

export interface PrivilegeRow extends SubjectRow {
  role: FileRole;
  expires_at: Date | null;
  /** The item that the grant is on. */
  instance_id: InstanceId;
}

const lasts = sql`(g.expires_at is null or g.expires_at > now())`;

/** For every subject named between an item (first) and the top of its space (last), the nearest grant. The item's own grants come first. */
export async function findPrivileges(
  database: Kysely<Tables>,
  spaceId: SpaceId,
  chain: readonly string[],
  { keyword, offset, limit }: { keyword: string | undefined; offset: number; limit: number },
): Promise<{ total: number; rows: PrivilegeRow[] }> {
  const matching = await matches(keyword);
  const { rows } = await sql<PrivilegeRow & { total: number }>`
    with nearest as (
      select distinct on (g.subject_kind, g.subject_id) g.subject_kind as kind, g.subject_id as id, g.role, g.instance_id, g.expires_at, c.depth
      from unnest(${chain}::uuid[]) with ordinality as c (id, depth) join file_grant g on g.instance_id = c.id and g.source_id = ${spaceId} and ${lasts}
      order by g.subject_kind, g.subject_id, c.depth
    ),
    found as (
      select n.kind, n.id, n.role, n.instance_id, n.expires_at, n.depth, coalesce(u.real_name, d.name) as name, coalesce(u.department_id, d.id) as department_id,
        coalesce(u.search_text, d.search_text) as search_text
      from nearest n left join user_account u on n.kind = 'person' and u.id = n.id left join department d on n.kind = 'department' and d.id = n.id
      where coalesce(u.id, d.id) is not null
    ),
    matched as (select * from found where ${matching}),
    page as (select kind, id, role, instance_id, expires_at, depth, name, department_id from matched order by depth, name collate zh_natural, id limit ${limit} offset ${offset})
    select t.total, page.* from (select count(*) as total from matched) t left join page on true order by depth, name collate zh_natural, id`.execute(
    database,
  );
  return { total: rows[0]?.total ?? 0, rows: rows.filter((row) => row.id !== null) };
}

/** What the space grants a subject on exactly this item, or null. */
export async function entryOf(
  database: Kysely<Tables>,
  spaceId: SpaceId,
  instanceId: InstanceId,
  subject: GrantSubject,
): Promise<FileRole | null> {
  const { rows } = await sql<{ role: FileRole }>`
    select g.role from file_grant g where g.source_id = ${spaceId} and g.instance_id = ${instanceId}
      and g.subject_kind = ${subject.kind} and g.subject_id = ${subject.id} and ${lasts}`.execute(database);
  return rows[0]?.role ?? null;
}
