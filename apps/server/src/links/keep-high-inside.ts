/**
 * Nothing that is highly sensitive itself is below a link that is open or being verified (docs/decisions/0080): it is not let in, a link to a folder
 * with it is not made, and what becomes highly sensitive ends the links above. All of this happens under the lock of the space's tree.
 */
import type { Kysely, Transaction } from 'kysely';
import type { InstanceId, Sensitivity, SpaceId } from '@alcove/contract';
import { enterAs, factsOfSystem } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { publish } from '../live-updates/index.ts';
import { notify } from '../notices/index.ts';
import { findHighBelow } from '../permission/index.ts';
import { lockLinks } from './creator-queries.ts';
import type { LockedLink } from './creator-queries.ts';
import { findLinksOver, lockLinked } from './high-queries.ts';
import { wouldGoOut } from './high-rules.ts';
import type { Exposure } from './high-rules.ts';
import { closeLink } from './live-links.ts';

/** `folder`: what comes is one, at present in this space. Throws HIGH_INTO_LINK. */
export async function requireHighStays(
  database: Kysely<Tables>,
  into: Exposure,
  coming: { own: Sensitivity; folder?: { folderId: InstanceId; spaceId: SpaceId } | null; from: Exposure | null },
): Promise<void> {
  if (into.linked.length === 0) return;
  const holdsHigh = coming.folder ? await findHighBelow(database, coming.folder) : false;
  if (wouldGoOut(into, { ...coming, holdsHigh })) throw new Failure('HIGH_INTO_LINK');
}

/** A locked link, and what its item is called. */
export type NamedLink = LockedLink & { itemName: string };

/** Locks the links to an item and to the folders above it, together with their items and the item itself. */
export async function lockLinksOver(transaction: Transaction<Tables>, instanceId: InstanceId): Promise<NamedLink[]> {
  const links = await findLinksOver(transaction, instanceId);
  const names = await lockLinked(transaction, [instanceId, ...links.map((link) => link.instance_id)]);
  const ids = links.map(({ id }) => id);
  const locked = ids.length === 0 ? [] : await lockLinks(transaction, ids);
  return locked.map((link) => ({ ...link, itemName: names.get(link.instance_id) ?? '' }));
}

/** Ends these links, because something that they share is highly sensitive now. Their creators can open them again once it is not, or not there. */
export async function failForHigh(transaction: Transaction<Tables>, links: readonly NamedLink[]): Promise<void> {
  for (const { id, path, creator_id: creatorId, itemName } of links) {
    await closeLink(transaction, id, { state: 'failed', reason: 'sensitive', reason_text: '' });
    const data = { by: null, outcome: 'sensitive', reason: '', linkId: id, instanceName: itemName } as const;
    await notify(transaction, [creatorId], { kind: 'linkReviewed', data });
    await publish(transaction, [{ to: [creatorId], event: 'linkChanged' }]);
    await enterAs(transaction, factsOfSystem('system.failLink'), [{ kind: 'link', id: null, key: path, detail: { reason: 'sensitive' } }]);
  }
}
