import { sql } from 'kysely';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { InstanceId, SpaceId } from '@alcove/contract';
import { hoursOf } from '../database/index.ts';
import type { StoredConfuse, Tables } from '../database/index.ts';
import type { Maker } from '../http/index.ts';
import { changeQuota, fitsQuota } from '../spaces/index.ts';
import { spaceOf } from './in-one-statement.ts';
import type { Addition } from './in-one-statement.ts';
import { lockedFolders } from './lock-queries.ts';

export type UploadRow = Selectable<Tables['upload']>;

/** What the steps of an upload are signed from. */
export type OpenUpload = Pick<UploadRow, 'object_key' | 'token' | 'size' | 'part_size' | 'part_count' | 'confuse' | 'store_upload_id'>;

/** An upload that nobody touched for this long is aborted. */
const life = hoursOf('uploadHours');
const endOfLife = sql<Date>`now() + ${life}`;

export interface NewUpload extends Maker {
  id: string;
  /** The link through which a visitor uploads. */
  linkId: string | null;
  spaceId: SpaceId;
  parentId: InstanceId;
  /** The parent is a file, which gets a new version. */
  intoFile: boolean;
  name: string;
  size: number;
  md5: string;
  objectKey: string;
  token: string;
  partSize: number;
  partCount: number;
  confuse: StoredConfuse | null;
}

export interface UploadToRegister extends Addition {
  upload: NewUpload;
}

/**
 * Registers uploads into one space and reserves their quota in one statement: this is the most frequent write, and takes one round trip. The
 * commit does not wait for the disk: nothing is promised yet, and if a power failure loses uploads, the client asks for others. The folders
 * are locked before the space, like everywhere that needs both (a move to another space locks its folders and then charges quota).
 * Nothing is reserved if all of them together do not fit.
 */
export async function insertUploads(database: Kysely<Tables>, added: readonly UploadToRegister[]): Promise<('registered' | null)[]> {
  const given = added.map(({ upload }) => ({
    id: upload.id,
    user_id: upload.userId,
    visitor_id: upload.visitorId,
    link_id: upload.linkId,
    parent_id: upload.parentId,
    into_file: upload.intoFile,
    name: upload.name,
    md5: upload.md5,
    size: upload.size,
    object_key: upload.objectKey,
    token: upload.token,
    part_size: upload.partSize,
    part_count: upload.partCount,
    confuse: upload.confuse,
  }));
  const { rows } = await sql<{ id: string }>`
    with folder as materialized (
      select f.id, f.is_file from ${lockedFolders(added)}
    ),
    fresh as materialized (
      select given.* from json_to_recordset(${JSON.stringify(given)}::json) as given (id uuid, user_id uuid, visitor_id uuid, link_id uuid, parent_id uuid, into_file boolean,
        name text, md5 text, size bigint, object_key text, token text, part_size bigint, part_count int, confuse jsonb), folder
      where folder.id = given.parent_id and folder.is_file = given.into_file
    ),
    held as (
      ${changeQuota({
        spaceId: spaceOf(added),
        reserved: sql`total.size`,
        from: sql`(select sum(size)::bigint as size from fresh having count(*) > 0) as total`,
        where: fitsQuota(sql`total.size`),
      })} returning space.id
    )
    insert into upload (id, user_id, visitor_id, link_id, space_id, parent_id, name, size, md5, object_key, token, part_size, part_count, confuse, reserved_bytes, expires_at)
    select fresh.id, fresh.user_id, fresh.visitor_id, fresh.link_id, held.id, fresh.parent_id, fresh.name, fresh.size, fresh.md5, fresh.object_key, fresh.token,
      fresh.part_size, fresh.part_count, fresh.confuse, fresh.size, ${endOfLife}
    from fresh, held returning id, set_config('synchronous_commit', 'off', true)`.execute(database);
  const registered = new Set(rows.map(({ id }) => id));
  return added.map(({ upload }) => (registered.has(upload.id) ? 'registered' : null));
}

/** Why an upload could not be registered. */
export async function whyNot(database: Kysely<Tables>, upload: NewUpload): Promise<'overQuota' | 'folderGone'> {
  const folder = await database
    .selectFrom('instance')
    .select('id')
    .where('id', '=', upload.parentId)
    .where('space_id', '=', upload.spaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return folder ? 'overQuota' : 'folderGone';
}

/** Finds the caller's unfinished upload of the same content to the same place, to resume it, and extends its life. */
export async function findUnfinished(
  database: Kysely<Tables>,
  of: Maker & { spaceId: SpaceId; parentId: InstanceId; name: string; md5: string; size: number },
): Promise<UploadRow | undefined> {
  return (
    database
      .updateTable('upload')
      .set({ expires_at: endOfLife })
      .where('user_id', '=', of.userId)
      .where('visitor_id', 'is not distinct from', of.visitorId)
      .where('md5', '=', of.md5)
      .where('size', '=', of.size)
      .where('state', '=', sql.lit('open'))
      .where('parent_id', '=', of.parentId)
      // The folder may have been moved to another space meanwhile.
      .where('space_id', '=', of.spaceId)
      .where('name', '=', of.name)
      .where('expires_at', '>', sql<Date>`now()`)
      .returningAll()
      .executeTakeFirst()
  );
}

/** The person's or the visitor's upload: what visitors of a link upload is not the creator's to go on with. */
export async function findUpload(
  database: Kysely<Tables>,
  { userId, visitorId }: Maker,
  objectKey: string,
): Promise<UploadRow | undefined> {
  return database
    .selectFrom('upload')
    .selectAll()
    .where('object_key', '=', objectKey)
    .where('user_id', '=', userId)
    .where('visitor_id', 'is not distinct from', visitorId)
    .executeTakeFirst();
}

/** Locks the row until the transaction ends. A second save of the same upload waits here and then finds it saved (I3). */
export async function lockUpload(transaction: Transaction<Tables>, id: string): Promise<UploadRow | undefined> {
  return transaction.selectFrom('upload').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Binds the store's upload id to the upload. False if another id is bound already. Keeps the upload alive. */
export async function bindStoreUpload(database: Kysely<Tables>, id: string, storeUploadId: string): Promise<boolean> {
  const row = await database
    .updateTable('upload')
    .set({ store_upload_id: storeUploadId, expires_at: endOfLife })
    .where('id', '=', id)
    .where('state', '=', sql.lit('open'))
    .where((where) => where.or([where('store_upload_id', 'is', null), where('store_upload_id', '=', storeUploadId)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes the store's upload id from the upload, so that a new one can be bound. An id that was bound meanwhile stays. */
export async function unbindStoreUpload(database: Kysely<Tables>, id: string, storeUploadId: string): Promise<void> {
  await sql`update upload set store_upload_id = null where id = ${id} and store_upload_id = ${storeUploadId} and state = 'open'`.execute(
    database,
  );
}

export async function keepUploadAlive(database: Kysely<Tables>, id: string): Promise<void> {
  await sql`update upload set expires_at = ${endOfLife} where id = ${id} and state = 'open' and expires_at < now() + ${life} / 2`.execute(
    database,
  );
}

export async function markSaved(transaction: Transaction<Tables>, id: string, instanceId: InstanceId, version: number): Promise<void> {
  await transaction
    .updateTable('upload')
    .set({ state: 'saved', instance_id: instanceId, instance_version: version, reserved_bytes: 0 })
    .where('id', '=', id)
    .execute();
}
