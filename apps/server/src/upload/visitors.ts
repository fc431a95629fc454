/** What differs when the visitor of a link uploads. */
import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { countUpload } from '../links/index.ts';
import { notifyUnlessUnread } from '../notices/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { recordUpload } from '../transfer-history/index.ts';
import type { UploadRecord } from '../transfer-history/index.ts';
import type { UploadDeps } from './deps.ts';
import type { OnConflict, SavedFile } from './save-file.ts';
import { fitsLink } from './visitors-queries.ts';

/** Throws LINK_FILE_TOO_LARGE, LINK_FULL. */
export async function requireFitsLink(
  { database, serviceConfig }: Pick<UploadDeps, 'database' | 'serviceConfig'>,
  { visitor }: Caller,
  size: number,
): Promise<void> {
  if (!visitor) return;
  const { visitorFileBytes: most } = await serviceConfig();
  if (size > most) throw new Failure('LINK_FILE_TOO_LARGE', { gigabytes: Math.floor((most / 2 ** 30) * 1000) / 1000 });
  if (!(await fitsLink(database, visitor.linkId, size))) throw new Failure('LINK_FULL');
}

/**
 * A visitor whose link may be edited gives a file of the link a new version by naming the file itself in place of its folder, which may lie outside the
 * link. The file keeps its name, whatever the content was called, and nothing comes beside it. Throws NOT_A_FOLDER.
 */
export function requireReplaces({ visitor }: Caller, { onConflict }: { onConflict?: OnConflict | undefined }): void {
  if (!visitor || onConflict !== 'version') throw new Failure('NOT_A_FOLDER', { field: 'parentId' });
}

/** The name that something uploaded to this place has afterwards. */
export const savedAs = (place: Pick<ItemContext, 'isFile' | 'name'>, name: string): string => (place.isFile ? place.name : name);

/** Who may learn that the company has a content: nobody but its own people. Null for a visitor who is not signed in. */
export const instantAskerOf = (caller: Caller): Caller | null => (caller.visitor ? caller.visitor.person : caller);

/**
 * Keeps that the file arrived, in the transaction of the save: in the list of finished transfers of a person, and with the link of a visitor.
 * The link's creator is told of what was replaced. Throws LINK_FULL.
 */
export async function keepArrival(
  transaction: Transaction<Tables>,
  { userId, visitor }: Caller,
  saved: SavedFile & { size: number },
  record: UploadRecord,
): Promise<void> {
  if (!visitor) return recordUpload(transaction, record, saved);
  const { linkId, creatorId, person } = visitor;
  const linkName = await countUpload(transaction, { linkId, visitorId: userId }, saved);
  if (linkName === null) throw new Failure('LINK_FULL');
  // A new file takes nothing from anybody, and the visits of the link show it.
  if (saved.version === 1 || person?.userId === creatorId) return;
  const { instanceId, name: instanceName, version } = saved;
  const data = { linkId, linkName, instanceId, instanceName, version };
  await notifyUnlessUnread(transaction, creatorId, { kind: 'linkVersion', data }, { linkId });
}
