import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { findItems, itemsAt } from '../permission/index.ts';

/** Who of these people has been given anything in a space: by name, or by a department that they are in or below. Its owner is not asked for. */
async function peopleInSpace(database: Kysely<Tables>, spaceId: string, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive subject as materialized (
      select distinct g.subject_kind as kind, g.subject_id as id from instance i join file_grant g on g.instance_id = i.id
      where i.space_id = ${spaceId} and i.granted and (g.expires_at is null or g.expires_at > now())
    ), below as (
      select d.id from department d join subject on subject.kind = 'department' and subject.id = d.id
      union
      select d.id from department d join below on d.parent_id = below.id
    )
    select u.id from user_account u where u.id = any(${userIds}::uuid[])
      and (u.id in (select id from subject where kind = 'person') or u.department_id in (select id from below))`.execute(database);
  return rows.map(({ id }) => id);
}

/**
 * Which of these folders each of these people may list, for those who may list any: a change is told to nobody from whom the folder is
 * hidden. Folders that just went to the bin are told of to whom they were shown.
 */
export async function foldersListed(
  database: Kysely<Tables>,
  { spaceId, folderIds, userIds }: { spaceId: string; folderIds: readonly string[]; userIds: readonly string[] },
): Promise<Map<string, string[]>> {
  const listed = new Map<string, string[]>();
  for (const userId of await peopleInSpace(database, spaceId, userIds)) {
    const places = await findItems(database, { userId }, folderIds);
    const seen = folderIds.filter((id) => places.has(id) && itemsAt(places.get(id)!).includes('list'));
    if (seen.length > 0) listed.set(userId, seen);
  }
  return listed;
}
