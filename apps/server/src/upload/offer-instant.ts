/**
 * Decides whether an upload needs no bytes. That reveals to the caller that somebody in the company has the content, so it is rate-limited
 * per person, and a setting restricts it to content that they can read anyway (instantTransferScope).
 */
import { uploadFlags } from '@alcove/contract';
import type { BlobId, InstanceId, UploadCheck } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import { newId } from '../ids.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { authoriseEach } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import type { UploadDeps } from './deps.ts';
import type { CheckFacts } from './lookup-queries.ts';
import { findFilesOf } from './ticket-queries.ts';
import { instantAskerOf } from './visitors.ts';

/**
 * How many checks of one person may go without a transfer. Uploading, however much, never comes near it. Somebody who guesses contents soon
 * learns nothing more: they are asked for the bytes, as for content that nobody has.
 */
const asksUnanswered = { perMinute: 600, countsRefused: true } as const;

/** A file arrived, which answers its check. Call it once for each. An empty file's check is not counted. */
export function countAnswered({ instantAsks }: Pick<UploadDeps, 'instantAsks'>, caller: Caller, size: number): void {
  const asker = instantAskerOf(caller);
  if (size > 0 && asker !== null) instantAsks.giveBack(asker.userId, asksUnanswered);
}

/** Of one content, this many files are checked for one that the person can read. */
const mostFiles = 50;

/**
 * Issues a ticket that this person can use once for this name in this folder. Its proof covers random byte ranges that cannot be predicted. Null if the
 * bytes are needed: nobody has the content, or nobody whose files the caller may read; its object is missing or has the wrong size (the new
 * bytes then repair it); or it may be removed before the ticket ends. Nothing is written.
 */
export async function offerInstant(
  { database, store, serviceConfig, instantAsks, tickets }: UploadDeps,
  place: ItemContext,
  { known, fits }: Pick<CheckFacts, 'known' | 'fits'>,
  { name, size }: { name: string; size: number },
  { caller }: UserContext,
): Promise<UploadCheck | null> {
  const asker = instantAskerOf(caller);
  if (size === 0 || asker === null || instantAsks.take(asker.userId, asksUnanswered) > 0) return null;
  const { instantTransferScope } = await serviceConfig();
  if (instantTransferScope === 'reachable' && !(await canRead(database, asker, known?.blobId ?? null))) return null;
  if (!known || (await store.head(known.objectKey, { fresh: true }))?.size !== size) return null;
  if (!fits) return { uploadflag: uploadFlags.noSpace };
  const { ticket, challenge } = tickets.sign({ userId: asker.userId, parentId: place.instanceId, name, blobId: known.blobId });
  return { uploadflag: uploadFlags.known, fileId: ticket, proof: challenge(size) };
}

/**
 * Whether the caller may download some file with that content. The check also runs if nobody has the content, so that its duration reveals
 * nothing.
 */
async function canRead(database: UploadDeps['database'], caller: Caller, blobId: BlobId | null): Promise<boolean> {
  const ids = await findFilesOf(database, blobId, caller.userId, mostFiles);
  const verdicts = await authoriseEach(database, caller, ids.length > 0 ? ids : [newId<InstanceId>()], 'download');
  return [...verdicts.values()].some((verdict) => !(verdict instanceof Failure));
}
