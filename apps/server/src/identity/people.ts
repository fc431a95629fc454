import type { Transaction } from 'kysely';
import { accountNameFault, capacityFault, fullNameFault, normalised, spaceKinds, userNameFault } from '@alcove/contract';
import type { BuiltInRole, InstanceId, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { createSpace } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import { newId } from '../ids.ts';
import { personSearchText } from '../search-text.ts';
import { giveBuiltInRole } from '../roles/index.ts';
import { insertUser } from './user-queries.ts';

export interface NewPerson {
  accountName: string;
  /** None: the account name is shown. */
  userName?: string | null;
  realName: string;
  passwordHash: string | null;
  mustChangePassword?: boolean;
  departmentId?: string | null;
  role?: BuiltInRole;
  phone?: string;
  email?: string;
  expiresAt?: Date | null;
  /** Bytes per second; null: no limit. */
  speedLimit?: number | null;
  /** Null: unlimited. */
  quotaBytes: number | null;
}

/**
 * Creates a person and their personal space with its top folder, all or nothing. Throws ACCOUNT_NAME_WRONG, ACCOUNT_NAME_TAKEN,
 * USER_NAME_WRONG, FULL_NAME_WRONG, CAPACITY_WRONG.
 */
export async function createPerson(transaction: Transaction<Tables>, given: NewPerson): Promise<{ userId: string; rootId: InstanceId }> {
  const person = { ...given, userName: given.userName == null ? null : normalised(given.userName), realName: normalised(given.realName) };
  const fault =
    accountNameFault(person.accountName) ??
    (person.userName === null ? null : userNameFault(person.userName)) ??
    fullNameFault(person.realName) ??
    capacityFault(person.quotaBytes);
  if (fault) throw new Failure(fault);
  const [userId, spaceId, rootId] = [newId(), newId<SpaceId>(), newId<InstanceId>()];
  const searchText = await personSearchText(person);
  if (!(await insertUser(transaction, { ...person, id: userId, searchText }))) throw new Failure('ACCOUNT_NAME_TAKEN');
  await giveBuiltInRole(transaction, userId, person.role ?? 'employee');
  await createSpace(transaction, {
    spaceId,
    rootId,
    kind: spaceKinds.personal,
    ownerId: userId,
    makerId: userId,
    quotaBytes: person.quotaBytes,
  });
  return { userId, rootId };
}
