import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { PermissionItem } from '@alcove/contract';
import { fileItemsOf, isActiveAs } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

/**
 * Those of these people who may sign in, with the file items that the company's roles allow them. Frozen and expired people have no
 * permissions, and give none.
 */
export async function findActive(
  database: Kysely<Tables>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PermissionItem[]>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; cap: PermissionItem[] }>`
    select u.id, ${fileItemsOf(sql`u.id`)} as cap from user_account u where u.id = any(${userIds}::uuid[]) and ${isActiveAs('u')}`.execute(
    database,
  );
  return new Map(rows.map(({ id, cap }) => [id, cap]));
}

/** For each of these people and departments: its department and those above, with the distance. 0 is a department itself. */
export async function findDepartmentsAbove(
  database: Kysely<Tables>,
  { people, departments }: { people: readonly string[]; departments: readonly string[] },
): Promise<{ subject: string; id: string; distance: number }[]> {
  const { rows } = await sql<{ subject: string; id: string; distance: number }>`
    with recursive above as (
      select * from (
        select u.id as subject, d.id, d.parent_id, 1 as distance from user_account u join department d on d.id = u.department_id
          where u.id = any(${people}::uuid[])
        union all
        select d.id, d.id, d.parent_id, 0 from department d where d.id = any(${departments}::uuid[])
      ) as first
      union all
      select above.subject, d.id, d.parent_id, above.distance + 1 from above join department d on d.id = above.parent_id where above.distance < 64
    ) select subject, id, distance from above`.execute(database);
  return rows;
}
