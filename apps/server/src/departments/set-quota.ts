import type { Kysely } from 'kysely';
import { capacityFault } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { setQuota as setSpaceQuota } from '../spaces/index.ts';

/** How much a department may keep; null: without limit. Less than it keeps already only stops it from growing. Throws DEPARTMENT_NOT_FOUND, CAPACITY_WRONG. */
export async function setQuota(
  database: Kysely<Tables>,
  { departmentId, quotaBytes }: { departmentId: string; quotaBytes: number | null },
): Promise<null> {
  const fault = capacityFault(quotaBytes);
  if (fault) throw new Failure(fault, { field: 'quotaBytes' });
  const department = await database.selectFrom('department').select('space_id').where('id', '=', departmentId).executeTakeFirst();
  if (!department) throw new Failure('DEPARTMENT_NOT_FOUND');
  await setSpaceQuota(database, department.space_id, quotaBytes);
  return null;
}
