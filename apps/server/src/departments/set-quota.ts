import type { Kysely } from 'kysely';
import { capacityFault } from '@alcove/contract';
import { addBefore } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { setQuota as setSpaceQuota } from '../spaces/index.ts';
import { spaceOfDepartment } from './department-queries.ts';

/**
 * Sets a department's quota; null: unlimited. If more is used already, the space only cannot grow.
 * Throws DEPARTMENT_NOT_FOUND, CAPACITY_WRONG.
 */
export async function setQuota(
  database: Kysely<Tables>,
  { departmentId, quotaBytes }: { departmentId: string; quotaBytes: number | null },
): Promise<null> {
  const fault = capacityFault(quotaBytes);
  if (fault) throw new Failure(fault, { field: 'quotaBytes' });
  const spaceId = await spaceOfDepartment(database, departmentId);
  if (spaceId === null) throw new Failure('DEPARTMENT_NOT_FOUND');
  addBefore(departmentId, { quotaBytes: await setSpaceQuota(database, spaceId, quotaBytes) });
  return null;
}
