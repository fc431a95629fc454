import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { DepartmentSpace } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { authoriseEach } from '../permission/index.ts';
import { managersOn } from './manager-queries.ts';
import { deepest } from './tree-queries.ts';

interface SpaceRow {
  root_id: string;
  used_bytes: number;
  quota_bytes: number | null;
  department_id: string | null;
  name: string;
  own: boolean;
  ended_at: Date | null;
  /** From the top down to the department itself; to the heir of one that has ended. */
  way: { id: string; name: string }[];
}

/** Spaces that a grant on their root names the caller for, by themselves or by a department; each is judged by the one rule. */
async function findSpaces(database: Kysely<Tables>, userId: string): Promise<SpaceRow[]> {
  const { rows } = await sql<SpaceRow>`
    with recursive mine as (
      select d.id, d.parent_id, 0 as steps from user_account u join department d on d.id = u.department_id where u.id = ${userId}
      union all
      select d.id, d.parent_id, mine.steps + 1 from mine join department d on d.id = mine.parent_id where mine.steps < ${deepest}
    ),
    named as materialized (
      select g.instance_id from file_grant g where g.source_kind = 'department' and (g.expires_at is null or g.expires_at > now())
        and g.subject_id in (select id from mine union all select ${userId}::uuid)
    )
    select s.root_id, s.used_bytes, s.quota_bytes, d.id as department_id, coalesce(d.name, e.name) as name, e.ended_at,
      coalesce(d.id = (select department_id from user_account where id = ${userId}), false) as own,
      (with recursive up as (
        select t.id, t.name, t.parent_id, 0 as steps from department t where t.id = coalesce(d.id, e.heir_id)
        union all
        select t.id, t.name, t.parent_id, up.steps + 1 from up join department t on t.id = up.parent_id where up.steps < ${deepest}
      ) select json_agg(json_build_object('id', id, 'name', name) order by steps desc) from up) as way
    from instance i join space s on s.root_id = i.id
      left join department d on d.space_id = s.id left join ended_department e on e.space_id = s.id
    where i.id in (select instance_id from named) and s.kind = 3`.execute(database);
  return rows;
}

const inOrder = new Intl.Collator('zh', { numeric: true });
/** As a tree is read: whatever is below a department follows it. */
const byWay = (one: SpaceRow, other: SpaceRow): number => {
  if ((one.ended_at === null) !== (other.ended_at === null)) return one.ended_at === null ? -1 : 1;
  const step = one.way.findIndex(({ id }, index) => other.way[index]?.id !== id);
  if (step < 0) return one.way.length - other.way.length || inOrder.compare(one.name, other.name);
  return inOrder.compare(one.way[step]!.name, other.way[step]?.name ?? '') || (one.way[step]!.id < (other.way[step]?.id ?? '') ? -1 : 1);
};

const monthAfter = (start: Date): string => new Date(start.getTime() + limits.endedDepartmentDays * 24 * 3_600_000).toISOString();

/** What the caller may see of the spaces of departments; a department that they may not see is not named on the way either. */
export async function listSpaces(database: Kysely<Tables>, caller: Caller): Promise<DepartmentSpace[]> {
  const found = await findSpaces(database, caller.userId);
  const rootIds = found.map((row) => row.root_id);
  const [judged, managers] = await Promise.all([authoriseEach(database, caller, rootIds, 'list'), managersOn(database, rootIds)]);
  const seen = found.filter((row) => !(judged.get(row.root_id) instanceof Failure)).sort(byWay);
  const seenIds = new Set(seen.map((row) => row.department_id));
  const of = new Map<string, { userId: string; name: string }[]>(rootIds.map((id) => [id, []]));
  for (const { root_id: rootId, user_id: userId, name } of managers) of.get(rootId)!.push({ userId, name });
  const managed = new Set(
    seen.flatMap((row) =>
      row.department_id !== null && of.get(row.root_id)!.some(({ userId }) => userId === caller.userId) ? [row.department_id] : [],
    ),
  );
  return seen.map((row) => {
    const verdict = judged.get(row.root_id)!;
    return {
      rootId: row.root_id,
      departmentId: row.department_id,
      name: row.name,
      path: row.way.flatMap(({ id, name }) => (id !== row.department_id && seenIds.has(id) ? [name] : [])),
      own: row.own,
      usedSize: row.used_bytes,
      totalSize: row.quota_bytes,
      managers: of.get(row.root_id)!,
      fileAuth: verdict instanceof Failure ? [] : [...verdict.items],
      mayNameManagers: row.department_id !== null && row.way.some(({ id }) => managed.has(id)),
      ended: row.ended_at && { at: row.ended_at.toISOString(), readOnlyUntil: monthAfter(row.ended_at) },
    };
  });
}
