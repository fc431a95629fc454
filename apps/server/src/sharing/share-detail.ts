import type { Kysely } from 'kysely';
import { givableLevels } from '@alcove/contract';
import type { AnswerOf, calls, Collaborator, FileRoleItems, GrantSubject, InstanceId, ShareDetail } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { countReached, pathsOf } from '../departments/index.ts';
import type { UserContext } from '../http/index.ts';
import { isPassedOn, readFileRoles, visibleAncestors } from '../permission/index.ts';
import type { AuthorisedContext } from '../permission/index.ts';
import { openShare } from './open-share.ts';
import { levelOfRole } from './sharing-rules.ts';
import { membersOf, subjectsOn } from './sharing-queries.ts';
import type { MemberRow } from './sharing-queries.ts';

interface Named {
  instanceId: InstanceId;
  fileSharingId?: string | undefined;
}

const idsOf = (subjects: readonly GrantSubject[], kind: GrantSubject['kind']): string[] => [
  ...new Set(subjects.filter((one) => one.kind === kind).map(({ id }) => id)),
];

/** The caller's share of an item, or one that they manage, with its recipients. Throws what `openShare` throws. */
export async function shareDetail(database: Kysely<Tables>, input: Named, { caller }: UserContext): Promise<ShareDetail> {
  const { share, place, initiator, holds, role } = await openShare(database, caller, input);
  const members = share ? await membersOf(database, [share.id]) : [];
  const roles = await readFileRoles(database);
  const paths = await pathsOf(
    database,
    members.flatMap(({ department_id: id }) => id ?? []),
  );
  const [userIds, departmentIds] = [idsOf(members, 'person'), idsOf(members, 'department')];
  const owner: Collaborator = {
    kind: 'person',
    id: initiator.id,
    name: initiator.name,
    accountName: '',
    path: [],
    role: 'owner',
    expireTime: null,
  };
  return {
    fileSharingId: share?.id ?? null,
    instanceId: place.instanceId,
    instanceName: place.name,
    initiator: { userId: initiator.id, name: initiator.name },
    createTime: share?.created_at.toISOString() ?? null,
    expireTime: share?.expires_at?.toISOString() ?? null,
    scope: {
      people: userIds.length,
      departments: departmentIds.length,
      reached: await countReached(database, { userIds, departmentIds }),
    },
    users: [owner, ...members.map((member) => present(member, paths, roles))],
    mayGive: givableLevels(roles, 'share', { spaceKind: place.spaceKind, items: holds }),
    role,
  };
}

const present = (member: MemberRow, paths: ReadonlyMap<string, string[]>, roles: FileRoleItems): Collaborator => ({
  kind: member.kind,
  id: member.id,
  name: member.name,
  accountName: member.account_name,
  path: paths.get(member.department_id ?? '') ?? [],
  role: levelOfRole(roles, member.role),
  expireTime: member.expires_at?.toISOString() ?? null,
});

/**
 * Whether an item or a folder above it is shared, as far up as the caller can see. Callers who have it only by a share learn that it is
 * shared, but not with whom else.
 */
export async function checkShared(
  database: Kysely<Tables>,
  { instanceId }: Named,
  { place }: AuthorisedContext,
): Promise<AnswerOf<typeof calls.innerSharing.checkShared>> {
  const subjects = await subjectsOn(database, [instanceId, ...visibleAncestors(place).map(({ id }) => id)]);
  const told = place.effective.owns || !place.effective.grants.every(isPassedOn) ? subjects : [];
  const [userIds, departmentIds] = [idsOf(told, 'person'), idsOf(told, 'department')];
  return {
    shared: subjects.length > 0,
    above: subjects.some((one) => one.instance_id !== instanceId),
    people: userIds.length,
    departments: departmentIds.length,
    reached: await countReached(database, { userIds, departmentIds }),
  };
}
