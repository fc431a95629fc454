import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { putGrants, removeGrants } from '../permission/index.ts';
import { lockSpaces } from '../spaces/index.ts';
import { giveUpUnder } from '../upload/index.ts';
import { heirRoles, inheritManagers, managersOn } from './manager-queries.ts';
import { countInside, holdDepartment, holdTree } from './tree-queries.ts';

/**
 * The department is gone; its space stays, read-only for a month, with the managers of the department above and of those above
 * that, and until there is one with its own last managers. Uploads under way into it are given up. Safe to repeat. Throws DEPARTMENT_NOT_FOUND, DEPARTMENT_AT_TOP,
 * DEPARTMENT_NOT_EMPTY.
 */
export async function endDepartment(
  database: Kysely<Tables>,
  { departmentId }: { departmentId: string },
  caller: Caller,
): Promise<{ rootId: string; heirId: string }> {
  return database.transaction().execute(async (transaction) => {
    await holdTree(transaction);
    const department = await holdDepartment(transaction, departmentId);
    if (!department) {
      const before = await transaction
        .selectFrom('ended_department as e')
        .innerJoin('space as s', 's.id', 'e.space_id')
        .select(['s.root_id', 'e.heir_id'])
        .where('e.id', '=', departmentId)
        .executeTakeFirst();
      if (!before) throw new Failure('DEPARTMENT_NOT_FOUND');
      return { rootId: before.root_id, heirId: before.heir_id };
    }
    const { name, parentId: heirId, spaceId, rootId } = department;
    if (heirId === null) throw new Failure('DEPARTMENT_AT_TOP');
    const inside = await countInside(transaction, departmentId);
    if (inside.people > 0 || inside.departments > 0) throw new Failure('DEPARTMENT_NOT_EMPTY', { ...inside });

    await giveUpUnder(transaction, { spaceId });
    // Who writes into it holds the space when they ask for their right once more: either they are done before, or they see the end.
    await lockSpaces(transaction, [spaceId]);
    const last = await managersOn(transaction, [rootId]);
    await removeGrants(transaction, spaceId);
    await putGrants(
      transaction,
      { kind: 'department', id: spaceId },
      caller.userId,
      last.map(({ user_id: id }) => ({ instanceId: rootId, subject: { kind: 'person', id }, role: heirRoles.closed })),
    );
    await transaction.insertInto('ended_department').values({ id: departmentId, space_id: spaceId, name, heir_id: heirId }).execute();
    await transaction.updateTable('ended_department').set({ heir_id: heirId }).where('heir_id', '=', departmentId).execute();
    // Nobody is in it any more: what groups and shares gave it reaches no one.
    await transaction.deleteFrom('file_grant').where('subject_kind', '=', 'department').where('subject_id', '=', departmentId).execute();
    await transaction.deleteFrom('department').where('id', '=', departmentId).execute();
    await inheritManagers(transaction, [heirId]);
    return { rootId, heirId };
  });
}

/** After the month those who have an ended department's space may do everything in it. Answers how many spaces were opened. */
export async function openEndedSpaces(database: Kysely<Tables>): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    await holdTree(transaction);
    const { rows } = await sql<{ space_id: string }>`
      update ended_department set opened_at = now()
      where opened_at is null and ended_at < now() - make_interval(days => ${limits.endedDepartmentDays}) returning space_id`.execute(
      transaction,
    );
    await sql`
      update file_grant g set role = ${heirRoles.open} from space s
      where s.id = any(${rows.map((row) => row.space_id)}::uuid[]) and g.source_id = s.id and g.instance_id = s.root_id
        and g.subject_kind = 'person' and g.role = ${heirRoles.closed}`.execute(transaction);
    return rows.length;
  });
}
