import type { Transaction } from 'kysely';
import type { Link, LinkOutcome } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import type { Tables } from '../database/index.ts';
import { refusal } from '../http/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { lockLinked, lockLinks, withdrawLinks } from '../links/index.ts';
import { publish } from '../live-updates/index.ts';
import { notify } from '../notices/index.ts';
import { findItems, ownItemsAt } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import type { LinkSharingDeps } from './deps.ts';
import { findByPaths } from './link-queries.ts';
import type { KnownLink } from './link-queries.ts';

/**
 * Withdraws links, each on its own: the caller's, and those of others on items whose people the caller manages by their own right. A link that
 * is gone, that never was, and one that the caller may not withdraw are answered alike, by LINK_GONE.
 */
export async function removeLinks(
  { database, changes }: LinkSharingDeps,
  linkPaths: readonly Link['linkPath'][],
  { caller, language }: UserContext,
): Promise<LinkOutcome[]> {
  const paths = [...new Set(linkPaths)];
  const { withdrawn, places } = await database.transaction().execute(async (transaction) => {
    const known = new Map((await findByPaths(transaction, paths)).map((link) => [link.id, link]));
    await lockLinked(
      transaction,
      [...known.values()].map((link) => link.instance_id),
    );
    const locked = (await lockLinks(transaction, [...known.keys()])).map(({ id }) => known.get(id)!);
    // Under the locks: the caller may have been put out of a group meanwhile.
    const at = await findItems(transaction, { userId: caller.userId }, [...new Set(locked.map((link) => link.instance_id))]);
    const links = locked.filter((link) => mayWithdraw(caller, link, at.get(link.instance_id)));
    await withdrawLinks(
      transaction,
      links.map(({ id }) => id),
    );
    await tell(transaction, caller, links, at);
    return { withdrawn: new Set(links.map(({ path }) => path)), places: at };
  });
  for (const place of places.values()) if (place.parentId !== null) changes.listChanged(place, [place.parentId]);
  return paths.map((linkPath) =>
    withdrawn.has(linkPath) ? { linkPath, done: true } : { linkPath, done: false, ...refusal('LINK_GONE', language) },
  );
}

const mayWithdraw = ({ userId }: Caller, link: KnownLink, place: ItemContext | undefined): boolean =>
  link.creator_id === userId || (place !== undefined && ownItemsAt(place).includes('personnelManagement'));

/** Creators are told if somebody else ended what they had sent out. */
async function tell(
  transaction: Transaction<Tables>,
  caller: Caller,
  links: readonly KnownLink[],
  at: ReadonlyMap<string, ItemContext>,
): Promise<void> {
  const by = { userId: caller.userId, name: caller.realName };
  const byCreator = Map.groupBy(links, (link) => link.creator_id);
  for (const [creatorId, theirs] of byCreator) {
    const data = { by, instanceName: at.get(theirs[0]!.instance_id)?.name ?? '', links: theirs.length };
    if (creatorId !== caller.userId) await notify(transaction, [creatorId], { kind: 'linkWithdrawn', data });
  }
  const items = [...new Set(links.map((link) => link.instance_id))];
  await recordActivity(transaction, caller.userId, items, { kind: 'unlinked', data: {} });
  await publish(transaction, [{ to: [...byCreator.keys()], event: 'linkChanged' }]);
}
