import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { BlobId, InstanceId, SpaceId } from '@alcove/contract';
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
  instanceId: InstanceId,
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
  instanceId: InstanceId,
  number: number,
): Promise<{ size: number; blob_id: BlobId; quarantined: boolean } | undefined> {
  return database
    .selectFrom('version as v')
    .innerJoin('blob as b', 'b.id', 'v.blob_id')
    .select(['v.size', 'v.blob_id', sql<boolean>`b.quarantined_at is not null`.as('quarantined')])
    .where('v.instance_id', '=', instanceId)
    .where('v.number', '=', number)
    .executeTakeFirst();
}

/** Null if the version is gone already or is the current one. */
export async function deleteVersion(
  transaction: Transaction<Tables>,
  of: { instanceId: InstanceId; spaceId: SpaceId; number: number },
): Promise<{ size: number; blob_id: BlobId } | null> {
  const { rows } = await sql<{ size: number; blob_id: BlobId }>`
    delete from version v using instance i where i.id = v.instance_id and i.id = ${of.instanceId} and i.space_id = ${of.spaceId}
      and v.number = ${of.number} and v.number <> i.version returning v.size, v.blob_id`.execute(transaction);
  return rows[0] ?? null;
}
