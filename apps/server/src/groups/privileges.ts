/** Second-level permissions: what a member has on one folder or file of the group instead of their level (specification 2 section 6). */
import type { Kysely, Transaction } from 'kysely';
import { groupLevels, levelOf } from '@alcove/contract';
import type { GrantSubject, Page, PrivilegeEntry, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { publish } from '../events/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { authorise, isRoot, putGrants, removeGrants, visibleAncestors } from '../permission/index.ts';
import type { Authorised, Place } from '../permission/index.ts';
import { mayGive } from './group-rules.ts';
import { isMember, peopleIn } from './member-queries.ts';
import { lockGroup } from './hold-group.ts';
import { pathsOfSubjects } from './list-members.ts';
import { findPrivileges } from './privilege-queries.ts';

type Deps = { database: Kysely<Tables> };
type Calls = typeof calls.privilege;

async function authoriseManaging(database: Kysely<Tables>, caller: Caller, instanceId: string): Promise<Authorised> {
  const judged = await authorise(database, caller, instanceId, 'personnelManagement');
  if (judged.place.spaceKind !== 2) throw new Failure('GROUP_FILES_ONLY');
  return judged;
}

/** Throws FILE_NOT_FOUND, NOT_ALLOWED, GROUP_FILES_ONLY. */
export async function listPrivileges(
  database: Kysely<Tables>,
  { instanceId, page, pageSize, keyword }: RequestOf<Calls['queryPrivilegeList']>,
  { caller }: UserContext,
): Promise<Page<PrivilegeEntry>> {
  const { place } = await authoriseManaging(database, caller, instanceId);
  const chain = [instanceId, ...place.ancestors.map(({ id }) => id).reverse()];
  const of = { keyword, offset: (page - 1) * pageSize, limit: pageSize };
  const { total, rows } = await findPrivileges(database, place.spaceId, chain, of);
  const paths = await pathsOfSubjects(database, rows);
  const names = new Map(visibleAncestors(place).map(({ id, name }) => [id, name]));
  const items = rows.map((row): PrivilegeEntry => {
    const from = row.instance_id === chain.at(-1) ? 'group' : row.instance_id === instanceId ? 'here' : 'above';
    const fromName = from === 'above' ? names.get(row.instance_id) : undefined;
    return {
      kind: row.kind,
      id: row.id,
      name: row.name,
      departmentPath: paths(row),
      privilege: levelOf(row.role) ?? 'forbidden',
      from,
      ...(fromName !== undefined && { fromName }),
    };
  });
  return { total, page, pageSize, items };
}

/** Throws what `change` throws, and GROUP_LEADER_STAYS, GROUP_NOT_MEMBER, GROUP_BEYOND_RIGHTS. */
export async function updateUserRole(
  { database }: Deps,
  { instanceId, subject, role }: RequestOf<Calls['updateUserRole']>,
  { caller }: UserContext,
): Promise<null> {
  return change(database, caller, instanceId, subject, async (transaction, { place, items }) => {
    const fileRole = role === 'forbidden' ? role : groupLevels[role];
    if (subject.kind === 'person' && subject.id === place.spaceOwnerId) throw new Failure('GROUP_LEADER_STAYS');
    if (!(await isMember(transaction, place.spaceId, subject))) throw new Failure('GROUP_NOT_MEMBER');
    if (!mayGive(items, fileRole)) throw new Failure('GROUP_BEYOND_RIGHTS');
    await putGrants(transaction, sourceOf(place), caller.userId, [{ instanceId, subject, role: fileRole }]);
  });
}

/** What stands nowhere is gone already. */
export async function removePrivilege(
  { database }: Deps,
  { instanceId, subject }: RequestOf<Calls['remove']>,
  { caller }: UserContext,
): Promise<null> {
  return change(database, caller, instanceId, subject, async (transaction, { place }) => {
    await removeGrants(transaction, place.spaceId, { instanceId, subject });
  });
}

const sourceOf = ({ spaceId }: Place) => ({ kind: 'group', id: spaceId }) as const;

/** Throws FILE_NOT_FOUND, NOT_ALLOWED, GROUP_FILES_ONLY, and ROOT_IS_FIXED: a level in the whole group is the membership. */
async function change(
  database: Kysely<Tables>,
  caller: Caller,
  instanceId: string,
  subject: GrantSubject,
  write: (transaction: Transaction<Tables>, judged: Authorised) => Promise<void>,
): Promise<null> {
  const { place } = await authoriseManaging(database, caller, instanceId);
  if (isRoot(place)) throw new Failure('ROOT_IS_FIXED');
  await database.transaction().execute(async (transaction) => {
    await lockGroup(transaction, place.spaceId);
    await write(transaction, await authoriseManaging(transaction, caller, instanceId));
    await publish(transaction, [{ to: await peopleIn(transaction, [subject]), event: 'spacesChanged' }]);
  });
  return null;
}
