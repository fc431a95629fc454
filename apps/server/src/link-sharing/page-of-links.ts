import type { Kysely } from 'kysely';
import { linkStates } from '@alcove/contract';
import type { AnswerOf, calls, InstanceId, LinkState, RequestOf } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { authorise, ownItemsAt } from '../permission/index.ts';
import { findHeads } from './link-queries.ts';
import { findOwn } from './save-link.ts';
import { judgeLinks, presentLink, presentLinks } from './present-links.ts';
import type { JudgedLink } from './present-links.ts';

type PageCall = typeof calls.link.page;

/**
 * One page of the caller's links, or of all links to an item. The states of all of them are needed for their numbers, and decided together in a few
 * statements; the rest is read for the page alone. Throws FILE_NOT_FOUND, NOT_ALLOWED for the item.
 */
export async function pageOfLinks(database: Kysely<Tables>, input: RequestOf<PageCall>, context: UserContext): Promise<AnswerOf<PageCall>> {
  const { caller } = context;
  const { instanceId, state, page, pageSize, sortField, sortOrder } = input;
  if (instanceId !== undefined) await requireConcerned(database, caller, instanceId);
  const heads = await findHeads(database, instanceId === undefined ? { creatorId: caller.userId } : { instanceId }, input);
  const judged = await judgeLinks(database, heads);
  const states = Object.fromEntries(linkStates.map((one) => [one, 0])) as Record<LinkState, number>;
  for (const link of judged) states[link.state] += 1;
  const chosen = judged.filter((link) => state === undefined || link.state === state);
  const sorted = sortField === 'state' ? chosen.toSorted(byState(sortOrder)) : chosen;
  const items = await presentLinks(database, sorted.slice((page - 1) * pageSize, page * pageSize), context);
  return { total: chosen.length, page, pageSize, items, states };
}

const byState =
  (order: 'asc' | 'desc') =>
  (one: JudgedLink, other: JudgedLink): number =>
    (linkStates.indexOf(one.state) - linkStates.indexOf(other.state)) * (order === 'asc' ? 1 : -1);

/** By the caller's own rights: who may share the item, or decides who has access to it. */
async function requireConcerned(database: Kysely<Tables>, { userId }: Caller, instanceId: InstanceId): Promise<void> {
  const { place } = await authorise(database, { userId }, instanceId, 'list');
  const own = ownItemsAt(place);
  if (!own.includes('share') && !own.includes('personnelManagement')) throw new Failure('NOT_ALLOWED');
}

/** How far the caller's link is verified. Throws LINK_GONE. */
export async function syncStatusOf(
  database: Kysely<Tables>,
  linkPath: string,
  context: UserContext,
): Promise<AnswerOf<typeof calls.link.querySyncStatus>> {
  const { id } = await findOwn(database, context.caller, linkPath);
  const link = await presentLink(database, id, context);
  if (!link) throw new Failure('LINK_GONE');
  const { state, steps, reason, reasonText } = link;
  return { state, steps, ...(reason !== undefined && { reason }), ...(reasonText !== undefined && { reasonText }) };
}
