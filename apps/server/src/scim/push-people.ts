/** What a platform says of people becomes accounts, by the rules of a synchronised directory (decision 0095). */
import type { Transaction } from 'kysely';
import type { SyncConflict } from '@alcove/contract';
import { lockAccounts } from '../accounts/index.ts';
import type { Tables } from '../database/index.ts';
import { findKnownPerson, freezePeople, isTooMany, judgePerson, matchesAccounts, tell, writePeople } from '../directory-sync/index.ts';
import { Failure } from '../http/index.ts';
import { newId } from '../ids.ts';
import { personSearchText } from '../search-text.ts';
import { push } from './deps.ts';
import type { Pusher, ScimDeps } from './deps.ts';
import { accountNameOf, labelsOfPerson, patchPerson } from './person-resource.ts';
import type { PersonResource } from './person-resource.ts';
import type { Operation } from './patches.ts';
import { countPeople, findLeaving, setHeld } from './platform-queries.ts';
import { findPushed, findSame, lockPushed, putPushed, setDeleted, setStopped } from './person-queries.ts';
import type { StoredPerson } from './person-queries.ts';

/**
 * Makes a person, or returns to the one whom the platform deleted. An account with the same name becomes theirs only as the platform's rule says.
 * Throws SCIM_TAKEN, SCIM_VALUE_WRONG, SCIM_LEFT.
 */
export async function createPushed(deps: ScimDeps, pusher: Pusher, person: PersonResource): Promise<StoredPerson> {
  const { platformId } = pusher;
  const ready = await readyFor(deps, person);
  return push(deps, pusher, async (transaction) => {
    const same = await findSame(transaction, platformId, person);
    const before = same[0];
    if (before && (same.length > 1 || !before.deleted || isAnother(before, person))) {
      const isName = before.userName.toLowerCase() === person.userName.toLowerCase();
      throw new Failure('SCIM_TAKEN', { field: isName ? 'userName' : 'externalId' });
    }
    const active = person.active ?? true;
    const userId = before ? before.userId : await matchOrMake(transaction, pusher, ready);
    await putPushed(transaction, platformId, userId, person);
    if (before) await apply(transaction, pusher, userId, { ...person, active });
    // Whoever comes switched off was never here, so the brake does not count them.
    else if (!active) await freezePeople(transaction, [userId], pusher.origin);
    return (await findPushed(transaction, platformId, userId))!;
  });
}

/** The user name of somebody who left, given to somebody else: the platform's own id says that they are not the same. */
const isAnother = (before: PersonResource, person: PersonResource): boolean =>
  before.externalId !== null && person.externalId !== null && before.externalId !== person.externalId;

interface Ready {
  person: PersonResource;
  searchText: string;
  quotaBytes: number | null;
}

/** What takes time is done before anything is locked. */
async function readyFor({ serviceConfig }: ScimDeps, person: PersonResource): Promise<Ready> {
  const { defaultQuotaBytes } = await serviceConfig();
  return { person, searchText: await personSearchText(labelsOfPerson(person)), quotaBytes: defaultQuotaBytes };
}

/** Returns whose account it is now. Their id here is also their name at the platform, because it tells none that lasts. */
async function matchOrMake(transaction: Transaction<Tables>, { platformId, origin }: Pusher, { person, ...ready }: Ready): Promise<string> {
  const { accountName, exact } = accountNameOf(person.userName);
  const named = await findKnownPerson(transaction, platformId, { accountName });
  const told = { subject: '', ...labelsOfPerson(person), departmentName: '', active: true };
  const judged = judgePerson(told, {
    linked: null,
    named,
    twice: false,
    matchesAccounts: exact && (await matchesAccounts(transaction, platformId)),
  });
  if (judged.change === 'conflict') throw conflictOf(judged.conflict);
  if (judged.change !== 'new' && judged.change !== 'match') throw new Failure('SCIM_TAKEN', { field: 'userName' });
  const userId = judged.change === 'match' ? judged.userId : newId();
  const accounts = new Map((await lockAccounts(transaction, [userId])).map((one) => [one.userId, one]));
  const differs = judged.change === 'match' && judged.differences.length > 0;
  const made = await writePeople(
    transaction,
    { platformId, quotaBytes: ready.quotaBytes },
    [{ change: judged.change, userId, subject: userId, told, differs }],
    { accounts, searchTexts: new Map([[userId, ready.searchText]]), origin },
  );
  if (judged.change === 'new' && !made.has(userId)) throw new Failure('SCIM_TAKEN', { field: 'userName' });
  return userId;
}

const conflictOf = (conflict: SyncConflict): Failure =>
  conflict === 'nameWrong'
    ? new Failure('SCIM_VALUE_WRONG', { field: 'userName' })
    : conflict === 'accountLeft'
      ? new Failure('SCIM_LEFT')
      : new Failure('SCIM_TAKEN', { field: 'userName' });

/** Replaces all that is kept of a person. Throws SCIM_GONE, SCIM_TAKEN, SCIM_LEFT, SCIM_HELD, LAST_ADMINISTRATOR. */
export const replacePushed = (deps: ScimDeps, pusher: Pusher, userId: string, person: PersonResource): Promise<StoredPerson> =>
  changePushed(deps, pusher, userId, () => person);

/** Throws the same, and what `patchPerson` throws. */
export const patchPushed = (deps: ScimDeps, pusher: Pusher, userId: string, operations: readonly Operation[]): Promise<StoredPerson> =>
  changePushed(deps, pusher, userId, ({ userName, externalId, content }) => patchPerson({ userName, externalId, content }, operations));

async function changePushed(
  deps: ScimDeps,
  pusher: Pusher,
  userId: string,
  changed: (before: StoredPerson) => PersonResource,
): Promise<StoredPerson> {
  const { platformId } = pusher;
  const percent = await brakePercent(deps);
  const after = await push(deps, pusher, async (transaction) => {
    const before = await lockPushed(transaction, platformId, userId);
    if (!before) throw new Failure('SCIM_GONE');
    const { userName, externalId, content, active } = changed(before);
    const others = (await findSame(transaction, platformId, { userName, externalId })).filter((one) => one.userId !== userId);
    const [other] = others;
    if (other) throw new Failure('SCIM_TAKEN', { field: other.externalId === externalId ? 'externalId' : 'userName' });
    if (active === false && before.active && !(await mayStop(transaction, platformId, percent))) return null;
    await putPushed(transaction, platformId, userId, { userName, externalId, content });
    await apply(transaction, pusher, userId, { userName, externalId, content, active: active ?? before.active });
    return findPushed(transaction, platformId, userId);
  });
  if (!after) throw new Failure('SCIM_HELD', { seconds: heldSeconds });
  return after;
}

/** Freezes a person, who is no longer found. Throws SCIM_GONE, SCIM_HELD, LAST_ADMINISTRATOR. */
export async function deletePushed(deps: ScimDeps, pusher: Pusher, userId: string): Promise<string> {
  const { platformId } = pusher;
  const percent = await brakePercent(deps);
  const deleted = await push(deps, pusher, async (transaction) => {
    const before = await lockPushed(transaction, platformId, userId);
    if (!before) throw new Failure('SCIM_GONE');
    if (before.active && !(await mayStop(transaction, platformId, percent))) return null;
    await apply(transaction, pusher, userId, { ...before, active: false });
    await setDeleted(transaction, userId);
    return before.userName;
  });
  if (deleted === null) throw new Failure('SCIM_HELD', { seconds: heldSeconds });
  return deleted;
}

/** After this time a provider may ask again. */
const heldSeconds = 3600;

const brakePercent = async ({ serviceConfig }: ScimDeps): Promise<number> => (await serviceConfig()).directorySyncBrakePercent;

/** Within an hour, a platform may freeze as many as one run of a directory. With one more it is held, until an administrator lets it through. */
async function mayStop(transaction: Transaction<Tables>, platformId: string, percent: number): Promise<boolean> {
  const { held, released, lately, before } = await findLeaving(transaction, platformId);
  if (released) return true;
  if (held) return false;
  const all = before ?? (await countPeople(transaction, platformId, lately));
  if (!isTooMany({ leaving: lately + 1, before: all, told: null }, percent)) return true;
  await setHeld(transaction, platformId);
  await tell(transaction, platformId, { news: 'held', people: lately + 1 });
  return false;
}

/** Brings the account to what is said of it. Throws SCIM_LEFT. */
async function apply(
  transaction: Transaction<Tables>,
  { platformId, origin }: Pusher,
  userId: string,
  person: PersonResource & { active: boolean },
): Promise<void> {
  const linked = await findKnownPerson(transaction, platformId, { userId });
  // Their account name stays, whatever they are called there.
  const told = { subject: userId, ...labelsOfPerson(person), departmentName: '', active: person.active };
  const judged = judgePerson(told, { linked, named: null, twice: false, matchesAccounts: false });
  switch (judged.change) {
    case 'conflict':
      throw conflictOf(judged.conflict);
    case 'leave':
      await freezePeople(transaction, [userId], origin);
      await setStopped(transaction, userId);
      return;
    case 'change':
    case 'return': {
      const accounts = new Map((await lockAccounts(transaction, [userId])).map((one) => [one.userId, one]));
      // Their things are being handed over: they do not come back.
      if (judged.change === 'return' && accounts.get(userId)!.leaving) throw new Failure('SCIM_LEFT');
      await writePeople(
        transaction,
        { platformId, quotaBytes: null },
        [{ change: judged.change, userId, subject: userId, told, differs: judged.differences.length > 0 }],
        { accounts, searchTexts: new Map(), origin },
      );
    }
  }
}
