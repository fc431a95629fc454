import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';
import { departmentSearchText } from '../search-text.ts';

/** A department under its parent, or at the top; answers its id. */
export async function createDepartment(
  database: Kysely<Tables>,
  { name, parentId }: { name: string; parentId: string | null },
): Promise<string> {
  const id = newId();
  await database
    .insertInto('department')
    .values({ id, parent_id: parentId, name, search_text: await departmentSearchText(name) })
    .execute();
  return id;
}
