import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';
import { personSearchText } from '../search-text.ts';

export interface NewPerson {
  accountName: string;
  realName: string;
  passwordHash: string | null;
  departmentId?: string | null;
  adminRole?: 'administrator' | null;
  email?: string;
  /** Null: unlimited. */
  quotaBytes: number | null;
}

/** A person and their personal space with its top folder, all or nothing. */
export async function createPerson(transaction: Transaction<Tables>, person: NewPerson): Promise<{ userId: string; rootId: string }> {
  const [userId, spaceId, rootId] = [newId(), newId(), newId()];
  await transaction
    .insertInto('user_account')
    .values({
      id: userId,
      account_name: person.accountName,
      real_name: person.realName,
      search_text: await personSearchText(person),
      password_hash: person.passwordHash,
      department_id: person.departmentId ?? null,
      admin_role: person.adminRole ?? null,
      email: person.email ?? '',
      speed_limit: null,
    })
    .execute();
  await sql`set constraints space_root deferred`.execute(transaction);
  await transaction
    .insertInto('space')
    .values({ id: spaceId, kind: 1, owner_id: userId, root_id: rootId, quota_bytes: person.quotaBytes })
    .execute();
  await transaction
    .insertInto('instance')
    .values({
      id: rootId,
      space_id: spaceId,
      parent_id: null,
      is_file: false,
      name: '',
      folded_name: '',
      blob_id: null,
      creator_id: userId,
      editor_id: userId,
    })
    .execute();
  await transaction.insertInto('folder_count').values({ folder_id: rootId }).execute();
  return { userId, rootId };
}
