/**
 * A database and its store belong together: the same mark stands in both, written at the first start. An empty or wrong store, or the
 * disk of another machine, would otherwise show every file and give none, and what is stored meanwhile would lie apart.
 */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { ObjectStore } from '../storage/index.ts';

export const markKey = 'alcove-mark';

/** Its message is for the person at the terminal. */
export class WrongStore extends Error {
  override readonly name = 'WrongStore';
}

/** What there is to judge by. `files`: whether those looked at are in the store; 'none': the database has no file. */
export interface StoreFacts {
  row: { mark: string; marked: boolean } | null;
  written: string | null;
  files: 'none' | 'there' | 'missing';
}

type Fault = 'empty' | 'foreign';

/** The mark that is to stand in both; or what is wrong. */
export function judgeStore({ row, written, files }: StoreFacts, drawMark: () => string): { mark: string } | { fault: Fault } {
  if (row && written === row.mark) return { mark: row.mark };
  if (written !== null) return { fault: 'foreign' };
  if (row?.marked || files === 'missing') return { fault: 'empty' };
  return { mark: row?.mark ?? drawMark() };
}

const why: Record<Fault, string> = {
  empty: 'is empty, or is not the one that this database wrote its files to',
  foreign: 'belongs to another database, or to a later state of this one',
};

/** Throws WrongStore. Processes that start together take turns; `adopt` takes whatever store there is. */
export async function requireOwnStore(database: Kysely<Tables>, store: ObjectStore, { adopt }: { adopt: boolean }): Promise<void> {
  await database.transaction().execute(async (turn) => {
    await sql`set local lock_timeout = '60s'`.execute(turn);
    await sql`select pg_advisory_xact_lock(7402250119)`.execute(turn);
    const facts = await factsOf(database, store);
    const judged = judgeStore(facts, randomUUID);
    if ('fault' in judged && !adopt)
      throw new WrongStore(
        `The store '${store.bucket}' ${why[judged.fault]}: set the store that belongs to it. If this is the right one, start once with ALCOVE_ADOPT_STORE=true.`,
      );
    const mark = 'mark' in judged ? judged.mark : (facts.written ?? facts.row?.mark ?? randomUUID());
    // In the database first, and for all to see: who is cut off before the object is written goes on with the same mark.
    await sql`
      insert into object_store (bucket, mark) values (${store.bucket}, ${mark})
      on conflict (bucket) do update set mark = excluded.mark where object_store.mark <> excluded.mark`.execute(database);
    if (facts.written === null) await store.put(markKey, Readable.from([Buffer.from(mark)]), mark.length);
    await sql`update object_store set marked_at = now() where bucket = ${store.bucket} and marked_at is null`.execute(database);
  });
}

/** What is wrong with the store as a whole, in words; null: it is the one. Changes nothing. */
export async function storeFault(database: Kysely<Tables>, store: ObjectStore): Promise<string | null> {
  const judged = judgeStore(await factsOf(database, store), randomUUID);
  return 'fault' in judged ? why[judged.fault] : null;
}

/** For readiness: throws when the store is no longer the one that was there at the start. */
export async function requireMark(store: ObjectStore): Promise<void> {
  if (!(await store.head(markKey, { fresh: true }))) throw new WrongStore(`The store '${store.bucket}' has lost its mark`);
}

/** Files that are looked for. */
const sampled = 20;

async function factsOf(database: Kysely<Tables>, store: ObjectStore): Promise<StoreFacts> {
  const row = await database
    .selectFrom('object_store')
    .select(['mark', sql<boolean>`marked_at is not null`.as('marked')])
    .where('bucket', '=', store.bucket)
    .executeTakeFirst();
  const stream = (await store.head(markKey, { fresh: true })) && (await store.read(markKey));
  return { row: row ?? null, written: stream ? await text(stream) : null, files: await lookForFiles(database, store) };
}

async function lookForFiles(database: Kysely<Tables>, store: ObjectStore): Promise<StoreFacts['files']> {
  const { rows } = await sql<{ object_key: string; bucket: string }>`select object_key, bucket from replica limit ${sampled}`.execute(
    database,
  );
  if (rows.length === 0) return 'none';
  for (const { object_key: key } of rows) if (await store.head(key)) return 'there';
  return 'missing';
}
