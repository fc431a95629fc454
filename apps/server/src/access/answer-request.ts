import type { Kysely, Transaction } from 'kysely';
import { accessLevels, groupLevels } from '@alcove/contract';
import type { AccessGiven, AccessLevel, AccessRequest, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { publish } from '../events/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { notify, settle } from '../notices/index.ts';
import { authoriseEach, grantsOn, isRoot, ownItemsAt, putGrants } from '../permission/index.ts';
import type { Place } from '../permission/index.ts';
import { findRequest, nameOf, setAnswered } from './access-queries.ts';
import type { RequestRow } from './access-queries.ts';
import { sourceOf } from './access-rules.ts';
import { asAnswerer, someone } from './find-answerers.ts';

/** A request that the caller may answer today. What is not theirs to answer is to them as if it did not exist. */
async function openFor(
  database: Kysely<Tables>,
  requestId: string,
  { userId }: Caller,
  options?: { hold: boolean },
): Promise<{ request: RequestRow; place: Place; levels: AccessLevel[] }> {
  const request = await findRequest(database, requestId, options);
  const judged = request && request.asker_id !== userId ? await asAnswerer(database, userId, request.instance_id) : null;
  if (!request || !judged) throw new Failure('ACCESS_REQUEST_NOT_FOUND');
  return { request, place: judged.place, levels: accessLevels(String(judged.place.spaceKind), ownItemsAt(judged.place)) };
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
 * Gives a level or declines, once: of two who answer at the same time the second is told so. One's own answer may be repeated.
 * Throws ACCESS_REQUEST_NOT_FOUND, ACCESS_REQUEST_ENDED, ACCESS_LEVEL_TOO_HIGH, ACCESS_END_PAST.
 */
export async function answerRequest(
  database: Kysely<Tables>,
  { requestId, level, expireTime }: RequestOf<typeof calls.access.answer>,
  caller: Caller,
): Promise<null> {
  const expiresAt = level === null || expireTime === undefined ? null : new Date(expireTime);
  return database.transaction().execute(async (transaction) => {
    const { request, place, levels } = await openFor(transaction, requestId, caller, { hold: true });
    if (isRepeated(request, { by: caller.userId, level, expiresAt })) return null;
    if (request.state !== 'open') throw new Failure('ACCESS_REQUEST_ENDED');
    if (level !== null && !levels.includes(level)) throw new Failure('ACCESS_LEVEL_TOO_HIGH');
    if (expiresAt && expiresAt.getTime() <= Date.now()) throw new Failure('ACCESS_END_PAST', { field: 'expireTime' });

    const given = level && (await give(transaction, { request, place, level, expiresAt, by: caller.userId }));
    const state = level === null ? 'declined' : 'granted';
    await setAnswered(transaction, requestId, { state, by: caller.userId, level, expiresAt });
    await settle(transaction, requestId);
    await tellAsker(transaction, { request, place, given, by: { userId: caller.userId, name: caller.realName } });
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

interface Gift {
  request: RequestRow;
  place: Place;
  level: AccessLevel;
  expiresAt: Date | null;
  by: string;
}

async function give(transaction: Transaction<Tables>, { request, place, level, expiresAt, by }: Gift): Promise<AccessGiven> {
  const { instanceId, spaceId, spaceKind } = place;
  const role = groupLevels[level];
  const verdict = (await authoriseEach(transaction, someone(request.asker_id), [instanceId], 'list')).get(instanceId);
  const items = verdict instanceof Failure || !verdict ? [] : verdict.items;
  const named = (await grantsOn(transaction, [instanceId])).some(
    ({ subject, source }) => subject.id === request.asker_id && source.id === spaceId,
  );
  const source = sourceOf(request.id, { spaceKind, spaceId, root: isRoot(place) }, { named, items }, role);
  await putGrants(transaction, source, by, [{ instanceId, subject: { kind: 'person', id: request.asker_id }, role, expiresAt }]);
  return {
    level,
    expireTime: expiresAt?.toISOString() ?? null,
    instanceType: String(spaceKind),
    rootId: place.ancestors[0]?.id ?? instanceId,
  };
}

interface Answered {
  request: RequestRow;
  place: Place;
  given: AccessGiven | null;
  by: { userId: string; name: string };
}

/** A refusal names what was asked for, and who refused, to those alone who may see the thing. */
async function tellAsker(transaction: Transaction<Tables>, { request, place, given, by }: Answered): Promise<void> {
  const { asker_id: askerId, instance_id: instanceId } = request;
  const verdict = (await authoriseEach(transaction, someone(askerId), [instanceId], 'list')).get(instanceId);
  const data =
    verdict instanceof Failure
      ? { by: null, instanceId, instanceName: null, granted: false }
      : { by, instanceId, instanceName: await nameOf(transaction, place), granted: given !== null, ...(given && { given }) };
  await notify(transaction, [askerId], { kind: 'accessAnswered', data });
  // The page that asked opens by itself.
  if (given) await publish(transaction, [{ to: [askerId], event: 'listChanged', folderIds: [instanceId] }]);
}
