import type { Kysely } from 'kysely';
import { levelOf } from '@alcove/contract';
import type { GroupMember, Page, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { pathsOf } from '../departments/index.ts';
import type { UserContext } from '../http/index.ts';
import { identityOf } from './group-rules.ts';
import { requireGroup } from './lock-group.ts';
import { findMembers, peopleInEach } from './member-queries.ts';
import type { SubjectRow } from './member-queries.ts';

/** Every member may see the other members. Throws GROUP_NOT_FOUND. */
export async function listMembers(
  database: Kysely<Tables>,
  { groupId, keyword, page, pageSize }: RequestOf<typeof calls.group.queryMembers>,
  { caller }: UserContext,
): Promise<Page<GroupMember>> {
  await requireGroup(database, caller, groupId);
  const { total, rows } = await findMembers(database, groupId, { keyword, offset: (page - 1) * pageSize, limit: pageSize });
  const paths = await pathsOfSubjects(database, rows);
  const people = await peopleInEach(
    database,
    rows.flatMap(({ kind, id }) => (kind === 'department' ? [id] : [])),
  );
  const items = rows.map((row): GroupMember => {
    const level = levelOf(row.role) ?? 'viewOnly';
    return {
      kind: row.kind,
      id: row.id,
      name: row.name,
      departmentPath: paths(row),
      joinTime: row.since.toISOString(),
      // A department with administrator level makes all its people administrators.
      identity: identityOf(row.leads, level),
      level,
      ...(row.kind === 'department' && { people: people.get(row.id) ?? 0 }),
    };
  });
  return { total, page, pageSize, items };
}

/** The path of each subject: for a person, the department and its ancestors; for a department, its ancestors. */
export async function pathsOfSubjects(database: Kysely<Tables>, rows: readonly SubjectRow[]): Promise<(row: SubjectRow) => string[]> {
  const paths = await pathsOf(database, [...new Set(rows.flatMap(({ department_id: id }) => id ?? []))]);
  return ({ kind, department_id: id }) => {
    const path = paths.get(id ?? '') ?? [];
    return kind === 'department' ? path.slice(0, -1) : path;
  };
}
