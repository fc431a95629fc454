import type { Kysely, Transaction } from 'kysely';
import { givableLevels, limits, shareLevels } from '@alcove/contract';
import type { calls, FileRoleItems, InstanceId, RequestOf, ShareOutcome } from '@alcove/contract';
import { addBefore } from '../audit/index.ts';
import { recordActivity } from '../activity/index.ts';
import type { Tables } from '../database/index.ts';
import { checkChosen } from '../departments/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { putGrants, readFileRoles, removeGrants, requireLasting } from '../permission/index.ts';
import type { NewGrant } from '../permission/index.ts';
import type { SharingDeps } from './deps.ts';
import { eachShare } from './each-share.ts';
import { openShare } from './open-share.ts';
import type { OpenShare } from './open-share.ts';
import { earlierEnd, endFits, endWith, endsLater, includesRole, levelOfRole } from './sharing-rules.ts';
import { lockInstance, endFor, ensureShareLocked, lockShare, membersOf, setShare } from './sharing-queries.ts';
import type { MemberRow } from './sharing-queries.ts';
import { tellGiven } from './tell-people.ts';

export type Give = Omit<RequestOf<typeof calls.innerSharing.create>, 'instanceId' | 'instanceIds'>;
type Member = Give['members'][number];

/** Shares items with people and departments, or changes what they have. Each item succeeds or fails on its own. */
export const createShares = (
  deps: SharingDeps,
  { instanceId, instanceIds, ...give }: RequestOf<typeof calls.innerSharing.create>,
  context: UserContext,
): Promise<ShareOutcome[]> => eachShare({ one: instanceId, several: instanceIds }, context, (id) => giveShare(deps, id, give, context));

/**
 * Creates or changes the share of one item and returns its id. Recipients who are not named keep what they have, and repeating the call
 * changes nothing. Throws what `openShare` and `checkChosen` throw, SHARE_OWNER_FIXED, SHARE_ROLE_TOO_HIGH, SHARE_END_PAST; and for
 * managers of somebody else's share SHARE_INITIATOR_ONLY if they set its end, SHARE_OWN_PART, SHARE_END_BEYOND_OWN.
 */
export async function giveShare(deps: SharingDeps, instanceId: InstanceId, give: Give, context: UserContext): Promise<string> {
  const { database, changes } = deps;
  const members = lastOfEach(give.members);
  const openFor = async (of: Kysely<Tables>): Promise<OpenShare> => {
    const found = await openShare(of, context.caller, { instanceId, fileSharingId: give.fileSharingId });
    requireLasting(found.place);
    requireGivable(await readFileRoles(of), found, members, context.caller.userId);
    return found;
  };
  const opened = await openFor(database);
  if (!opened.share && members.length === 0) throw new Failure('BAD_REQUEST', { field: 'members' });
  const before = opened.share ? await membersOf(database, [opened.share.id]) : [];
  const known = new Set(before.map(({ id }) => id));
  const idsOf = (kind: Member['kind']) => members.filter((one) => one.kind === kind && !known.has(one.id)).map(({ id }) => id);
  await checkChosen(database, { userIds: idsOf('person'), departmentIds: idsOf('department') });
  const shareId = await database.transaction().execute(async (transaction) => {
    const id = await apply(transaction, opened, members, give, context);
    // The caller's permission to share may have been revoked while this waited for the share's lock.
    await openFor(transaction);
    return id;
  });
  if (opened.place.parentId !== null) changes.listChanged(opened.place, [opened.place.parentId]);
  return shareId;
}

const lastOfEach = (members: readonly Member[]): Member[] => [...new Map(members.map((one) => [`${one.kind} ${one.id}`, one])).values()];

function requireGivable(roles: FileRoleItems, { initiator, place, holds }: OpenShare, members: readonly Member[], callerId: string): void {
  const names = (userId: string): boolean => members.some(({ kind, id }) => kind === 'person' && id === userId);
  if (initiator.id !== callerId && names(callerId)) throw new Failure('SHARE_OWN_PART');
  if (names(initiator.id)) throw new Failure('SHARE_OWNER_FIXED');
  const givable = givableLevels(roles, 'share', { spaceKind: place.spaceKind, items: holds });
  if (members.some(({ role }) => !givable.includes(role))) throw new Failure('SHARE_ROLE_TOO_HIGH');
}

async function apply(
  transaction: Transaction<Tables>,
  { share: known, place, initiator }: OpenShare,
  members: readonly Member[],
  { expireTime, message }: Give,
  context: UserContext,
): Promise<string> {
  if (!(await lockInstance(transaction, place.instanceId))) throw new Failure('FILE_NOT_FOUND');
  // A manager changes that share; a manager cannot start it again once it ended.
  const manages = initiator.id !== context.caller.userId;
  if (manages && !(known && (await lockShare(transaction, known.id)))) throw new Failure('SHARE_NOT_FOUND');
  const share = await ensureShareLocked(transaction, { instanceId: place.instanceId, initiatorId: initiator.id });
  if (share.ended) await removeGrants(transaction, share.id);
  const before = share.ended ? null : share.expires_at;
  const after = expireTime === undefined ? before : asDate(expireTime);
  if (expireTime !== undefined && !endFits(after, { now: share.now, most: null })) throw new Failure('SHARE_END_PAST');
  if (manages && endsLater(after, before) !== endsLater(before, after)) throw new Failure('SHARE_INITIATOR_ONLY', { field: 'expireTime' });
  const ownEnd = manages ? await endFor(transaction, share.id, context.caller.userId) : null;
  const there = new Map((await membersOf(transaction, [share.id])).map((one) => [one.id, one]));

  const roles = await readFileRoles(transaction);
  const grants = [...there.values()].map((one): NewGrant => ({
    ...grantOf(place.instanceId, one),
    expiresAt: endWith(one.expires_at, { before, after }),
  }));
  const byId = new Map(grants.map((grant) => [grant.subject.id, grant]));
  for (const member of members) {
    const asked = member.expireTime === undefined ? undefined : member.expireTime === null ? after : asDate(member.expireTime);
    if (asked !== undefined && !endFits(asked, { now: share.now, most: after })) throw new Failure('SHARE_END_PAST');
    const had = byId.get(member.id);
    const role = shareLevels[member.role];
    const unsaid = had ? (had.expiresAt ?? after) : earlierEnd(after, ownEnd);
    const end = asked === undefined ? unsaid : asked;
    // An existing part may end later than the manager's own; what the manager adds may not.
    const adds = !had || endsLater(end, had.expiresAt ?? after) || !includesRole(roles, had.role, role);
    if (manages && adds && endsLater(end, ownEnd)) throw new Failure('SHARE_END_BEYOND_OWN');
    byId.set(member.id, { instanceId: place.instanceId, subject: { kind: member.kind, id: member.id }, role, expiresAt: end });
  }
  // It was revoked meanwhile and nobody would have it.
  if (byId.size === 0) throw new Failure('SHARE_NOT_FOUND');
  requireCounts([...byId.values()]);
  const changed = await putGrants(transaction, { kind: 'share', id: share.id }, initiator.id, [...byId.values()]);
  if (changed.length > 0)
    addBefore(place.instanceId, { members: changed.map(({ subject, role }) => ({ ...subject, role: levelOfRole(roles, role) })) });
  if (expireTime !== undefined && before?.getTime() !== after?.getTime()) addBefore(place.instanceId, { expireTime: before });
  await setShare(transaction, share.id, { expiresAt: after, anew: share.ended });
  const shared = members.filter((member) => !there.has(member.id));
  if (shared.length > 0) {
    const count = (kind: Member['kind']) => shared.filter((member) => member.kind === kind).length;
    const data = { people: count('person'), departments: count('department') };
    await recordActivity(transaction, context.caller.userId, [place.instanceId], { kind: 'shared', data });
  }
  await tellGiven(transaction, {
    actor: { userId: context.caller.userId, name: context.caller.realName },
    initiatorId: initiator.id,
    instance: place,
    before: [...there.values()],
    given: members,
    message,
  });
  return share.id;
}

const asDate = (time: string | null): Date | null => (time === null ? null : new Date(time));

const grantOf = (instanceId: InstanceId, { kind, id, role }: MemberRow): NewGrant => ({
  instanceId,
  subject: { kind, id },
  role,
});

/** Several calls together must not exceed the limits of one (specification 2 sections 8 and 9). */
function requireCounts(grants: readonly NewGrant[]): void {
  const count = (kind: Member['kind']) => grants.filter(({ subject }) => subject.kind === kind).length;
  if (count('person') > limits.peopleChosen) throw new Failure('TOO_MANY_PEOPLE', { limit: limits.peopleChosen });
  if (count('department') > limits.departmentsChosen) throw new Failure('TOO_MANY_DEPARTMENTS', { limit: limits.departmentsChosen });
}
