import type { Kysely } from 'kysely';
import { capacityFault } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';

/** How much a department may keep; null: without limit. Less than it keeps already only stops it from growing. Throws DEPARTMENT_NOT_FOUND, CAPACITY_WRONG. */
export async function setQuota(
  database: Kysely<Tables>,
  { departmentId, quotaBytes }: { departmentId: string; quotaBytes: number | null },
): Promise<null> {
  const fault = capacityFault(quotaBytes);
  if (fault) throw new Failure(fault, { field: 'quotaBytes' });
  const { numUpdatedRows } = await database
    .updateTable('space')
    .set({ quota_bytes: quotaBytes })
    .where('id', '=', (of) => of.selectFrom('department').select('space_id').where('id', '=', departmentId))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Failure('DEPARTMENT_NOT_FOUND');
  return null;
}
