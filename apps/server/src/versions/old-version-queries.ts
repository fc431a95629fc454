import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { BlobId, InstanceId, SpaceId } from '@alcove/contract';
import { bins } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import type { VersionPolicy } from './deps.ts';

/** Whether the version `v` was replaced longer ago than old versions are kept. */
const isOld = ({ days }: VersionPolicy): RawBuilder<boolean> =>
  days === null ? sql`false` : sql`v.replaced_at < now() - make_interval(days => ${days})`;

/** Files that may have versions over the policy. */
export async function findFilesOverPolicy(database: Kysely<Tables>, policy: VersionPolicy, most: number): Promise<InstanceId[]> {
  const { rows } = await sql<{ instance_id: InstanceId }>`
    (select v.instance_id from version v where v.replaced_at is not null and ${isOld(policy)} order by v.replaced_at limit ${most})
    union
    (select v.instance_id from version v where v.replaced_at is not null group by v.instance_id having count(*) >= ${policy.kept} limit ${most})`.execute(
    database,
  );
  return rows.map((row) => row.instance_id);
}

/** Locks a file, deleted or not, and returns the id of its space. Undefined: it is gone. */
export async function lockWhereItIs(transaction: Transaction<Tables>, fileId: InstanceId): Promise<SpaceId | undefined> {
  const { rows } = await sql<{ space_id: SpaceId }>`select space_id from instance where id = ${fileId} for no key update`.execute(
    transaction,
  );
  return rows[0]?.space_id;
}

export async function deleteOverPolicy(
  transaction: Transaction<Tables>,
  { instanceId, spaceId, policy }: { instanceId: InstanceId; spaceId: SpaceId; policy: VersionPolicy },
): Promise<{ size: number; blob_id: BlobId }[]> {
  const { rows } = await sql<{ size: number; blob_id: BlobId }>`
    delete from version v using instance i
    where i.id = v.instance_id and i.id = ${instanceId} and i.space_id = ${spaceId} and v.replaced_at is not null and v.number <> i.version
      and (${isOld(policy)} or v.number <= (select k.number from version k where k.instance_id = ${instanceId} order by k.number desc offset ${policy.kept} limit 1))
    returning v.size, v.blob_id`.execute(transaction);
  return rows;
}

/**
 * Whether a file counts against the quota. A deleted file stops counting when its entry leaves the first bin: its bytes were released with
 * that entry, or will be soon. Call it while the space is locked, so that no entry leaves that bin meanwhile.
 */
export async function findQuotaState(
  transaction: Transaction<Tables>,
  instanceId: InstanceId,
): Promise<{ state: 'counts' | 'givenBack' | 'soonGivenBack'; entryId: string | undefined }> {
  const { rows } = await sql<{ id: string; counts: boolean; reckoned: boolean }>`
    with recursive up as (
      select id, parent_id, 0 as steps from instance where id = ${instanceId}
      union all
      select p.id, p.parent_id, up.steps + 1 from up join instance p on p.id = up.parent_id
    ) select r.id, r.bin = ${bins.own} as counts, r.bytes is not null as reckoned from up join recycle r on r.instance_id = up.id order by up.steps limit 1`.execute(
    transaction,
  );
  const [entry] = rows;
  if (!entry || entry.counts) return { state: 'counts', entryId: entry?.id };
  return { state: entry.reckoned ? 'givenBack' : 'soonGivenBack', entryId: entry.id };
}

/**
 * Locks the nearest entry over a file that left the first bin, and returns its id. Call it before the file and its space are locked, like who restores
 * the entry. Undefined: the file counts.
 */
export async function lockEntryOver(transaction: Transaction<Tables>, instanceId: InstanceId): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select r.id from recycle r where r.id = (
      with recursive up as (
        select id, parent_id, 0 as steps from instance where id = ${instanceId}
        union all
        select p.id, p.parent_id, up.steps + 1 from up join instance p on p.id = up.parent_id
      ) select e.id from up join recycle e on e.instance_id = up.id order by up.steps limit 1
    ) and r.bin <> ${bins.own} for no key update`.execute(transaction);
  return rows[0]?.id;
}

/** A restoration charges what the entry says, so it must not count versions that are gone. */
export async function takeFromEntry(transaction: Transaction<Tables>, recycleId: string, bytes: number): Promise<void> {
  await sql`update recycle set bytes = bytes - ${bytes} where id = ${recycleId}`.execute(transaction);
}
