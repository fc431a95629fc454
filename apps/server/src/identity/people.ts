import type { Transaction } from 'kysely';
import { insertSpace } from '../database/index.ts';
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
  await insertSpace(transaction, { spaceId, rootId, kind: 1, ownerId: userId, makerId: userId, quotaBytes: person.quotaBytes });
  return { userId, rootId };
}
