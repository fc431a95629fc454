/**
 * Nothing that is highly sensitive itself is below a link that is open or being verified (docs/decisions/0080): it is not let in, a link to a folder
 * with it is not made, and what becomes highly sensitive ends the links above. All of this happens under the lock of the space's tree.
 */
import type { Kysely, Transaction } from 'kysely';
import type { InstanceId, NoticePerson, Sensitivity, SpaceId } from '@alcove/contract';
import { enterAs, factsOfSystem } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { findHighBelow } from '../permission/index.ts';
import { lockLinks } from './creator-queries.ts';
import type { LockedLink } from './creator-queries.ts';
import { findLinksOver, lockLinked } from './high-queries.ts';
import { wouldGoOut } from './high-rules.ts';
import type { Exposure } from './high-rules.ts';
import type { NamedLink } from './links-queries.ts';
import { closeLink } from './live-links.ts';
import { tellEnded } from './tell-ended.ts';

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

/** A locked link, and the name of its item. */
export type LockedNamedLink = LockedLink & NamedLink;

/** Locks the links to an item and to the folders above it, together with their items and the item itself. */
export async function lockLinksOver(transaction: Transaction<Tables>, instanceId: InstanceId): Promise<LockedNamedLink[]> {
  const links = await findLinksOver(transaction, instanceId);
  const names = await lockLinked(transaction, [instanceId, ...links.map((link) => link.instance_id)]);
  const ids = links.map(({ id }) => id);
  const locked = ids.length === 0 ? [] : await lockLinks(transaction, ids);
  return locked.map((link) => ({ ...link, instance_name: names.get(link.instance_id) ?? '' }));
}

/**
 * Ends these links, because something that they share is highly sensitive now, and tells their creators: they can open them again when it is not, or not
 * there. `by`: who said that it is.
 */
export async function failForHigh(transaction: Transaction<Tables>, links: readonly LockedNamedLink[], by: NoticePerson): Promise<void> {
  for (const { id, path } of links) {
    await closeLink(transaction, id, { state: 'failed', reason: 'sensitive', reason_text: '' });
    await enterAs(transaction, factsOfSystem('system.failLink'), [{ kind: 'link', id: null, key: path, detail: { reason: 'sensitive' } }]);
  }
  await tellEnded(transaction, links, { reason: 'sensitive', by });
}
