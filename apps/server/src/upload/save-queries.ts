/**
 * Saves an upload or a ticket as a new file with a free name, in one statement: one round trip and one commit instead of ten. In any other
 * case (the name is taken, the upload is already saved, the quota is exceeded) nothing changes and the result is null; the longer way then
 * does it or finds the reason. The space is charged before the name is taken (docs/decisions/0004), and whoever looks for a free number has
 * locked the space too. Each statement names the space's row only once. A statement that locks a row and then changes it would come back to
 * the row's older version and deadlock with those who wait there for the newer one.
 */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { categoryOf, foldName } from '@alcove/contract';
import type { BlobId, Category, InstanceId } from '@alcove/contract';
import { entryOfFile } from '../audit/index.ts';
import { insertBlob, insertReplica, lockUsable } from '../contents/index.ts';
import type { NewContent } from '../contents/index.ts';
import type { Tables } from '../database/index.ts';
import { insertFile } from '../files/index.ts';
import type { NewFile } from '../files/index.ts';
import { newId } from '../ids.ts';
import type { ItemContext } from '../permission/index.ts';
import { changeQuota, fitsQuota } from '../spaces/index.ts';
import { insertUploadRecord } from '../transfer-history/index.ts';
import type { UploadRecord } from '../transfer-history/index.ts';
import { insertFirstVersions } from '../versions/index.ts';
import type { FoundUpload } from './lookup-queries.ts';

export interface NewName {
  instanceId: InstanceId;
  category: Category;
  createdAt: Date;
}

const divisionByZero = '22012';
const uniqueViolation = '23505';

const nameIsFree = (parentId: InstanceId, name: string): RawBuilder<boolean> =>
  sql`not exists (select from instance where parent_id = ${parentId} and folded_name = ${foldName(name)} and deleted_at is null)`;

/** Locks the folder against removal and reads its name, if the CTE `open` has a row. */
const lockFolderOf = ({ parentId, spaceId }: Pick<NewFile, 'parentId' | 'spaceId'>): RawBuilder<unknown> => sql`
  select f.id, f.name from instance f, open where f.id = ${parentId} and f.space_id = ${spaceId} and not f.is_file and f.deleted_at is null for key share of f`;

/** Division by zero fails the whole statement if the name was taken while it waited for the lock of the space. */
const unlessTaken = sql`select (select created_at from made) as created_at, 1 / (select count(*) from made) as made from charged`;

/** What is known of the content besides what is in the row of the upload. */
export type SavedContent = Pick<NewContent, 'bucket' | 'sha256' | 'crc32' | 'verified'>;

/** The folder as the permission check read it, and what the list of finished transfers gets. */
export interface SavedInto {
  folder: ItemContext;
  record: UploadRecord;
}

export async function saveUploadAtOnce(
  database: Kysely<Tables>,
  upload: FoundUpload,
  saved: SavedContent,
  { folder, record }: SavedInto,
): Promise<NewName | null> {
  const content = {
    ...saved,
    id: newId<BlobId>(),
    size: upload.size,
    md5: upload.md5,
    confuse: upload.confuse,
    objectKey: upload.object_key,
  };
  const file: NewFile = {
    id: newId(),
    spaceId: upload.space_id,
    parentId: upload.parent_id,
    name: upload.name,
    blobId: content.id,
    size: upload.size,
    userId: upload.user_id,
  };
  return unlessRefused(
    sql<{ created_at: Date }>`
    with open as (select id, reserved_bytes from upload where id = ${upload.id} and state = 'open' for update),
    folder as (${lockFolderOf(file)}),
    charged as (
      ${changeQuota({
        spaceId: file.spaceId,
        used: file.size,
        reserved: sql`-open.reserved_bytes`,
        from: sql`open, folder`,
        where: nameIsFree(file.parentId, file.name),
      })} returning space.id
    ),
    made as (${insertFile(file, sql`folder, charged`)}),
    content as (${insertBlob(content, sql`made`)}),
    stored as (${insertReplica(content, sql`made`)}),
    first as (${insertFirstVersions(sql`made`)}),
    closed as (update upload set state = 'saved', instance_id = made.id, instance_version = 1, reserved_bytes = 0 from made where upload.id = ${upload.id}),
    recorded as (${insertUploadRecord(record, sql`made`)}),
    audited as (${entryOfFile({ name: file.name, folder }, sql`made, folder`)})
    ${unlessTaken}`.execute(database),
    file,
  );
}

export async function saveTicketAtOnce(
  database: Kysely<Tables>,
  { ticketId, ...of }: Omit<NewFile, 'id'> & { ticketId: string },
  { folder, record }: SavedInto,
): Promise<NewName | null> {
  const file: NewFile = { ...of, id: newId() };
  return unlessRefused(
    sql<{ created_at: Date }>`
    with open as (select id from instant_ticket where id = ${ticketId} and instance_id is null for update),
    folder as (${lockFolderOf(file)}),
    content as (${lockUsable(file.blobId, { from: sql`folder`, needed: true })}),
    charged as (
      ${changeQuota({
        spaceId: file.spaceId,
        used: file.size,
        from: sql`content`,
        where: sql`${fitsQuota(file.size)} and ${nameIsFree(file.parentId, file.name)}`,
      })} returning space.id
    ),
    made as (${insertFile(file, sql`folder, content, charged`)}),
    first as (${insertFirstVersions(sql`made`)}),
    used as (update instant_ticket set instance_id = made.id from made where instant_ticket.id = ${ticketId}),
    recorded as (${insertUploadRecord(record, sql`made`)}),
    audited as (${entryOfFile({ name: file.name, folder }, sql`made, folder`)})
    ${unlessTaken}`.execute(database),
    file,
  );
}

async function unlessRefused(
  statement: Promise<{ rows: { created_at: Date }[] }>,
  { id: instanceId, name }: NewFile,
): Promise<NewName | null> {
  try {
    const [row] = (await statement).rows;
    return row ? { instanceId, category: categoryOf(name), createdAt: row.created_at } : null;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === divisionByZero || code === uniqueViolation) return null;
    throw error;
  }
}
