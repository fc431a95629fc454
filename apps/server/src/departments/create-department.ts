import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { FileRole } from '@alcove/contract';
import { insertSpace, within } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';
import { putGrants } from '../permission/index.ts';
import { departmentSearchText } from '../search-text.ts';
import { inheritManagers } from './manager-queries.ts';
import { holdTree } from './tree-queries.ts';

/** What the people of a department have in its space until a manager says otherwise. */
export const departmentDefault = 'defaultRole' satisfies FileRole;

interface NewDepartment {
  name: string;
  parentId: string | null;
}

/** A department under its parent, or at the top, with its space; answers its id. */
export async function createDepartment(database: Kysely<Tables>, department: NewDepartment): Promise<string> {
  const text = await departmentSearchText(department.name);
  return within(database, (transaction) => create(transaction, department, text));
}

async function create(transaction: Transaction<Tables>, { name, parentId }: NewDepartment, searchText: string): Promise<string> {
  const [id, spaceId, rootId] = [newId(), newId(), newId()];
  await holdTree(transaction);
  const makerId = await firstAdministrator(transaction);
  await insertSpace(transaction, { spaceId, rootId, kind: 3, ownerId: null, makerId, quotaBytes: null });
  await transaction
    .insertInto('department')
    .values({ id, parent_id: parentId, name, search_text: searchText, space_id: spaceId })
    .execute();
  const source = { kind: 'department', id: spaceId } as const;
  await putGrants(transaction, source, makerId, [{ instanceId: rootId, subject: { kind: 'department', id }, role: departmentDefault }]);
  await inheritManagers(transaction, [id]);
  return id;
}

/** Stands for the company where nobody in particular made something. */
async function firstAdministrator(transaction: Transaction<Tables>): Promise<string> {
  const { id } = await transaction
    .selectFrom('user_account')
    .select('id')
    .orderBy(sql`admin_role is null`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}
