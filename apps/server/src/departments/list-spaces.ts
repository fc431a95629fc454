import type { Kysely } from 'kysely';
import type { DepartmentSpace } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { authoriseEach } from '../permission/index.ts';
import { managersOn } from './manager-queries.ts';
import { findSpaces } from './space-queries.ts';
import type { SpaceRow } from './space-queries.ts';

const inOrder = new Intl.Collator('zh', { numeric: true });
/** The order of a tree: what is below a department follows it. Ended departments come last. */
const byWay = (one: SpaceRow, other: SpaceRow): number => {
  if ((one.ended_at === null) !== (other.ended_at === null)) return one.ended_at === null ? -1 : 1;
  const step = one.way.findIndex(({ id }, index) => other.way[index]?.id !== id);
  if (step < 0) return one.way.length - other.way.length || inOrder.compare(one.name, other.name);
  return inOrder.compare(one.way[step]!.name, other.way[step]?.name ?? '') || (one.way[step]!.id < (other.way[step]?.id ?? '') ? -1 : 1);
};

/** The department spaces that the caller may see. Paths leave out departments whose spaces are hidden from the caller. */
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
      ended: row.ended_at && { at: row.ended_at.toISOString(), readOnlyUntil: row.read_only_until!.toISOString() },
    };
  });
}
