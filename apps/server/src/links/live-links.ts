import type { Transaction } from 'kysely';
import { roleOfLink } from '@alcove/contract';
import type { InstanceId, NoticePerson } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { putGrants, removeGrants } from '../permission/index.ts';
import { updateLink } from './creator-queries.ts';
import type { LinkChange } from './creator-queries.ts';
import { deleteLinks, findLinksOf, findLinksOn, lockItemOf, lockLink, updateState } from './links-queries.ts';
import { tellEnded } from './tell-ended.ts';

/**
 * Opens a link that was verified: from now on its grant gives what its creator may pass on. Returns false if the link was withdrawn meanwhile.
 */
export async function grantLink(transaction: Transaction<Tables>, linkId: string): Promise<boolean> {
  await lockItemOf(transaction, linkId);
  const link = await lockLink(transaction, linkId);
  if (!link) return false;
  await putGrants(transaction, { kind: 'link', id: linkId }, link.creator_id, [
    {
      instanceId: link.instance_id,
      subject: { kind: 'link', id: linkId },
      role: roleOfLink(link.permissions),
      expiresAt: link.expires_at,
    },
  ]);
  await updateState(transaction, linkId, 'valid');
  return true;
}

/** Ends these links at once, and forgets them and their visitors. What visitors uploaded stays. */
export async function withdrawLinks(transaction: Transaction<Tables>, linkIds: readonly string[]): Promise<void> {
  // A verification that is about to open a link holds its row, so the rows go first.
  await deleteLinks(transaction, linkIds);
  for (const linkId of linkIds) await removeGrants(transaction, linkId);
}

/**
 * Closes a link that must be verified anew, or that has ended: it keeps its row and its visits. `beginVerification` opens it again.
 */
export async function closeLink(transaction: Transaction<Tables>, linkId: string, change: LinkChange): Promise<void> {
  await updateLink(transaction, linkId, change);
  await removeGrants(transaction, linkId);
}

/** Ends every link to these items, because they move to a place where their creators no longer decide. Their creators are told who moved them. */
export async function endLinksOn(
  transaction: Transaction<Tables>,
  instanceIds: readonly InstanceId[],
  why: { reason: 'moved' | 'merged'; by: NoticePerson },
): Promise<void> {
  const links = await findLinksOn(transaction, instanceIds);
  await withdrawLinks(
    transaction,
    links.map(({ id }) => id),
  );
  await tellEnded(transaction, links, why);
}

/** Ends every link of a person who leaves. Links have no successor: somebody else would have to answer for them. */
export async function endLinksOf(transaction: Transaction<Tables>, creatorId: string): Promise<void> {
  await withdrawLinks(transaction, await findLinksOf(transaction, creatorId));
}
