/** Reviews as the verification writes them: asked, decided, ended. */
import { sql } from 'kysely';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { InstanceId, ReviewState } from '@alcove/contract';
import { shareLockContents } from '../contents/index.ts';
import type { Merge } from '../contents/index.ts';
import { daysOf } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { itsLevel } from './file-queries.ts';
import type { Terms } from './terms.ts';
import type { WalkedFile } from './walk-link.ts';

export type ReviewRow = Selectable<Tables['review']>;

export interface NewReview {
  id: string;
  linkId: string;
  creatorId: string;
  instanceId: InstanceId;
  instanceName: string;
  isFile: boolean;
  linkName: string;
  note: string;
  terms: Terms;
  further: boolean;
  rulesVersion: number;
  digest: Buffer;
  /** When the review that it replaces was asked; null: it is asked now. */
  askedAt: Date | null;
}

export interface ReviewedFile {
  file: WalkedFile;
  found: (string | null)[];
}

const rowsAtOnce = 2000;

/**
 * Since the files were read, their contents may have turned out to be stored already. So merges are waited for, and each version has the content that
 * it has now; merges that come later find these rows (`keepReviewed`).
 */
export async function insertReview(transaction: Transaction<Tables>, review: NewReview, files: readonly ReviewedFile[]): Promise<void> {
  await transaction
    .insertInto('review')
    .values({
      id: review.id,
      link_id: review.linkId,
      creator_id: review.creatorId,
      instance_id: review.instanceId,
      instance_name: review.instanceName,
      is_file: review.isFile,
      link_name: review.linkName,
      note: review.note,
      terms: JSON.stringify(review.terms),
      further: review.further,
      files: files.length,
      bytes: files.reduce((sum, { file }) => sum + file.size, 0),
      findings: files.reduce((sum, { found }) => sum + found.length, 0),
      rules_version: review.rulesVersion,
      digest: review.digest,
      ...(review.askedAt && { asked_at: review.askedAt }),
    })
    .execute();
  await shareLockContents(
    transaction,
    files.map(({ file }) => file.id),
  );
  for (let from = 0; from < files.length; from += rowsAtOnce)
    await insertFiles(transaction, review.id, from, files.slice(from, from + rowsAtOnce));
}

async function insertFiles(
  transaction: Transaction<Tables>,
  reviewId: string,
  from: number,
  files: readonly ReviewedFile[],
): Promise<void> {
  const rows = files.map(({ file, found }, index) => ({
    place: from + index,
    instance_id: file.id,
    blob_id: file.blobId,
    name: file.name,
    sensitivity: file.sensitivity,
    size: file.size,
    version: file.version,
    category: file.category,
    path: file.path,
    found,
  }));
  await sql`
    insert into review_file (review_id, place, instance_id, blob_id, name, sensitivity, size, version, category, path, found)
    select ${reviewId}, f.place, f.instance_id, coalesce(v.blob_id, f.blob_id), f.name, f.sensitivity, f.size, f.version, f.category, f.path,
      array(select jsonb_array_elements_text(f.found))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (place int, instance_id uuid, blob_id uuid, name text, sensitivity text, size bigint, version int, category int, path text, found jsonb)
      left join version v on v.instance_id = f.instance_id and v.number = f.version`.execute(transaction);
}

/** What is or was reviewed of files with the content `goesId` counts for `keepsId`, which is the same content. Called before these files get it. */
export async function keepReviewed(transaction: Transaction<Tables>, { keepsId, goesId }: Merge): Promise<void> {
  await sql`
    update review_file f set blob_id = ${keepsId}
    where f.blob_id = ${goesId} and f.instance_id in (
      select id from instance where blob_id = ${goesId} union all select instance_id from version where blob_id = ${goesId}
    )`.execute(transaction);
}

/** The waiting review of a link, locked. */
export const lockWaiting = (transaction: Transaction<Tables>, linkId: string): Promise<ReviewRow | undefined> =>
  transaction.selectFrom('review').selectAll().where('link_id', '=', linkId).where('state', '=', 'waiting').forUpdate().executeTakeFirst();

export const findReview = (database: Kysely<Tables>, reviewId: string): Promise<ReviewRow | undefined> =>
  database.selectFrom('review').selectAll().where('id', '=', reviewId).executeTakeFirst();

export const lockReview = (transaction: Transaction<Tables>, reviewId: string): Promise<ReviewRow | undefined> =>
  transaction.selectFrom('review').selectAll().where('id', '=', reviewId).forUpdate().executeTakeFirst();

export async function setDecided(
  transaction: Transaction<Tables>,
  reviewId: string,
  { state, by, reason = '' }: { state: Exclude<ReviewState, 'waiting'>; by: string | null; reason?: string },
): Promise<void> {
  await transaction
    .updateTable('review')
    .set({ state, decided_by: by, reason, decided_at: sql<Date>`now()` })
    .where('id', '=', reviewId)
    .execute();
}

/** What reviewers decided of a link counts no longer. Returns how many decisions those were. */
export async function voidDecisions(transaction: Transaction<Tables>, linkId: string): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('review')
    .set({ holds: false })
    .where('link_id', '=', linkId)
    .where('state', 'in', ['approved', 'refused'])
    .where('holds', '=', true)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Files that a reviewer refused may be asked for again. */
export async function voidRefusals(transaction: Transaction<Tables>, linkId: string): Promise<void> {
  await transaction.updateTable('review').set({ holds: false }).where('link_id', '=', linkId).where('state', '=', 'refused').execute();
}

export async function isApproved(database: Kysely<Tables>, linkId: string): Promise<boolean> {
  const row = await database
    .selectFrom('review')
    .select('id')
    .where('link_id', '=', linkId)
    .where('state', '=', 'approved')
    .where('holds', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether reviewers approved the link under its present name and note. */
export async function areWordsApproved(
  database: Kysely<Tables>,
  { id, name, note }: { id: string; name: string; note: string },
): Promise<boolean> {
  const row = await database
    .selectFrom('review')
    .select('id')
    .where('link_id', '=', id)
    .where('state', '=', 'approved')
    .where('holds', '=', true)
    .where('link_name', '=', name)
    .where('note', '=', note)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether any file of a review is another one by now: its content, name or sensitivity, or the name or note of its link. Files that are gone do not matter. */
export async function isOutdated(database: Kysely<Tables>, reviewId: string): Promise<boolean> {
  const { rows } = await sql`
    select from review_file f join instance i on i.id = f.instance_id cross join ${itsLevel}
    where f.review_id = ${reviewId} and (f.blob_id is distinct from i.blob_id or f.name <> i.name or f.sensitivity <> l.level)
    union all
    select from review r join link l on l.id = r.link_id where r.id = ${reviewId} and (r.link_name <> l.name or r.note <> l.note) limit 1`.execute(
    database,
  );
  return rows.length > 0;
}

/** Reviews whose links were withdrawn, or failed by what became highly sensitive, locked; others leave them alone meanwhile. */
export async function lockAbandoned(transaction: Transaction<Tables>): Promise<{ id: string; creator_id: string }[]> {
  const { rows } = await sql<{ id: string; creator_id: string }>`
    select r.id, r.creator_id from review r left join link l on l.id = r.link_id
    where r.state = 'waiting' and (r.link_id is null or l.state = 'failed')
    order by r.id limit 100 for update of r skip locked`.execute(transaction);
  return rows;
}

/** Reviews of links that are gone, once they are kept no longer. */
export async function removeOldReviews(database: Kysely<Tables>): Promise<number> {
  const { rows } = await sql`
    delete from review where id in (
      select id from review where link_id is null and decided_at < now() - ${daysOf('reviewDays')} order by decided_at limit 500
    ) returning id`.execute(database);
  return rows.length;
}
