import type { Transaction } from 'kysely';
import type { AdminItem } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { adminItemsOf, readAdminRoles } from '../roles/index.ts';

/** Asks again for an administration item, after a change has waited for its locks. Throws NOT_ALLOWED. */
export async function requireStill(transaction: Transaction<Tables>, userId: string, item: AdminItem): Promise<void> {
  if (!adminItemsOf(await readAdminRoles(transaction, userId)).includes(item)) throw new Failure('NOT_ALLOWED');
}
