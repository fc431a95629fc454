/**
 * Saves uploads or tickets as new files with free names, in one statement for all that come into one space: one round trip and one commit
 * instead of ten for each. In any other case (a name is taken, an upload is already saved, the quota is exceeded) nothing changes there and the
 * result is null; the longer way then does it or finds the reason. Contents come before the space, because who stores one that is stored already waits
 * for those who change it. The space is charged before the names are taken (docs/decisions/0004), and
 * whoever looks for a free number has locked the space too. Each statement names the space's row only once. A statement that locks a row and
 * then changes it would come back to the row's older version and deadlock with those who wait there for the newer one.
 */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { BlobId, Category, InstanceId, SpaceId } from '@alcove/contract';
import { factsColumns, insertEntriesOfFiles } from '../audit/index.ts';
import type { factsRowOfRequest } from '../audit/index.ts';
import { contentColumns, contentRow, insertBlobs, insertReplicas, lockUsable } from '../contents/index.ts';
import type { NewContent } from '../contents/index.ts';
import { isNamed } from '../database/index.ts';
import type { StoredConfuse, Tables } from '../database/index.ts';
import { fileColumns, fileRow, insertFiles } from '../files/index.ts';
import type { NewFile } from '../files/index.ts';
import { newId } from '../ids.ts';
import { changeQuota, fitsQuota } from '../spaces/index.ts';
import { insertUploadRecords, recordColumns, recordRow } from '../transfer-history/index.ts';
import type { UploadRecord } from '../transfer-history/index.ts';
import { insertFirstVersions } from '../versions/index.ts';
import { spaceOf } from './in-one-statement.ts';
import type { Addition } from './in-one-statement.ts';
import { lockedFolders } from './lock-queries.ts';
import { mayBeSaved } from './planned-queries.ts';

export interface NewName {
  instanceId: InstanceId;
  category: Category;
  createdAt: Date;
}

/** What is known of the content besides what is in the row of the upload. */
export type SavedContent = Pick<NewContent, 'bucket' | 'sha256' | 'crc32' | 'verified' | 'noText'>;

interface FileToAdd extends Addition {
  /** For the list of finished transfers. */
  record: UploadRecord;
  /** For the audit log. */
  facts: ReturnType<typeof factsRowOfRequest>;
}

/** An upload whose bytes have arrived. */
export interface Sent {
  objectKey: string;
  userId: string;
  parentId: InstanceId;
  name: string;
  md5: string;
  /** Bytes. */
  size: number;
  confuse: StoredConfuse | null;
  /** Null: it is small and has none (`signed-plans.ts`). */
  row: { id: string; spaceId: SpaceId; reservedBytes: number } | null;
}

export interface UploadToSave extends FileToAdd {
  sent: Sent;
  content: SavedContent;
}

export interface TicketToSave extends FileToAdd {
  ticket: string;
  file: Pick<NewFile, 'name' | 'blobId' | 'size' | 'userId'>;
}

const rowOf = ({ record, facts }: FileToAdd, file: NewFile) => ({ ...fileRow(file), ...recordRow(record), ...facts });
type Row = ReturnType<typeof rowOf>;
const columns = sql`${fileColumns}, ${recordColumns}, ${factsColumns}`;

/** The CTE of what is to be saved. */
const given = (rows: readonly Row[], more: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`given as materialized (select * from json_to_recordset(${JSON.stringify(rows)}::json) as given (${columns}, ${more}))`;

/** The CTE of the folders: locks them against removal, after all of the CTE `open`, and reads their names. */
const folders = (added: readonly FileToAdd[]): RawBuilder<unknown> => sql`
  folder as materialized (
    select f.id, f.name from ${lockedFolders(added)} where (select count(*) from open) > 0 and not f.is_file
  )`;

const nameIsFree = sql`not exists (select from instance i where ${isNamed('i', sql`given.parent_id`, sql`given.folded_name`)})`;

/** Sums over the CTE `fresh`, what can be saved; no row if that is nothing. */
const totals = (sums: RawBuilder<unknown>): RawBuilder<unknown> => sql`(select ${sums} from fresh having count(*) > 0) as total`;

/** The CTEs that write what uploads and tickets have in common, once the CTE `charged` has locked the space. */
const written = (added: readonly FileToAdd[]): RawBuilder<unknown> => sql`
  saved as materialized (select fresh.* from fresh, charged),
  made as (${insertFiles(sql`saved`)}),
  first as (${insertFirstVersions(sql`made`)}),
  recorded as (${insertUploadRecords(sql`saved`)}),
  audited as (${insertEntriesOfFiles(added[0]!.folder, sql`saved`)})`;

interface Saved {
  ids: InstanceId[];
  created_at: Date;
}

/** Division by zero fails the whole statement if not all of them are saved. */
const allAreSaved = (of: 'fresh' | 'open'): RawBuilder<unknown> => sql`
  select (select json_agg(id) from made) as ids, (select max(created_at) from made) as created_at,
    1 / ((select count(*) from made) = (select count(*) from ${sql.raw(of)}))::int as complete, (select count(*) from charged) as charged`;

/** Saves uploads that have rows: their reserved quota becomes used. */
export const saveUploads = (database: Kysely<Tables>, added: readonly UploadToSave[]): Promise<(NewName | null)[]> =>
  saveContents(database, added, {
    open: sql`select u.id::text as origin, u.reserved_bytes from given, upload u where u.id = given.origin::uuid and u.state = 'open' order by u.id for update of u`,
    closed: sql`update upload set state = 'saved', instance_id = saved.id, instance_version = 1, reserved_bytes = 0 from saved where upload.id = saved.origin::uuid`,
    fits: sql`true`,
    // A name may be taken while the statement waits for the lock of the space.
    complete: allAreSaved('fresh'),
  });

/**
 * Takes the keys of what had no row before, and keeps there what a repeated save finds. Two saves of one key meet here, before anything is
 * locked, so the statement has to fail if something that took its key is not saved (`allAreSaved`).
 */
const takeKeys = (may: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  insert into saved_upload (key, instance_id) select given.origin, given.id from given
  where ${nameIsFree} and ${may} order by given.origin on conflict do nothing returning key as origin, 0::bigint as reserved_bytes`;

/** Saves small uploads, which have no rows: here they get their quota. */
export const savePlanned = (database: Kysely<Tables>, added: readonly UploadToSave[], mark: string): Promise<(NewName | null)[]> =>
  saveContents(database, added, {
    open: takeKeys(mayBeSaved(sql`given.origin`, mark)),
    fits: fitsQuota(sql`total.size`),
    complete: allAreSaved('open'),
  });

interface Way {
  /** Takes the uploads: the keys of those that may be saved, as `origin`, and the quota that is reserved for them. */
  open: RawBuilder<unknown>;
  /** Notes that those in `saved` are saved. */
  closed?: RawBuilder<unknown>;
  /** Whether what they need beside the reserved quota is there. */
  fits: RawBuilder<unknown>;
  complete: RawBuilder<unknown>;
}

async function saveContents(
  database: Kysely<Tables>,
  added: readonly UploadToSave[],
  { open, closed, fits, complete }: Way,
): Promise<(NewName | null)[]> {
  const rows = added.map((one) => {
    const { sent, content, folder: to } = one;
    const { size, md5, confuse, objectKey, parentId, name, userId } = sent;
    const blobId = newId<BlobId>();
    return {
      ...contentRow({ ...content, id: blobId, size, md5, confuse, objectKey }),
      ...rowOf(one, { id: newId(), spaceId: to.spaceId, parentId, name, blobId, size, userId }),
      origin: sent.row?.id ?? objectKey,
    };
  });
  const { rows: saved } = await sql<Saved>`
    with ${given(
      onlyFirst(rows, ({ origin }) => origin),
      sql`${contentColumns}, origin text`,
    )},
    open as materialized (${open}),
    ${folders(added)},
    fresh as materialized (
      select given.*, open.reserved_bytes, folder.name as folder_name from given, open, folder
      where open.origin = given.origin and folder.id = given.parent_id and ${nameIsFree}
    ),
    content as (${insertBlobs(sql`fresh`)} returning id),
    charged as (
      ${changeQuota({
        spaceId: spaceOf(added),
        used: sql`total.size`,
        reserved: sql`-total.reserved`,
        from: totals(sql`sum(size)::bigint as size, sum(reserved_bytes)::bigint as reserved`),
        where: sql`${fits} and (select count(*) from content) > 0`,
      })} returning space.id
    ),
    ${written(added)},
    stored as (${insertReplicas(sql`saved`)})
    ${closed ? sql`, closed as (${closed})` : sql``}
    ${complete}`.execute(database);
  return namesOf(rows, saved);
}

/** Saves tickets for instant transfers, which have no rows either. */
export async function saveTickets(database: Kysely<Tables>, added: readonly TicketToSave[]): Promise<(NewName | null)[]> {
  const rows = added.map((one) => ({
    ...rowOf(one, { ...one.file, id: newId(), spaceId: one.folder.spaceId, parentId: one.folder.instanceId }),
    origin: one.ticket,
  }));
  const contents = [...new Set(added.map(({ file }) => file.blobId))];
  const { rows: saved } = await sql<Saved>`
    with ${given(
      onlyFirst(rows, ({ origin }) => origin),
      sql`origin text`,
    )},
    open as materialized (${takeKeys(sql`true`)}),
    ${folders(added)},
    content as materialized (${lockUsable(contents, { when: sql`(select count(*) from folder) > 0`, needed: true })}),
    fresh as materialized (
      select given.*, folder.name as folder_name from given, open, folder, content
      where open.origin = given.origin and folder.id = given.parent_id and content.id = given.blob_id and ${nameIsFree}
    ),
    charged as (
      ${changeQuota({
        spaceId: spaceOf(added),
        used: sql`total.size`,
        from: totals(sql`sum(size)::bigint as size`),
        where: fitsQuota(sql`total.size`),
      })} returning space.id
    ),
    ${written(added)}
    ${allAreSaved('open')}`.execute(database);
  return namesOf(rows, saved);
}

/** Of those that want the same name, or come from the same upload or ticket, only the first can be saved. */
function onlyFirst<Of extends Row>(rows: readonly Of[], origin: (row: Of) => string): Of[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const once = [`${row.parent_id} ${row.folded_name}`, origin(row)];
    const isFirst = !once.some((one) => seen.has(one));
    for (const one of once) seen.add(one);
    return isFirst;
  });
}

function namesOf(rows: readonly Row[], [saved]: Saved[]): (NewName | null)[] {
  const ids = new Set(saved?.ids);
  return rows.map(({ id, category }) => (ids.has(id) ? { instanceId: id, category, createdAt: saved!.created_at } : null));
}
