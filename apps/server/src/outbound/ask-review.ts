import { createHash } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';
import { publish } from '../live-updates/index.ts';
import { notify, settle } from '../notices/index.ts';
import { administratorsWith } from '../roles/index.ts';
import { insertReview, lockWaiting, setDecided } from './review-queries.ts';
import type { ReviewedFile, ReviewRow } from './review-queries.ts';
import type { Terms } from './terms.ts';

/**
 * The same for the same files, in whatever folders: version, name and sensitivity, what the link allows, and what it says of itself. A version keeps its
 * number when its content turns out to be stored already.
 */
export function digestOf(files: readonly ReviewedFile[], terms: Terms, { name, note }: { name: string; note: string }): Buffer {
  const lines = files.map(({ file }) => JSON.stringify([file.id, file.version, file.sensitivity, file.name])).sort();
  return createHash('sha256')
    .update(JSON.stringify([terms, name, note]))
    .update(lines.join('\n'))
    .digest();
}

export interface Asked {
  link: Selectable<Tables['link']>;
  item: { name: string; isFile: boolean };
  creator: { userId: string; name: string };
  terms: Terms;
  files: readonly ReviewedFile[];
  /** The link is open. */
  further: boolean;
  rulesVersion: number;
}

/** Asks reviewers for a decision, unless they are asked for the same already. What they were asked before is replaced, in its place in the line. */
export async function askReview(transaction: Transaction<Tables>, asked: Asked): Promise<void> {
  const { link, item, creator, terms, files, further, rulesVersion } = asked;
  const digest = digestOf(files, terms, link);
  const waiting = await lockWaiting(transaction, link.id);
  if (waiting?.digest.equals(digest)) return;
  if (waiting) await endReview(transaction, waiting);
  const id = newId();
  await insertReview(
    transaction,
    {
      id,
      linkId: link.id,
      creatorId: link.creator_id,
      instanceId: link.instance_id,
      instanceName: item.name,
      isFile: item.isFile,
      linkName: link.name,
      note: link.note,
      terms,
      further,
      rulesVersion,
      digest,
      askedAt: waiting?.asked_at ?? null,
    },
    files,
  );
  const reviewers = await administratorsWith(transaction, 'links.review', link.creator_id);
  await notify(transaction, reviewers, { kind: 'linkReview', data: { by: creator, reviewId: id, instanceName: item.name } }, id);
  await publish(transaction, [{ to: reviewers, event: 'reviewsChanged' }]);
}

/** Nobody has to decide any more, because the link or its files are others now. */
export async function endReview(
  transaction: Transaction<Tables>,
  { id, creator_id: creatorId }: Pick<ReviewRow, 'id' | 'creator_id'>,
): Promise<void> {
  await setDecided(transaction, id, { state: 'ended', by: null });
  await leaveLine(transaction, id, creatorId);
}

/** A review was decided or ended: it leaves everybody's list. */
export async function leaveLine(transaction: Transaction<Tables>, reviewId: string, creatorId: string): Promise<void> {
  await settle(transaction, reviewId);
  await publish(transaction, [{ to: await administratorsWith(transaction, 'links.review', creatorId), event: 'reviewsChanged' }]);
}

export async function endWaiting(transaction: Transaction<Tables>, linkId: string): Promise<void> {
  const waiting = await lockWaiting(transaction, linkId);
  if (waiting) await endReview(transaction, waiting);
}
