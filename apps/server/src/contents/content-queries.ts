import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { StoredConfuse, Tables } from '../database/index.ts';

export interface StoredContent {
  id: string;
  size: number;
  md5: string;
  sha256: string | null;
  confuse: StoredConfuse | null;
  objectKey: string;
  quarantined: boolean;
}

export async function readContent(database: Kysely<Tables>, blobId: string, bucket: string): Promise<StoredContent | undefined> {
  const row = await database
    .selectFrom('blob as b')
    .innerJoin('replica as r', 'r.blob_id', 'b.id')
    .select([
      'b.id',
      'b.size',
      'b.md5',
      'b.sha256',
      'b.confuse',
      'r.object_key',
      sql<boolean>`b.quarantined_at is not null`.as('quarantined'),
    ])
    .where('b.id', '=', blobId)
    .where('r.bucket', '=', bucket)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      size: row.size,
      md5: row.md5,
      sha256: row.sha256,
      confuse: row.confuse,
      objectKey: row.object_key,
      quarantined: row.quarantined,
    }
  );
}

/** Keeps content from being collected while a reference to it is made (I6): a new reference revives it or finds it gone. */
export async function reviveContent(transaction: Transaction<Tables>, blobId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('blob')
    .select(['id', 'unneeded_since'])
    .where('id', '=', blobId)
    .where('verified_at', 'is not', null)
    .where('quarantined_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  if (row?.unneeded_since) await transaction.updateTable('blob').set({ unneeded_since: null }).where('id', '=', blobId).execute();
  return row !== undefined;
}

export async function insertContent(
  transaction: Transaction<Tables>,
  content: {
    id: string;
    size: number;
    md5: string;
    sha256: string | null;
    confuse: StoredConfuse | null;
    bucket: string;
    objectKey: string;
  },
): Promise<void> {
  await sql`
    with b as (
      insert into blob (id, size, md5, sha256, confuse)
      values (${content.id}, ${content.size}, ${content.md5}, ${content.sha256}, ${content.confuse === null ? null : JSON.stringify(content.confuse)}::jsonb)
    )
    insert into replica (blob_id, bucket, object_key) values (${content.id}, ${content.bucket}, ${content.objectKey})`.execute(transaction);
}

/**
 * What all versions of these files hold, before the versions that are to go: content that is just being put together with the same
 * content of others is held by who then points its versions elsewhere (docs/decisions/0004).
 */
export async function lockContents(transaction: Transaction<Tables>, fileIds: readonly string[]): Promise<void> {
  await sql`
    select from blob where id in (select blob_id from version where instance_id = any(${fileIds}::uuid[])) order by id for no key update`.execute(
    transaction,
  );
}

/**
 * What these files hold now, before the files themselves: content that is just being put together with the same content of others waits
 * until our rows, which refer to it too, can be seen. Answers which contents these are.
 */
export async function shareLockContents(transaction: Transaction<Tables>, fileIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from blob where id in (select blob_id from instance where id = any(${fileIds}::uuid[])) order by id for share`.execute(
    transaction,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Content that may have lost its last version: what nothing uses any more is collected after its time of grace. */
export async function releaseContent(transaction: Transaction<Tables>, blobIds: readonly string[]): Promise<void> {
  await sql`
    update blob set unneeded_since = now() where id = any(${blobIds}::uuid[]) and unneeded_since is null
      and not exists (select from instance where blob_id = blob.id) and not exists (select from version where blob_id = blob.id)`.execute(
    transaction,
  );
}
