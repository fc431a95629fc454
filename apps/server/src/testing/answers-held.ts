import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';

/**
 * Begins calls that answer with an item, and holds each of them where it reads that answer, until all of them wait: there, or for one that is held
 * there. So an answer that is read after the change is read when all changes are done.
 */
export async function answersHeld<Answer>(database: Kysely<Tables>, begin: () => Promise<Answer>[]): Promise<Answer[]> {
  const begun = await database.transaction().execute(async (transaction) => {
    // An item's answer says whether it is a favorite, and no change of an item reads that.
    await sql`lock table favourite in access exclusive mode`.execute(transaction);
    const waitedBefore = await countWaiting(database);
    const calls = begin();
    const answers = Promise.all(calls);
    answers.catch(() => {});
    for (const end = Date.now() + 20_000; (await countWaiting(database)) < waitedBefore + calls.length; await sleep(5))
      assert.ok(Date.now() < end, 'a call does not wait');
    return { answers };
  });
  return begun.answers;
}

const countWaiting = async (database: Kysely<Tables>): Promise<number> =>
  (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(database)).rows.length;
