/**
 * Whether an upload needs no bytes. That tells the asker that somebody in the company has the content: it is bounded for each person,
 * and a setting narrows it to content that they can read anyway (instantTransferScope).
 */
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { UploadCheck } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { authoriseEach } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import type { UploadDeps } from './deps.ts';
import type { CheckFacts } from './lookup-queries.ts';
import { findFilesOf, insertTicket } from './ticket-queries.ts';

/**
 * Questions of one person that no transfer followed. Who uploads is never near it, however much; who guesses contents soon learns
 * nothing more, and is asked for the bytes like anybody whose content nobody has.
 */
export const asksUnanswered = { perMinute: 600 };

const provedRanges = { count: 4, bytes: 65_536 };
/** Files of a content that are looked at for one that the person can read. */
const mostFiles = 50;

/**
 * A ticket for one use by this person into this folder: the proof is over ranges that nobody could foresee. Null where the bytes are
 * needed: nobody has the content, or nobody of whom the asker may know; its object is not what it should be (what is sent then heals it), or
 * it is being removed.
 */
export async function offerInstant(
  { database, store, serviceConfig, instantAsks }: UploadDeps,
  place: ItemContext,
  { known, fits }: Pick<CheckFacts, 'known' | 'fits'>,
  size: number,
  { caller }: UserContext,
): Promise<UploadCheck | null> {
  if (size === 0 || instantAsks.take(caller.userId, asksUnanswered) > 0) return null;
  const { instantTransferScope } = await serviceConfig();
  if (instantTransferScope === 'reachable' && !(await canRead(database, caller, known?.blobId ?? null))) return null;
  if (!known || (await store.head(known.objectKey, { fresh: true }))?.size !== size) return null;
  if (!fits) return { uploadflag: '2' };
  const ranges: [number, number][] =
    size <= provedRanges.bytes
      ? [[0, size]]
      : Array.from({ length: provedRanges.count }, () => [randomInt(0, size - provedRanges.bytes + 1), provedRanges.bytes]);
  const ticket = { id: randomBytes(24).toString('base64url'), nonce: randomBytes(24).toString('base64url') };
  const given = await insertTicket(database, {
    ...ticket,
    userId: caller.userId,
    parentId: place.instanceId,
    blobId: known.blobId,
    ranges,
  });
  return given ? { uploadflag: '1', fileId: ticket.id, proof: { nonce: ticket.nonce, ranges } } : null;
}

/** Some file of that content can be downloaded by the caller. The same is asked where nobody has it, so that the time tells nothing. */
async function canRead(database: UploadDeps['database'], caller: Caller, blobId: string | null): Promise<boolean> {
  const ids = await findFilesOf(database, blobId, caller.userId, mostFiles);
  const verdicts = await authoriseEach(database, caller, ids.length > 0 ? ids : [randomUUID()], 'download');
  return [...verdicts.values()].some((verdict) => !(verdict instanceof Failure));
}
