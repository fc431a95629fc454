/** `object_store`: the marks of the stores that this database has written to. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';

/** Processes that start at the same time wait for each other until the transaction ends. Throws after waiting for a minute. */
export async function lockMarks(transaction: Transaction<Tables>): Promise<void> {
  await sql`set local lock_timeout = '60s'`.execute(transaction);
  await sql`select pg_advisory_xact_lock(7402250119)`.execute(transaction);
}

/** `marked`: the mark has been written to the store, too. */
export async function findMark(database: Kysely<Tables>, bucket: string): Promise<{ mark: string; marked: boolean } | null> {
  const row = await database
    .selectFrom('object_store')
    .select(['mark', sql<boolean>`marked_at is not null`.as('marked')])
    .where('bucket', '=', bucket)
    .executeTakeFirst();
  return row ?? null;
}

export async function putMark(database: Kysely<Tables>, bucket: string, mark: string): Promise<void> {
  await sql`
    insert into object_store (bucket, mark) values (${bucket}, ${mark})
    on conflict (bucket) do update set mark = excluded.mark where object_store.mark <> excluded.mark`.execute(database);
}

export async function setMarked(database: Kysely<Tables>, bucket: string): Promise<void> {
  await sql`update object_store set marked_at = now() where bucket = ${bucket} and marked_at is null`.execute(database);
}

/** The keys of some objects that contain files. */
export async function findSomeKeys(database: Kysely<Tables>, most: number): Promise<string[]> {
  const { rows } = await sql<{ object_key: string }>`select object_key from replica limit ${most}`.execute(database);
  return rows.map((row) => row.object_key);
}

/** The mark of the store in use is another one now, so that servers that use the one before find out. */
export async function renewMark(transaction: Transaction<Tables>, bucket: string, mark: string): Promise<void> {
  await sql`update object_store set mark = ${mark}, marked_at = now() where bucket = ${bucket}`.execute(transaction);
}

/** The store of this database has another bucket now. What is to be removed, and what no row names, is known by the new one. */
export async function renameBucket(transaction: Transaction<Tables>, from: string, to: string): Promise<void> {
  if (from === to) return;
  await sql`update object_store set bucket = ${to}, swept_after = null where bucket = ${from}`.execute(transaction);
  await sql`update object_removal set bucket = ${to} where bucket = ${from}`.execute(transaction);
  await sql`delete from stray_object where bucket = ${from}`.execute(transaction);
}
