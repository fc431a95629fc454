/** Members of a group and their levels, for the group's leader and administrators (specification 2 section 6). */
import type { Kysely, Transaction } from 'kysely';
import { groupLevels, levelOf, mayGive, spaceKinds } from '@alcove/contract';
import type { calls, GrantSubject, GroupId, GroupLevel, RequestOf } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { addBefore } from '../audit/index.ts';
import { checkChosen } from '../departments/index.ts';
import { publish } from '../live-updates/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { notify } from '../notices/index.ts';
import { putGrants, readFileRoles, removeGrants } from '../permission/index.ts';
import { endUploadsOf } from '../upload/index.ts';
import type { HeldBefore } from '../permission/index.ts';
import { leaveRefusal } from './group-rules.ts';
import { withdraw } from './hand-over.ts';
import { waitingHandover } from './handover-queries.ts';
import { lockGroup } from './lock-group.ts';
import type { LockedGroup } from './lock-group.ts';
import { isMember, managersOf, membersAmong, ownMembership, peopleIn, peopleOf, subjectKey } from './member-queries.ts';

type Deps = { database: Kysely<Tables> };
type Calls = typeof calls.group;

const rootOf = ({ groupId }: LockedGroup) => ({ kind: 'group', id: groupId }) as const;
const isLeader = ({ leaderId }: LockedGroup, { kind, id }: GrantSubject): boolean => kind === 'person' && id === leaderId;

/**
 * Adds new members and sets the level of existing ones. The leader is a member already. Throws GROUP_NOT_FOUND, NOT_ALLOWED,
 * GROUP_BEYOND_RIGHTS and what `checkChosen` throws.
 */
export async function addMembers(
  { database }: Deps,
  { groupId, members }: RequestOf<Calls['addMembers']>,
  { caller }: UserContext,
): Promise<{ added: number }> {
  const ids = (kind: GrantSubject['kind']) => members.flatMap((one) => (one.kind === kind ? [one.id] : []));
  return changeMembers(database, groupId, { caller }, async (transaction, group) => {
    await checkChosen(transaction, { userIds: ids('person'), departmentIds: ids('department') });
    const chosen = members.filter((one) => !isLeader(group, one));
    const there = await membersAmong(transaction, groupId, chosen);
    const added = [...new Set(chosen.map(subjectKey))].filter((key) => !there.has(key)).length;
    await give(transaction, group, caller.userId, chosen);
    return { answer: { added }, touched: chosen };
  });
}

async function give(
  transaction: Transaction<Tables>,
  group: LockedGroup,
  grantorId: string,
  members: readonly (GrantSubject & { level: GroupLevel })[],
): Promise<void> {
  const roles = await readFileRoles(transaction);
  if (!members.every(({ level }) => mayGive(roles, 'entry', { spaceKind: spaceKinds.group, items: group.items }, level)))
    throw new Failure('GROUP_BEYOND_RIGHTS');
  // If a subject is named twice, the last entry counts.
  const bySubject = new Map(
    members.map(({ kind, id, level }) => [subjectKey({ kind, id }), { subject: { kind, id }, role: groupLevels[level] }]),
  );
  const before = await putGrants(
    transaction,
    rootOf(group),
    grantorId,
    [...bySubject.values()].map((grant) => ({ instanceId: group.groupId, ...grant })),
  );
  logLevels(group, before);
}

/** Leaves in the log which level members had in the whole group: beside the member, or beside the group if the call names one member. */
function logLevels({ groupId }: LockedGroup, before: readonly HeldBefore[]): void {
  for (const { instanceId, subject, role } of before) {
    if (instanceId !== groupId) continue;
    addBefore(subject.id, { level: levelOf(role) });
    addBefore(groupId, { role: levelOf(role) });
  }
}

/** Sets one member's level. Throws GROUP_NOT_FOUND, NOT_ALLOWED, GROUP_LEADER_STAYS, GROUP_NOT_MEMBER, GROUP_BEYOND_RIGHTS. */
export async function updateMemberRole(
  { database }: Deps,
  { groupId, subject, role }: RequestOf<typeof calls.privilege.updateMemberRole>,
  { caller }: UserContext,
): Promise<null> {
  return changeMembers(database, groupId, { caller }, async (transaction, group) => {
    if (isLeader(group, subject)) throw new Failure('GROUP_LEADER_STAYS');
    if (!(await ownMembership(transaction, groupId, subject))) throw new Failure('GROUP_NOT_MEMBER');
    await give(transaction, group, caller.userId, [{ ...subject, level: role }]);
    return { answer: null, touched: [subject] };
  });
}

/**
 * Removes members with the permissions they were given inside the group. Throws GROUP_NOT_FOUND, NOT_ALLOWED, GROUP_LEADER_STAYS, and
 * GROUP_NOT_MEMBER if none of them is a member.
 */
export async function removeMembers(
  { database }: Deps,
  { groupId, members }: RequestOf<Calls['removeMembers']>,
  { caller }: UserContext,
): Promise<{ removed: number }> {
  return changeMembers(database, groupId, { caller }, async (transaction, group) => {
    if (members.some((one) => isLeader(group, one))) throw new Failure('GROUP_LEADER_STAYS');
    const there = await membersAmong(transaction, groupId, members);
    if (there.size === 0) throw new Failure('GROUP_NOT_MEMBER');
    const leaving = [...new Map(members.map((subject) => [subjectKey(subject), subject])).values()].filter((one) =>
      there.has(subjectKey(one)),
    );
    for (const subject of leaving) logLevels(group, await removeGrants(transaction, groupId, { subject }));
    return { answer: { removed: leaving.length }, touched: members };
  });
}

/** The caller leaves the group. Throws GROUP_NOT_FOUND, GROUP_LEADER_LEAVES, GROUP_BY_DEPARTMENT. */
export async function leaveGroup({ database }: Deps, groupId: GroupId, { caller }: UserContext): Promise<null> {
  const subject = { kind: 'person', id: caller.userId } as const;
  return changeMembers(database, groupId, { caller, leaves: true }, async (transaction, group) => {
    const ownGrant = (await ownMembership(transaction, groupId, subject)) !== undefined;
    const refused = leaveRefusal({ leads: isLeader(group, subject), ownGrant });
    if (refused) throw new Failure(refused);
    await removeGrants(transaction, groupId, { subject });
    return { answer: null, touched: [subject] };
  });
}

interface Change<Answer> {
  answer: Answer;
  /** The subjects whose membership changes. */
  touched: readonly GrantSubject[];
}

/**
 * Runs the change and its consequences under the group's lock: notifies everyone who joined or left, withdraws a handover to someone who
 * left, and aborts the uploads of those who left, which frees their quota. Throws GROUP_DISSOLVING.
 */
async function changeMembers<Answer>(
  database: Kysely<Tables>,
  groupId: GroupId,
  { caller, leaves = false }: { caller: UserContext['caller']; leaves?: boolean },
  change: (transaction: Transaction<Tables>, group: LockedGroup) => Promise<Change<Answer>>,
): Promise<Answer> {
  const { answer, left } = await database.transaction().execute(async (transaction) => {
    const group = await lockGroup(transaction, caller, groupId, leaves ? 'list' : 'personnelManagement');
    if (group.dissolvesAt !== null) throw new Failure('GROUP_DISSOLVING');
    const before = await peopleOf(transaction, groupId);
    const { answer: result, touched } = await change(transaction, group);
    const after = await peopleOf(transaction, groupId);
    const gone = [...before].filter((id) => !after.has(id));
    const came = [...after].filter((id) => !before.has(id));
    const data = { by: { userId: caller.userId, name: caller.realName }, groupId, groupName: group.name };
    const others = (ids: readonly string[]) => ids.filter((id) => id !== caller.userId);
    await notify(transaction, others(came), { kind: 'memberAdded', data });
    await notify(transaction, others(gone), { kind: 'memberRemoved', data });
    const waiting = await waitingHandover(transaction, groupId);
    // Read from the membership itself: a frozen receiver is in neither list of active people.
    if (waiting && !(await isMember(transaction, groupId, { kind: 'person', id: waiting.receiver_id })))
      await withdraw(transaction, waiting);
    const affected = new Set([...gone, ...came, ...(await peopleIn(transaction, touched)), ...(await managersOf(transaction, groupId))]);
    await publish(transaction, [{ to: [...affected], event: 'spacesChanged' }]);
    return { answer: result, left: gone };
  });
  if (left.length > 0) await endUploadsOf(database, groupId, left);
  return answer;
}
