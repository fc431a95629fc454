/** `content_check` and `damaged_content`: how far the stored contents were read again, and which are not what was stored. */
import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import type { BlobId, InstanceId } from '@alcove/contract';
import { lockNeeded } from '../contents/index.ts';
import type { ContentFault, StoredContent } from '../contents/index.ts';
import type { Tables } from '../database/index.ts';

const noId = '00000000-0000-0000-0000-000000000000' as BlobId;

export type Pass = Pick<Selectable<Tables['content_check']>, 'checked_to' | 'pass_bytes'> & {
  /** A pass is under way. */
  begun: boolean;
  /** When the last one began, and how long ago; null: there was none. */
  began_at: Date | null;
  beganMsAgo: number | null;
};

/** Takes the turn for so long, or keeps it. Null: another process has it. `anyway`: it is taken from whoever has it. */
export async function takeTurn(database: Kysely<Tables>, holder: string, forMs: number, { anyway = false } = {}): Promise<Pass | null> {
  const { rows } = await sql<Pass>`
    update content_check set holder = ${holder}, held_until = now() + ${forMs} * interval '1 millisecond'
    where ${anyway} or holder = ${holder} or holder is null or held_until < now()
    returning checked_to, pass_bytes, pass_began_at is not null and (finished_at is null or finished_at < pass_began_at) as begun,
      pass_began_at as began_at, (extract(epoch from now() - pass_began_at) * 1000)::bigint as "beganMsAgo"`.execute(database);
  return rows[0] ?? null;
}

export async function endTurn(database: Kysely<Tables>, holder: string): Promise<void> {
  await sql`update content_check set holder = null, held_until = null where holder = ${holder}`.execute(database);
}

/** Returns the size of all contents, and when the pass began. */
export async function beginPass(database: Kysely<Tables>): Promise<{ bytes: number; beganAt: Date }> {
  const { rows } = await sql<{ bytes: number; beganAt: Date }>`
    update content_check set checked_to = ${noId}, pass_began_at = now(), pass_bytes = (select coalesce(sum(size), 0)::bigint from blob)
    returning pass_bytes as bytes, pass_began_at as "beganAt"`.execute(database);
  return rows[0]!;
}

/** The size of the contents after this one. */
export async function sumAfter(database: Kysely<Tables>, blobId: BlobId): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select coalesce(sum(size), 0)::bigint as bytes from blob where id > ${blobId}`.execute(
    database,
  );
  return rows[0]!.bytes;
}

/** Nothing happens if another process has the turn by now. */
export async function setCheckedTo(database: Kysely<Tables>, holder: string, blobId: BlobId): Promise<void> {
  await sql`update content_check set checked_to = ${blobId} where holder = ${holder}`.execute(database);
}

export async function finishPass(database: Kysely<Tables>): Promise<void> {
  await sql`update content_check set finished_at = now()`.execute(database);
}

/**
 * Records what is wrong with a content. Null if nothing refers to it any more: then it is no fault. The lock waits for whoever removes it.
 * `isNew`: it was not known. `of`: a version that has it.
 */
export async function recordFault(
  database: Kysely<Tables>,
  { id, objectKey }: Pick<StoredContent, 'id' | 'objectKey'>,
  fault: ContentFault,
): Promise<{ isNew: boolean; instanceId: InstanceId; version: number } | null> {
  const { rows } = await sql<{ isNew: boolean; instanceId: InstanceId; version: number }>`
    with needed as materialized (${lockNeeded(id, objectKey)}),
    recorded as (
      insert into damaged_content (blob_id, fault) select id, ${fault} from needed
      on conflict (blob_id) do update set fault = excluded.fault, checked_at = now() returning xmax = 0 as is_new)
    select is_new as "isNew", instance_id as "instanceId", number as version from recorded, needed`.execute(database);
  return rows[0] ?? null;
}

export async function forgetFault(database: Kysely<Tables>, blobId: BlobId): Promise<void> {
  await sql`delete from damaged_content where blob_id = ${blobId}`.execute(database);
}

/** Forgets contents that no file has any more: equal bytes have taken their place, or they wait for their removal. */
export async function forgetUnneeded(database: Kysely<Tables>): Promise<void> {
  await sql`
    delete from damaged_content d using blob b
    where b.id = d.blob_id and (b.quarantined_at is not null or b.unneeded_since is not null)`.execute(database);
}

/** Those that were not looked at for this time, the longest first. */
export async function faultsToLookAt(database: Kysely<Tables>, afterMs: number, most: number): Promise<BlobId[]> {
  const { rows } = await sql<{ id: BlobId }>`
    select blob_id as id from damaged_content where checked_at < now() - ${afterMs} * interval '1 millisecond' order by checked_at limit ${most}`.execute(
    database,
  );
  return rows.map(({ id }) => id);
}

export interface Standing {
  damaged: number;
  /** Since when all contents were read; null: never yet. */
  finishedSecondsAgo: number | null;
}

export async function readStanding(database: Kysely<Tables>): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select (select count(*) from damaged_content) as damaged,
      (select extract(epoch from now() - finished_at)::bigint from content_check) as "finishedSecondsAgo"`.execute(database);
  return rows[0]!;
}

/** True if there is something to tell: faults that nobody was told of, and the last telling is a day ago. It counts as told then. */
export async function takeTelling(database: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`
    update content_check set told_at = now()
    where (told_at is null or told_at < now() - interval '1 day')
      and exists (select from damaged_content where found_at > coalesce(content_check.told_at, '-infinity')) returning 1`.execute(database);
  return rows.length > 0;
}
