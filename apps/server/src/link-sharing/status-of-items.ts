import type { Kysely } from 'kysely';
import type { InstanceId, InvalidApproval, LinkStatus } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { findHeads } from './link-queries.ts';
import type { HeadRow } from './link-queries.ts';
import { bestState } from './link-rules.ts';
import { judgeLinks, presentLinks } from './present-links.ts';
import type { JudgedLink } from './present-links.ts';

/** The caller's own links to these items, so that nothing is told of items that are hidden from them. */
async function ownOn(database: Kysely<Tables>, { userId }: Caller, instanceIds: readonly InstanceId[]): Promise<(JudgedLink & HeadRow)[]> {
  const heads = await findHeads(database, { creatorId: userId, among: instanceIds }, { sortField: 'createTime', sortOrder: 'desc' });
  const judged = await judgeLinks(database, heads);
  return heads.map((head, index) => ({ ...head, ...judged[index]! }));
}

/** In the order of the ids. */
export async function linkStatusOf(
  database: Kysely<Tables>,
  instanceIds: readonly InstanceId[],
  { caller }: UserContext,
): Promise<LinkStatus[]> {
  const own = Map.groupBy(await ownOn(database, caller, instanceIds), (link) => link.instance_id);
  return [...new Set(instanceIds)].map((instanceId) => {
    const links = own.get(instanceId) ?? [];
    return { instanceId, links: links.length, state: bestState(links.map(({ state }) => state)) };
  });
}

/** The newest first. */
export async function invalidApprovals(
  database: Kysely<Tables>,
  instanceIds: readonly InstanceId[],
  context: UserContext,
): Promise<InvalidApproval[]> {
  const closed = (await ownOn(database, context.caller, instanceIds)).filter((link) => link.approved && link.state !== 'valid');
  const shown = await presentLinks(database, closed, context);
  return shown.map(({ linkPath, name, state, reason, instances: [item] }) => ({
    instanceId: item!.instanceId,
    linkPath,
    name,
    state,
    ...(reason !== undefined && { reason }),
  }));
}
