/** Statements on departments that have ended and whose spaces remain. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { InstanceId, SpaceId } from '@alcove/contract';
import { daysOf } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

/** The root of an ended department's space, and the department that inherited it. Null if no department with that id has ended. */
export async function findEnded(database: Kysely<Tables>, departmentId: string): Promise<{ rootId: InstanceId; heirId: string } | null> {
  const row = await database
    .selectFrom('ended_department as e')
    .innerJoin('space as s', 's.id', 'e.space_id')
    .select(['s.root_id', 'e.heir_id'])
    .where('e.id', '=', departmentId)
    .executeTakeFirst();
  return row ? { rootId: row.root_id, heirId: row.heir_id } : null;
}

/** The heir inherits the department's space, and the spaces that the department had inherited itself. */
export async function insertEnded(
  transaction: Transaction<Tables>,
  { departmentId, spaceId, name, heirId }: { departmentId: string; spaceId: SpaceId; name: string; heirId: string },
): Promise<void> {
  await transaction.insertInto('ended_department').values({ id: departmentId, space_id: spaceId, name, heir_id: heirId }).execute();
  await transaction.updateTable('ended_department').set({ heir_id: heirId }).where('heir_id', '=', departmentId).execute();
}

/** Deletes all grants to a department. */
export async function deleteGrantsTo(transaction: Transaction<Tables>, departmentId: string): Promise<void> {
  await transaction.deleteFrom('file_grant').where('subject_kind', '=', 'department').where('subject_id', '=', departmentId).execute();
}

/** Marks the departments whose read-only period is over as opened. Returns their spaces, each once. */
export async function setOpened(transaction: Transaction<Tables>): Promise<SpaceId[]> {
  const { rows } = await sql<{ space_id: SpaceId }>`
    update ended_department set opened_at = now()
    where opened_at is null and ended_at < now() - ${daysOf('endedDepartmentDays')} returning space_id`.execute(transaction);
  return rows.map((row) => row.space_id);
}
