/**
 * Saves uploads or tickets as new files with free names, in one statement for all that come into one space: one round trip and one commit
 * instead of ten for each. In any other case (a name is taken, an upload is already saved, the quota is exceeded) nothing changes there and the
 * result is null; the longer way then does it or finds the reason. The space is charged before the names are taken (docs/decisions/0004), and
 * whoever looks for a free number has locked the space too. Each statement names the space's row only once. A statement that locks a row and
 * then changes it would come back to the row's older version and deadlock with those who wait there for the newer one.
 */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { BlobId, Category, InstanceId } from '@alcove/contract';
import { factsColumns, insertEntriesOfFiles } from '../audit/index.ts';
import type { factsRowOfRequest } from '../audit/index.ts';
import { contentColumns, contentRow, insertBlobs, insertReplicas, lockUsable } from '../contents/index.ts';
import type { NewContent } from '../contents/index.ts';
import { isNamed } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
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
import type { FoundUpload } from './lookup-queries.ts';

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

export interface UploadToSave extends FileToAdd {
  upload: FoundUpload;
  content: SavedContent;
}

export interface TicketToSave extends FileToAdd {
  ticketId: string;
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

/** Division by zero fails the whole statement if a name was taken while it waited for the lock of the space. */
const unlessTaken = sql`
  select (select json_agg(id) from made) as ids, (select max(created_at) from made) as created_at,
    1 / ((select count(*) from made) = (select count(*) from saved))::int as complete from charged`;

export async function saveUploads(database: Kysely<Tables>, added: readonly UploadToSave[]): Promise<(NewName | null)[]> {
  const rows = added.map((one) => {
    const { upload, content } = one;
    const { size, md5, confuse, object_key: objectKey, space_id: spaceId, parent_id: parentId, name, user_id: userId } = upload;
    const blobId = newId<BlobId>();
    return {
      ...contentRow({ ...content, id: blobId, size, md5, confuse, objectKey }),
      ...rowOf(one, { id: newId(), spaceId, parentId, name, blobId, size, userId }),
      upload_id: upload.id,
    };
  });
  const { rows: saved } = await sql<Saved>`
    with ${given(
      onlyFirst(rows, ({ upload_id: key }) => key),
      sql`${contentColumns}, upload_id uuid`,
    )},
    open as materialized (select u.id, u.reserved_bytes from given, upload u where u.id = given.upload_id and u.state = 'open' order by u.id for update of u),
    ${folders(added)},
    fresh as materialized (
      select given.*, open.reserved_bytes, folder.name as folder_name from given, open, folder
      where open.id = given.upload_id and folder.id = given.parent_id and ${nameIsFree}
    ),
    charged as (
      ${changeQuota({
        spaceId: spaceOf(added),
        used: sql`total.size`,
        reserved: sql`-total.reserved`,
        from: totals(sql`sum(size)::bigint as size, sum(reserved_bytes)::bigint as reserved`),
      })} returning space.id
    ),
    ${written(added)},
    content as (${insertBlobs(sql`saved`)}),
    stored as (${insertReplicas(sql`saved`)}),
    closed as (
      update upload set state = 'saved', instance_id = saved.id, instance_version = 1, reserved_bytes = 0 from saved where upload.id = saved.upload_id
    )
    ${unlessTaken}`.execute(database);
  return namesOf(rows, saved);
}

export async function saveTickets(database: Kysely<Tables>, added: readonly TicketToSave[]): Promise<(NewName | null)[]> {
  const rows = added.map((one) => ({
    ...rowOf(one, { ...one.file, id: newId(), spaceId: one.folder.spaceId, parentId: one.folder.instanceId }),
    ticket_id: one.ticketId,
  }));
  const contents = [...new Set(added.map(({ file }) => file.blobId))];
  const { rows: saved } = await sql<Saved>`
    with ${given(
      onlyFirst(rows, ({ ticket_id: key }) => key),
      sql`ticket_id text`,
    )},
    open as materialized (select t.id from given, instant_ticket t where t.id = given.ticket_id and t.instance_id is null order by t.id for update of t),
    ${folders(added)},
    content as materialized (${lockUsable(contents, { when: sql`(select count(*) from folder) > 0`, needed: true })}),
    fresh as materialized (
      select given.*, folder.name as folder_name from given, open, folder, content
      where open.id = given.ticket_id and folder.id = given.parent_id and content.id = given.blob_id and ${nameIsFree}
    ),
    charged as (
      ${changeQuota({
        spaceId: spaceOf(added),
        used: sql`total.size`,
        from: totals(sql`sum(size)::bigint as size`),
        where: fitsQuota(sql`total.size`),
      })} returning space.id
    ),
    ${written(added)},
    used as (update instant_ticket set instance_id = saved.id from saved where instant_ticket.id = saved.ticket_id)
    ${unlessTaken}`.execute(database);
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
