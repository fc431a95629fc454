/** What a move of the store reads and writes, on the connection that holds removal. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { PoolClient } from 'pg';
import { renameReplicas, revealContents } from '../contents/index.ts';
import type { StoredConfuse, Tables } from '../database/index.ts';
import { renameBucket, renewMark } from '../removal/index.ts';
import { endUploadsUnder } from '../upload/index.ts';
import { lockTables } from './lock-queries.ts';

export interface StoreMove {
  bucket: string;
  mark: string;
}

/** Null: none is under way. */
export const findMove = async (database: Kysely<Tables>): Promise<StoreMove | null> =>
  (await database.selectFrom('store_move').select(['bucket', 'mark']).executeTakeFirst()) ?? null;

/** Forgets what an earlier move to another store had done. */
export async function beginMove(transaction: Transaction<Tables>, move: StoreMove): Promise<void> {
  await endMove(transaction);
  await transaction.insertInto('store_move').values(move).execute();
}

async function endMove(transaction: Transaction<Tables>): Promise<void> {
  await sql`delete from moved_object`.execute(transaction);
  await sql`delete from store_move`.execute(transaction);
}

/** An object that a row names and that is not in the new store yet. `content`: what its bytes must be; null for previews and quarantined contents. */
export interface ObjectToMove {
  key: string;
  size: number;
  confuse: StoredConfuse | null;
  content: { md5: string; sha256: string | null } | null;
}

const objectsAtOnce = 100;

export async function contentsToMove(database: Kysely<Tables>, bucket: string, after: string): Promise<ObjectToMove[]> {
  const { rows } = await sql<ObjectToMove>`
    select r.object_key as key, b.size, b.confuse,
      case when b.quarantined_at is null then json_build_object('md5', b.md5, 'sha256', b.sha256) end as content
    from replica r join blob b on b.id = r.blob_id
    where r.bucket = ${bucket} and r.object_key > ${after} and not exists (select from moved_object m where m.object_key = r.object_key)
    order by r.object_key limit ${objectsAtOnce}`.execute(database);
  return rows;
}

export async function previewsToMove(database: Kysely<Tables>, after: string): Promise<ObjectToMove[]> {
  const { rows } = await sql<ObjectToMove>`
    select object_key as key, size, null as confuse, null as content from rendition
    where state = 'ready' and object_key > ${after} and not exists (select from moved_object m where m.object_key = rendition.object_key)
    order by object_key limit ${objectsAtOnce}`.execute(database);
  return rows;
}

/** The size of all objects that are to be moved. */
export async function sizeToMove(database: Kysely<Tables>, bucket: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (coalesce((select sum(b.size) from replica r join blob b on b.id = r.blob_id where r.bucket = ${bucket}
        and not exists (select from moved_object m where m.object_key = r.object_key)), 0)
      + coalesce((select sum(size) from rendition r where state = 'ready'
        and not exists (select from moved_object m where m.object_key = r.object_key)), 0))::bigint as bytes`.execute(database);
  return rows[0]!.bytes;
}

export async function setMoved(database: Kysely<Tables>, keys: readonly string[]): Promise<void> {
  await sql`insert into moved_object (object_key) select unnest(${keys}::text[]) on conflict do nothing`.execute(database);
}

export async function isMoved(database: Kysely<Tables>, key: string): Promise<boolean> {
  return (await database.selectFrom('moved_object').select('object_key').where('object_key', '=', key).executeTakeFirst()) !== undefined;
}

/**
 * Until the transaction of this connection ends, no row that names an object is added, changed, removed or locked, whatever a server believes. Whoever has locked
 * a row that the switch changes would wait for the switch. Nor is an upload saved, or room given back.
 */
export const lockObjectRows = (client: PoolClient): Promise<void> =>
  lockTables(client, { names: ['blob', 'replica', 'rendition', 'object_removal', 'upload', 'saved_upload', 'space'], mode: 'exclusive' });

/**
 * From the commit on, the files are in the new store. Uploads end, because their bytes are in the old one: a save that waited for the locks finds
 * nothing to save.
 */
export async function switchStore(
  transaction: Transaction<Tables>,
  { from, to, kind, mark }: { from: string; to: string; kind: 'disk' | 's3'; mark: string },
): Promise<void> {
  await endUploadsUnder(transaction, 'all');
  await renameReplicas(transaction, from, to);
  await renameBucket(transaction, from, to);
  await renewMark(transaction, to, mark);
  if (kind === 's3') await revealContents(transaction);
  await endMove(transaction);
}

export async function today(database: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ day: string }>`select to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as day`.execute(database);
  return rows[0]!.day;
}
