import type { Kysely } from 'kysely';
import type { InstanceId, InvalidApproval, LinkStatus } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { findHeads } from './link-queries.ts';
import { whyInvalid } from '../outbound/index.ts';
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
  const own = await ownOn(database, context.caller, instanceIds);
  const why = await whyInvalid(
    database,
    own.map(({ id, state, approved }) => ({ id, approved, isOpen: state === 'valid' })),
  );
  const groups = Map.groupBy(
    own.filter(({ id }) => why.has(id)),
    ({ id }) => why.get(id)!,
  );
  const told: { shown: InvalidApproval; createTime: string }[] = [];
  for (const [because, links] of groups)
    for (const { linkPath, name, state, reason, createTime, instances } of await presentLinks(database, links, context)) {
      const [item] = instances;
      told.push({ shown: { instanceId: item!.instanceId, linkPath, name, state, why: because, ...(reason && { reason }) }, createTime });
    }
  return told.sort((one, other) => (one.createTime < other.createTime ? 1 : -1)).map(({ shown }) => shown);
}
