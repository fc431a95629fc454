/**
 * Second-level permissions: a subject's level on one folder or file of a group or department, which replaces their level in the whole
 * (specification 2 section 6). In departments, which have no member list, also the level in the whole.
 */
import type { Kysely, Transaction } from 'kysely';
import { privilegeOf, privilegeRoles, spaceKinds } from '@alcove/contract';
import type { calls, GrantSubject, InstanceId, Page, PermissionItem, Privilege, PrivilegeEntry, RequestOf } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { addBefore } from '../audit/index.ts';
import { checkChosen, departmentDefault, departmentOfSpace, lockDepartments } from '../departments/index.ts';
import { publish } from '../live-updates/index.ts';
import { Failure } from '../http/index.ts';
import { authorise, isRoot, ownItemsAt, putGrants, readFileRoles, removeGrants, visibleAncestors } from '../permission/index.ts';
import type { AuthorisedContext, HeldBefore, ItemContext } from '../permission/index.ts';
import { isFixed, privilegeRefusal } from './privilege-rules.ts';
import type { PrivilegeFacts } from './privilege-rules.ts';
import { isMember, peopleIn } from './member-queries.ts';
import { lockLastingGroup } from './lock-group.ts';
import { pathsOfSubjects } from './list-members.ts';
import { entryOf, findPrivileges } from './privilege-queries.ts';

type Deps = { database: Kysely<Tables> };
type Calls = typeof calls.privilege;

/**
 * What callers may do by their own grants. Shares do not count: a recipient does not decide about others. Throws NOT_ALLOWED,
 * GROUP_FILES_ONLY.
 */
function ownToManage(place: ItemContext): readonly PermissionItem[] {
  if (place.spaceKind !== spaceKinds.group && place.spaceKind !== spaceKinds.department) throw new Failure('GROUP_FILES_ONLY');
  const own = ownItemsAt(place);
  if (!own.includes('personnelManagement')) throw new Failure('NOT_ALLOWED');
  return own;
}

const kindOf = (place: ItemContext): PrivilegeFacts['place'] => {
  const space = place.spaceKind === spaceKinds.group ? 'group' : 'department';
  return isRoot(place) ? `${space}Root` : space;
};

/** Throws NOT_ALLOWED, GROUP_FILES_ONLY. */
export async function listPrivileges(
  database: Kysely<Tables>,
  { instanceId, page, pageSize, keyword }: RequestOf<Calls['queryPrivilegeList']>,
  { place }: AuthorisedContext,
): Promise<Page<PrivilegeEntry>> {
  ownToManage(place);
  const chain = [instanceId, ...place.ancestors.map(({ id }) => id).reverse()];
  const of = { keyword, offset: (page - 1) * pageSize, limit: pageSize };
  const { total, rows } = await findPrivileges(database, place.spaceId, chain, of);
  const paths = await pathsOfSubjects(database, rows);
  const names = new Map(visibleAncestors(place).map(({ id, name }) => [id, name]));
  const departmentId = isRoot(place) ? await departmentOfSpace(database, place.spaceId) : null;
  const items = rows.map((row): PrivilegeEntry => {
    const top = row.instance_id === chain.at(-1) && kindOf(place) !== 'departmentRoot';
    const from = top ? 'top' : row.instance_id === instanceId ? 'here' : 'above';
    const fromName = from === 'above' ? names.get(row.instance_id) : undefined;
    return {
      kind: row.kind,
      id: row.id,
      name: row.name,
      departmentPath: paths(row),
      privilege: privilegeOf(row.role),
      endTime: row.expires_at?.toISOString() ?? null,
      from,
      fixed: isFixed(kindOf(place), row.role),
      isDefault: row.kind === 'department' && row.id === departmentId,
      ...(fromName !== undefined && { fromName }),
    };
  });
  return { total, page, pageSize, items };
}

/** Throws what `change` throws, and PERSON_NOT_FOUND, DEPARTMENT_NOT_FOUND. */
export async function updateUserRole(
  { database }: Deps,
  { instanceId, subject, role }: RequestOf<Calls['updateUserRole']>,
  context: AuthorisedContext,
): Promise<null> {
  const { caller } = context;
  const fileRole = privilegeRoles[role];
  return change(database, context, { instanceId, subject, level: role }, async (transaction, place) => {
    const ids = (kind: GrantSubject['kind']) => (subject.kind === kind ? [subject.id] : []);
    await checkChosen(transaction, { userIds: ids('person'), departmentIds: ids('department') });
    logLevel(await putGrants(transaction, sourceOf(place), caller.userId, [{ instanceId, subject, role: fileRole }]));
  });
}

/**
 * Removing the entry of a department's own people on its top folder resets it to the first level. Throws what `change` throws, and
 * PRIVILEGE_NOT_FOUND.
 */
export async function removePrivilege(
  { database }: Deps,
  { instanceId, subject }: RequestOf<Calls['remove']>,
  context: AuthorisedContext,
): Promise<null> {
  const { caller } = context;
  return change(database, context, { instanceId, subject, level: null }, async (transaction, place) => {
    if (isRoot(place) && subject.id === (await departmentOfSpace(transaction, place.spaceId)))
      logLevel(await putGrants(transaction, sourceOf(place), caller.userId, [{ instanceId, subject, role: departmentDefault }]));
    else logLevel(await removeGrants(transaction, place.spaceId, { instanceId, subject }));
  });
}

const logLevel = (before: readonly HeldBefore[]): void => {
  for (const { instanceId, role } of before) addBefore(instanceId, { role: privilegeOf(role) });
};

const sourceOf = ({ spaceId, spaceKind }: ItemContext) =>
  ({ kind: spaceKind === spaceKinds.group ? 'group' : 'department', id: spaceId }) as const;

/** Throws NOT_ALLOWED, GROUP_FILES_ONLY, ROOT_IS_FIXED, GROUP_NOT_FOUND, GROUP_DISSOLVING and what `privilegeRefusal` returns. */
async function change(
  database: Kysely<Tables>,
  { caller, place: first }: AuthorisedContext,
  { instanceId, subject, level }: { instanceId: InstanceId; subject: GrantSubject; level: Privilege | null },
  write: (transaction: Transaction<Tables>, place: ItemContext) => Promise<void>,
): Promise<null> {
  ownToManage(first);
  if (kindOf(first) === 'groupRoot') throw new Failure('ROOT_IS_FIXED');
  await database.transaction().execute(async (transaction) => {
    await (first.spaceKind === spaceKinds.group ? lockLastingGroup(transaction, first.spaceId) : lockDepartments(transaction));
    const { place } = await authorise(transaction, caller, instanceId, 'personnelManagement');
    const own = ownToManage(place);
    const refused = privilegeRefusal(
      await readFileRoles(transaction),
      {
        place: kindOf(place),
        own,
        leads: subject.kind === 'person' && subject.id === place.spaceOwnerId,
        reached: place.spaceKind === spaceKinds.department || (await isMember(transaction, place.spaceId, subject)),
        before: await entryOf(transaction, place.spaceId, instanceId, subject),
      },
      level,
    );
    if (refused) throw new Failure(refused);
    await write(transaction, place);
    await publish(transaction, [{ to: await peopleIn(transaction, [subject]), event: 'spacesChanged' }]);
  });
  return null;
}
