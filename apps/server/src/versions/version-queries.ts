import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';

export interface VersionRow {
  number: number;
  size: number;
  creator_id: string;
  name: string;
  created_at: Date;
  sha256: string | null;
  current: boolean;
  restored_from: number | null;
}

/** Newest first. */
export async function findVersions(
  database: Kysely<Tables>,
  instanceId: string,
  { before, most }: { before: number | null; most: number },
): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select v.number, v.size, v.creator_id, u.real_name as name, v.created_at, case when b.verified_at is not null then b.sha256 end as sha256,
      v.replaced_at is null as current, v.restored_from
    from version v join user_account u on u.id = v.creator_id join blob b on b.id = v.blob_id
    where v.instance_id = ${instanceId} and ${before === null ? sql`true` : sql`v.number < ${before}`}
    order by v.number desc limit ${most}`.execute(database);
  return rows;
}

export async function findVersion(
  database: Kysely<Tables>,
  instanceId: string,
  number: number,
): Promise<{ size: number; blob_id: string; quarantined: boolean } | undefined> {
  return database
    .selectFrom('version as v')
    .innerJoin('blob as b', 'b.id', 'v.blob_id')
    .select(['v.size', 'v.blob_id', sql<boolean>`b.quarantined_at is not null`.as('quarantined')])
    .where('v.instance_id', '=', instanceId)
    .where('v.number', '=', number)
    .executeTakeFirst();
}

/** The content of a version, before the file: content that is just being put together with the same of others waits until our row can be seen. */
export async function shareLockVersion(transaction: Transaction<Tables>, instanceId: string, number: number): Promise<void> {
  await sql`
    select from blob where id = (select blob_id from version where instance_id = ${instanceId} and number = ${number}) for share`.execute(
    transaction,
  );
}

/** Makes an old content the file's own again, as its newest version; answers that one's number, null when either is gone. */
export async function addRestored(
  transaction: Transaction<Tables>,
  of: { instanceId: string; spaceId: string; from: number; userId: string },
): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`
    with source as (select number, blob_id, size from version where instance_id = ${of.instanceId} and number = ${of.from} for key share),
    made as (
      update instance i set version = i.version + 1, blob_id = source.blob_id, size = source.size, editor_id = ${of.userId}, updated_at = now()
      from source where i.id = ${of.instanceId} and i.space_id = ${of.spaceId} and i.deleted_at is null returning i.version
    )
    insert into version (instance_id, number, blob_id, size, creator_id, restored_from)
    select ${of.instanceId}, made.version, source.blob_id, source.size, ${of.userId}, source.number from made, source returning number`.execute(
    transaction,
  );
  return rows[0]?.number ?? null;
}

/** Null when it is gone already or is what the file holds. */
export async function deleteVersion(
  transaction: Transaction<Tables>,
  of: { instanceId: string; spaceId: string; number: number },
): Promise<{ size: number; blob_id: string } | null> {
  const { rows } = await sql<{ size: number; blob_id: string }>`
    delete from version v using instance i where i.id = v.instance_id and i.id = ${of.instanceId} and i.space_id = ${of.spaceId}
      and v.number = ${of.number} and v.number <> i.version returning v.size, v.blob_id`.execute(transaction);
  return rows[0] ?? null;
}
