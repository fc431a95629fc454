import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/** The names of the departments that these spaces belong to, or belonged to when the department ended. Other spaces are missing. */
export async function departmentSpaceNames(database: Kysely<Tables>, spaceIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ space_id: SpaceId; name: string }>`
    select space_id, name from department where space_id = any(${spaceIds}::uuid[])
    union all select space_id, name from ended_department where space_id = any(${spaceIds}::uuid[])`.execute(database);
  return new Map(rows.map((row) => [row.space_id, row.name]));
}
