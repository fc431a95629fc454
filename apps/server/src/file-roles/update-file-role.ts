import type { Kysely } from 'kysely';
import { fileRoleFault, itemsInOrder, sameItems } from '@alcove/contract';
import type { EditedFileRole, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { publish } from '../live-updates/index.ts';
import { administer } from '../roles/index.ts';
import { lockFileRole, setFileRole } from './file-role-queries.ts';

/**
 * Makes a role include exactly these items. What was granted with it changes with the commit, because every decision reads the items together
 * with the grants. If the role is already as asked, the change was made before, by this request or by somebody who wanted the same, and nothing
 * is left to do. Throws FILE_ROLE_FIXED, FILE_ROLE_MANAGES, FILE_ROLE_CHANGED.
 */
export async function updateFileRole(
  database: Kysely<Tables>,
  { role, items, before }: RequestOf<typeof calls.adminFileRole.update>,
  caller: Caller,
): Promise<EditedFileRole> {
  const fault = fileRoleFault(role, items);
  if (fault) throw new Failure(fault, { field: 'items' });
  const wanted = itemsInOrder(items);
  return administer(database, caller, 'fileRoles.edit', async (transaction) => {
    const current = await lockFileRole(transaction, role);
    if (sameItems(current, wanted)) return { role, items: wanted };
    if (!sameItems(current, before)) throw new Failure('FILE_ROLE_CHANGED');
    await setFileRole(transaction, role, wanted);
    await publish(transaction, [{ toAll: true, event: 'rolesChanged' }]);
    return { role, items: wanted };
  });
}
