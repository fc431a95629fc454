/** What differs when the visitor of a link uploads. */
import type { Kysely, Transaction } from 'kysely';
import { limits } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { countUpload } from '../links/index.ts';
import { recordUpload } from '../transfer-history/index.ts';
import type { UploadRecord } from '../transfer-history/index.ts';
import type { SavedFile } from './save-file.ts';
import { fitsLink } from './visitors-queries.ts';

/** Throws LINK_FILE_TOO_LARGE, LINK_FULL. */
export async function requireFitsLink(database: Kysely<Tables>, { visitor }: Caller, size: number): Promise<void> {
  if (!visitor) return;
  if (size > limits.visitorFileBytes) throw new Failure('LINK_FILE_TOO_LARGE');
  if (!(await fitsLink(database, visitor.linkId, size))) throw new Failure('LINK_FULL');
}

/** Who may learn that the company has a content: nobody but its own people. Null for a visitor who is not signed in. */
export const instantAskerOf = (caller: Caller): Caller | null => (caller.visitor ? caller.visitor.person : caller);

/**
 * Keeps that the file arrived, in the transaction of the save: in the list of finished transfers of a person, and with the link of a visitor.
 * Throws LINK_FULL.
 */
export async function keepArrival(
  transaction: Transaction<Tables>,
  { userId, visitor }: Caller,
  saved: SavedFile & { size: number },
  record: UploadRecord,
): Promise<void> {
  if (!visitor) await recordUpload(transaction, record, saved);
  else if (!(await countUpload(transaction, { linkId: visitor.linkId, visitorId: userId }, saved))) throw new Failure('LINK_FULL');
}
