import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { FileRoleItems } from '@alcove/contract';
import { fileRoleItems } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

/** The items of every file role, as they are now. Twelve rows: reading them costs less than keeping a copy right. */
export async function readFileRoles(database: Kysely<Tables>): Promise<FileRoleItems> {
  const { rows } = await sql<{ roles: FileRoleItems }>`select ${fileRoleItems} as roles`.execute(database);
  return rows[0]!.roles;
}
