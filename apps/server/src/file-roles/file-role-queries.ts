import type { Transaction } from 'kysely';
import type { FileRole, PermissionItem } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/** What the role includes. Nobody else changes it until the transaction ends. */
export async function lockFileRole(transaction: Transaction<Tables>, role: FileRole): Promise<PermissionItem[]> {
  const { items } = await transaction
    .selectFrom('file_role')
    .select('items')
    .where('role', '=', role)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return items;
}

export async function setFileRole(transaction: Transaction<Tables>, role: FileRole, items: readonly PermissionItem[]): Promise<void> {
  await transaction
    .updateTable('file_role')
    .set({ items: [...items] })
    .where('role', '=', role)
    .execute();
}
