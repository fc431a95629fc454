/** What becomes of people whose data come from a platform, however it tells them: whoever calls has judged each under the lock of accounts. */
import type { Transaction } from 'kysely';
import type { SyncChange } from '@alcove/contract';
import type { SystemAction } from '@alcove/contract/action-names';
import { lockAccounts, writeAccounts, writeFrozen, writeSynced } from '../accounts/index.ts';
import type { LockedAccount } from '../accounts/index.ts';
import { enterAs, factsOfSystem } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { shareLockDepartments } from '../departments/index.ts';
import { createPeople } from '../identity/index.ts';
import { mapInTurns } from '../in-turns.ts';
import { addRoles, findRoles } from '../roles/index.ts';
import { personSearchText } from '../search-text.ts';
import type { PlacedPerson } from './directory-entries.ts';
import { departmentsOf, insertOwned, noteFrozen } from './person-queries.ts';

export const applied = ['new', 'match', 'change', 'return'] as const satisfies SyncChange[];
export type Applied = (typeof applied)[number];

const actions: Record<Applied | 'leave', SystemAction> = {
  new: 'system.syncCreate',
  match: 'system.syncMatch',
  change: 'system.syncChange',
  return: 'system.syncThaw',
  leave: 'system.syncFreeze',
};

/** From where a change comes, for the audit log; nothing: from a run. */
export type Origin = Partial<Pick<ReturnType<typeof factsOfSystem>, 'actorName' | 'address' | 'agent' | 'traceId'>>;

const log = (transaction: Transaction<Tables>, change: Applied | 'leave', userIds: readonly string[], origin: Origin): Promise<void> =>
  enterAs(
    transaction,
    { ...factsOfSystem(actions[change]), ...origin },
    userIds.map((id) => ({ kind: 'person', id })),
  );

/**
 * Freezes those who are not frozen yet and have not left, and returns them. The trigger `sessions_end` ends their sessions with everything that is
 * open in them.
 */
export async function freezePeople(
  transaction: Transaction<Tables>,
  userIds: readonly string[],
  origin: Origin = {},
): Promise<Set<string>> {
  const locked = await lockAccounts(transaction, userIds);
  const ids = new Set(locked.filter(({ frozen, left }) => !frozen && !left).map(({ userId }) => userId));
  await writeFrozen(transaction, [...ids], true);
  await noteFrozen(transaction, [...ids]);
  await log(transaction, 'leave', [...ids], origin);
  return ids;
}

/** Puts people into departments, each into one or none, and leaves alone who is there already. */
export async function placePeople(
  transaction: Transaction<Tables>,
  places: ReadonlyMap<string, string | null>,
  origin: Origin = {},
): Promise<void> {
  const locked = await lockAccounts(transaction, [...places.keys()]);
  const moved = locked.filter(({ userId, values, left }) => !left && values.departmentId !== places.get(userId));
  const byPlace = Map.groupBy(moved, ({ userId }) => places.get(userId)!);
  await shareLockDepartments(
    transaction,
    [...byPlace.keys()].filter((id) => id !== null),
  );
  for (const [departmentId, people] of byPlace)
    await writeAccounts(
      transaction,
      people.map(({ userId }) => userId),
      { department_id: departmentId },
    );
  await log(
    transaction,
    'change',
    moved.map(({ userId }) => userId),
    origin,
  );
}

export interface Written {
  change: Applied;
  /** Whose id is new if they are. */
  userId: string;
  subject: string;
  told: PlacedPerson;
  differs: boolean;
}

/** Does what was judged, and returns which newcomers were made: the account name of the others was taken at this moment. */
export async function writePeople(
  transaction: Transaction<Tables>,
  { platformId, quotaBytes }: { platformId: string; quotaBytes: number | null },
  people: readonly Written[],
  {
    accounts,
    searchTexts,
    origin = {},
  }: { accounts: ReadonlyMap<string, LockedAccount>; searchTexts: ReadonlyMap<string, string>; origin?: Origin },
): Promise<Set<string>> {
  const departmentIds = await departmentsOf(
    transaction,
    platformId,
    people.flatMap(({ told }) => told.department ?? []),
  );
  await shareLockDepartments(transaction, [...new Set(departmentIds.values())]);
  const departmentOf = ({ told }: Written): string | null | undefined =>
    told.department == null ? told.department : (departmentIds.get(told.department) ?? null);
  const of = (change: Applied) => people.filter((one) => one.change === change);

  const made = await createPeople(
    transaction,
    of('new').map((one) => ({
      id: one.userId,
      accountName: one.told.accountName,
      userName: null,
      realName: one.told.realName,
      searchText: searchTexts.get(one.subject)!,
      departmentId: departmentOf(one) ?? null,
      phone: '',
      email: one.told.email,
      expiresAt: null,
      speedLimit: null,
      quotaBytes,
      mustChangePassword: false,
    })),
  );
  const employee = (await findRoles(transaction)).find(({ builtIn }) => builtIn === 'employee')!.roleId;
  await addRoles(
    transaction,
    [...made].map((userId) => ({ userId, roleId: employee })),
  );
  await insertOwned(transaction, platformId, [...of('new').filter(({ userId }) => made.has(userId)), ...of('match')]);
  await writeSynced(
    transaction,
    await mapInTurns(
      people.filter(({ change, differs }) => differs && change !== 'new'),
      async (one) => ({
        userId: one.userId,
        realName: one.told.realName,
        searchText: await personSearchText({ ...accounts.get(one.userId)!, realName: one.told.realName }),
        email: one.told.email,
        departmentId: departmentOf(one),
      }),
    ),
  );
  const ids = (change: Applied): string[] => of(change).map(({ userId }) => userId);
  await writeFrozen(transaction, ids('return'), false);
  await log(transaction, 'new', [...made], origin);
  for (const change of ['match', 'change', 'return'] as const) await log(transaction, change, ids(change), origin);
  return made;
}
