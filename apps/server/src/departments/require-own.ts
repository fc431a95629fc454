import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { isOfDirectory } from './tree-queries.ts';

/** Throws DEPARTMENT_OF_DIRECTORY for a department whose name and place come from a directory. */
export async function requireOwn(transaction: Transaction<Tables>, departmentId: string, field?: string): Promise<void> {
  if (await isOfDirectory(transaction, departmentId)) throw new Failure('DEPARTMENT_OF_DIRECTORY', field === undefined ? {} : { field });
}
