import type { Kysely, Transaction } from 'kysely';
import { groupLevels, instanceTypeOf, privilegeOf, spaceKinds } from '@alcove/contract';
import type { AccessGiven, AccessLevel, AccessRequest, FileRoleItems, RequestOf, calls } from '@alcove/contract';
import { addBefore } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { lockDepartments } from '../departments/index.ts';
import { publish } from '../live-updates/index.ts';
import { lockLastingGroup } from '../groups/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { notify, settle } from '../notices/index.ts';
import { authoriseEach, findItems, isRoot, itemsAt, ownItemsAt, putGrants, readFileRoles } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { admitToShare } from '../sharing/index.ts';
import { findRequest, nameOf, setAnswered } from './access-queries.ts';
import type { RequestRow } from './access-queries.ts';
import { levelsThere, writtenAs } from './access-rules.ts';
import type { AskerThere } from './access-rules.ts';
import { asAnswerer, someone } from './find-answerers.ts';

interface Open {
  request: RequestRow;
  place: ItemContext;
  asker: AskerThere;
  /** The items of the file roles, as they were read with the rest. */
  roles: FileRoleItems;
  levels: AccessLevel[];
}

/** The request, if the caller may answer it now. Throws ACCESS_REQUEST_NOT_FOUND for everyone else. */
async function openFor(database: Kysely<Tables>, requestId: string, { userId }: Caller, options?: { lock: boolean }): Promise<Open> {
  const request = await findRequest(database, requestId, options);
  const judged = request && request.asker_id !== userId ? await asAnswerer(database, userId, request.instance_id) : null;
  if (!request || !judged) throw new Failure('ACCESS_REQUEST_NOT_FOUND');
  const { place } = judged;
  const asker = await askerThere(database, request.asker_id, place);
  const roles = await readFileRoles(database);
  return { request, place, asker, roles, levels: levelsThere(roles, askedPlace(place), asker, ownItemsAt(place)) };
}

const askedPlace = (place: ItemContext) => ({ spaceKind: place.spaceKind, root: isRoot(place) });

async function askerThere(database: Kysely<Tables>, askerId: string, { instanceId, spaceId, ancestors }: ItemContext): Promise<AskerThere> {
  const place = (await findItems(database, { userId: askerId }, [instanceId])).get(instanceId);
  const ofSpace = place?.effective.grants.filter(({ source }) => source.id === spaceId) ?? [];
  const rootId = ancestors[0]?.id ?? instanceId;
  return {
    member: ofSpace.some((grant) => grant.instanceId === rootId),
    named: ofSpace.some((grant) => grant.instanceId === instanceId && grant.subject.id === askerId),
    items: place ? itemsAt(place) : [],
  };
}

/** Throws ACCESS_REQUEST_NOT_FOUND, ACCESS_REQUEST_ENDED. */
export async function showRequest(database: Kysely<Tables>, requestId: string, caller: Caller): Promise<AccessRequest> {
  const { request, place, levels } = await openFor(database, requestId, caller);
  if (request.state !== 'open') throw new Failure('ACCESS_REQUEST_ENDED');
  return {
    requestId,
    by: { userId: request.asker_id, name: request.asker_name },
    instanceId: request.instance_id,
    instanceName: await nameOf(database, place),
    classifierId: place.isFile ? 'File' : 'Folder',
    item: request.item,
    message: request.message,
    createTime: request.created_at.toISOString(),
    levels,
  };
}

/**
 * Grants a level or declines, once: if two people answer at the same time, the second one gets ACCESS_REQUEST_ENDED. The caller may repeat
 * their own answer.
 * Throws ACCESS_REQUEST_NOT_FOUND, ACCESS_REQUEST_ENDED, ACCESS_LEVEL_TOO_HIGH, ACCESS_END_PAST, GROUP_DISSOLVING.
 */
export async function answerRequest(
  database: Kysely<Tables>,
  { requestId, level, expireTime }: RequestOf<typeof calls.access.answer>,
  caller: Caller,
): Promise<null> {
  const expiresAt = level === null || expireTime === undefined ? null : new Date(expireTime);
  return database.transaction().execute(async (transaction) => {
    const first = await openFor(transaction, requestId, caller, { lock: true });
    if (level !== null && first.request.state === 'open') await lockPeople(transaction, first.place);
    // Read again, because before the lock the people of the space could still change.
    const { request, place, asker, roles, levels } = await openFor(transaction, requestId, caller);
    if (isRepeated(request, { by: caller.userId, level, expiresAt })) return null;
    if (request.state !== 'open') throw new Failure('ACCESS_REQUEST_ENDED');
    if (level !== null && !levels.includes(level)) throw new Failure('ACCESS_LEVEL_TOO_HIGH');
    if (expiresAt && expiresAt.getTime() <= Date.now()) throw new Failure('ACCESS_END_PAST', { field: 'expireTime' });

    const given = level && (await give(transaction, { request, place, asker, roles, level, expiresAt, by: caller.userId }));
    const state = level === null ? 'declined' : 'granted';
    await setAnswered(transaction, requestId, { state, by: caller.userId, level, expiresAt });
    await settle(transaction, requestId);
    await notifyAsker(transaction, { request, place, given, by: { userId: caller.userId, name: caller.realName } });
    return null;
  });
}

const isRepeated = (
  { state, answered_by: answeredBy, level, expires_at: end }: RequestRow,
  now: { by: string; level: AccessLevel | null; expiresAt: Date | null },
): boolean =>
  (state === 'granted' || state === 'declined') &&
  answeredBy === now.by &&
  level === now.level &&
  end?.getTime() === now.expiresAt?.getTime();

interface Gift extends Omit<Open, 'levels'> {
  level: AccessLevel;
  expiresAt: Date | null;
  by: string;
}

async function give(transaction: Transaction<Tables>, { request, place, asker, roles, level, expiresAt, by }: Gift): Promise<AccessGiven> {
  const { instanceId, spaceId, spaceKind } = place;
  const userId = request.asker_id;
  const role = groupLevels[level];
  const entry = writtenAs(roles, askedPlace(place), asker, level) === 'entry';
  if (entry) {
    const source = { kind: spaceKind === spaceKinds.group ? 'group' : 'department', id: spaceId } as const;
    await putGrants(transaction, source, by, [{ instanceId, subject: { kind: 'person', id: userId }, role, expiresAt }]);
    await publish(transaction, [{ to: [userId, by], event: 'spacesChanged' }]);
  } else {
    // An entry is never in the place of another one, but the answerer's share may already have the asker at a lower level.
    for (const before of await admitToShare(transaction, { instanceId, initiatorId: by, userId, role, expiresAt }))
      addBefore(request.id, { level: privilegeOf(before.role) });
  }
  return {
    level,
    expireTime: expiresAt?.toISOString() ?? null,
    instanceType: instanceTypeOf(spaceKind),
    // People who have only a share do not see the space around the item.
    ...((entry || spaceKind !== spaceKinds.group || asker.member) && { rootId: place.ancestors[0]?.id ?? instanceId }),
  };
}

/**
 * Locks the people of the space until the transaction ends. Throws GROUP_DISSOLVING, because a group that is being dissolved accepts
 * nobody.
 */
async function lockPeople(transaction: Transaction<Tables>, { spaceKind, spaceId }: ItemContext): Promise<void> {
  if (spaceKind === spaceKinds.group) await lockLastingGroup(transaction, spaceId);
  if (spaceKind === spaceKinds.department) await lockDepartments(transaction);
}

interface Answered {
  request: RequestRow;
  place: ItemContext;
  given: AccessGiven | null;
  by: { userId: string; name: string };
}

/** Notifies the asker. After a refusal, the notification names the item and the answerer only if the asker may see the item. */
async function notifyAsker(transaction: Transaction<Tables>, { request, place, given, by }: Answered): Promise<void> {
  const { asker_id: askerId, instance_id: instanceId } = request;
  const verdict = (await authoriseEach(transaction, someone(askerId), [instanceId], 'list')).get(instanceId);
  const data =
    verdict instanceof Failure
      ? { by: null, instanceId, instanceName: null, granted: false }
      : { by, instanceId, instanceName: await nameOf(transaction, place), granted: given !== null, ...(given && { given }) };
  await notify(transaction, [askerId], { kind: 'accessAnswered', data });
  // Refreshes the page from which they asked.
  if (given) await publish(transaction, [{ to: [askerId], event: 'listChanged', folderIds: [instanceId] }]);
}
