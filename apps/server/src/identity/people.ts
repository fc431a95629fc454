import type { Transaction } from 'kysely';
import { accountNameFault, capacityFault, fullNameFault, normalised, spaceKinds, userNameFault } from '@alcove/contract';
import type { BuiltInRole, InstanceId, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { createSpace, createSpaces } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import { newId } from '../ids.ts';
import { personSearchText } from '../search-text.ts';
import { giveBuiltInRole } from '../roles/index.ts';
import { insertUser, insertUsers } from './user-queries.ts';

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

/** Validated, with its search text, because computing it takes time. */
export interface ReadyPerson {
  id: string;
  accountName: string;
  userName: string | null;
  realName: string;
  searchText: string;
  departmentId: string | null;
  phone: string;
  email: string;
  expiresAt: Date | null;
  speedLimit: number | null;
  quotaBytes: number | null;
  /** Whatever password they get must be changed at the next sign-in. */
  mustChangePassword: boolean;
}

/**
 * Creates many people without a password and without a role, each with their personal space. Returns the ids of those whose account name was
 * free. They sign in with a secret (`drawSecrets`), or after an administrator has reset their password.
 */
export async function createPeople(transaction: Transaction<Tables>, people: readonly ReadyPerson[]): Promise<Set<string>> {
  const made = await insertUsers(transaction, people);
  await createSpaces(
    transaction,
    people
      .filter(({ id }) => made.has(id))
      .map(({ id, quotaBytes }) => ({
        spaceId: newId<SpaceId>(),
        rootId: newId<InstanceId>(),
        kind: spaceKinds.personal,
        ownerId: id,
        makerId: id,
        quotaBytes,
      })),
  );
  return made;
}
