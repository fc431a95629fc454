import type { Kysely } from 'kysely';
import { levelOf } from '@alcove/contract';
import type { calls, Group, GroupId, Page, RequestOf } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { findGroups } from './group-queries.ts';
import type { GroupRow } from './group-queries.ts';
import { identityOf } from './group-rules.ts';
import { countPeople } from './member-queries.ts';

export async function pageOfGroups(
  database: Kysely<Tables>,
  { page, pageSize, tab, keyword, sortField, sortOrder }: RequestOf<typeof calls.group.page>,
  { caller }: UserContext,
): Promise<Page<Group>> {
  const order = { field: sortField, order: sortOrder };
  const filter = { tab, keyword: keyword?.trim(), order, offset: (page - 1) * pageSize, limit: pageSize };
  const { total, rows } = await findGroups(database, caller.userId, filter);
  return { total, page, pageSize, items: await presentGroups(database, caller.userId, rows) };
}

/** Throws GROUP_NOT_FOUND, also for groups that the caller may not see. */
export async function showGroup(database: Kysely<Tables>, groupId: GroupId, userId: string): Promise<Group> {
  const { rows } = await findGroups(database, userId, { groupId });
  const [group] = await presentGroups(database, userId, rows);
  if (!group) throw new Failure('GROUP_NOT_FOUND');
  return group;
}

async function presentGroups(database: Kysely<Tables>, userId: string, rows: readonly GroupRow[]): Promise<Group[]> {
  const people =
    rows.length > 0
      ? await countPeople(
          database,
          rows.map(({ id }) => id),
        )
      : new Map<string, number>();
  return rows.map((row) => {
    const level = levelOf(row.role) ?? 'viewOnly';
    return {
      groupId: row.id,
      groupName: row.name,
      description: row.description,
      leader: { userId: row.owner_id, name: row.leader_name },
      memberCount: people.get(row.id) ?? 0,
      usedSize: row.used_bytes,
      preallocatedSize: row.quota_bytes,
      identity: identityOf(row.owner_id === userId, level),
      level,
      byDepartment: row.by_department,
      createTime: row.created_at.toISOString(),
      dissolveTime: row.dissolves_at?.toISOString() ?? null,
    };
  });
}
