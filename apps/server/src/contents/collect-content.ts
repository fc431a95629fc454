import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { allowanceOf, countRemoved, removeDue } from '../removal/index.ts';
import type { RemovalDeps } from '../removal/index.ts';

export interface CollectOptions {
  /** How long content lies unneeded before it goes. */
  graceMs?: number;
  /** Contents of one turn. */
  most?: number;
  /** Contents that may go in 24 hours; null: as many as is usual. */
  mostADay?: number | null;
}

const dayMs = 24 * 3_600_000;

/**
 * Removes content that was marked unneeded a day ago and still is, one by one (I6, I21): under its row's lock it is looked at again,
 * its rows go, and with them everything that could come to point at it; only then its object. Who makes a reference meanwhile either
 * holds the row, and the content stays, or finds no content. Answers how many went.
 */
export async function collectUnneeded(
  deps: RemovalDeps,
  { graceMs = dayMs, most = 200, mostADay = null }: CollectOptions = {},
): Promise<number> {
  const { database, logger, reached } = deps;
  const { rows } = await sql<{ id: string }>`
    select id from blob where unneeded_since <= now() - ${graceMs} * interval '1 millisecond' order by unneeded_since limit ${most}`.execute(
    database,
  );
  if (rows.length === 0) return 0;
  const allowance = await allowanceOf(database, 'content', mostADay);
  if (allowance.left < rows.length)
    logger.error(
      { mostADay: allowance.mostADay },
      'unusually much content is no longer needed: what is over the limit of a day stays until tomorrow (ALCOVE_REMOVED_A_DAY)',
    );
  let collected = 0;
  for (const { id } of rows.slice(0, allowance.left)) {
    const keys = await database.transaction().execute((transaction) => forgetContent(transaction, id, graceMs));
    if (keys === null) continue;
    reached?.('content forgotten');
    collected += 1;
    await removeDue(deps, { keys });
  }
  return collected;
}

/** Takes the content's rows away and writes down which objects are to go; their keys. Null: it stays, or somebody is at it. */
async function forgetContent(transaction: Transaction<Tables>, id: string, graceMs: number): Promise<string[] | null> {
  const { rows: held } = await sql`
    select from blob where id = ${id} and unneeded_since <= now() - ${graceMs} * interval '1 millisecond' for update skip locked`.execute(
    transaction,
  );
  if (held.length === 0) return null;
  const { needed, asked } = await usesOf(transaction, id);
  if (needed || asked) {
    // Who holds a ticket for it, or waits for its preview, has another day.
    const since = needed ? sql`null` : sql`now()`;
    await sql`update blob set unneeded_since = ${since} where id = ${id}`.execute(transaction);
    return null;
  }
  const { rows } = await sql<{ object_key: string }>`
    with made as (delete from rendition where blob_id = ${id} returning object_key),
    stored as (delete from replica where blob_id = ${id} returning object_key, bucket)
    insert into object_removal (object_key, bucket) select object_key, bucket from stored union all select object_key, null from made where object_key is not null
    returning object_key`.execute(transaction);
  await sql`delete from blob where id = ${id}`.execute(transaction);
  await countRemoved(transaction, 'content');
  return rows.map((row) => row.object_key);
}

/** Everything that may point at a content. Read after the lock: what was committed before it is seen, what comes later finds no row. */
async function usesOf(database: Kysely<Tables>, id: string): Promise<{ needed: boolean; asked: boolean }> {
  const { rows } = await sql<{ needed: boolean; asked: boolean }>`
    select exists (select from instance where blob_id = ${id}) or exists (select from version where blob_id = ${id}) as needed,
      exists (select from instant_ticket where blob_id = ${id} and instance_id is null)
        or exists (select from rendition where blob_id = ${id} and leased_until > now()) as asked`.execute(database);
  return rows[0]!;
}
