import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';

/** A person's request that is to be done once. */
export interface KeyedRequest {
  userId: string;
  /** Chosen by the client, anew for each change. */
  key: string;
  fieldsHash: Buffer;
}

const keptMinutes = 10;
/** Of one person; the newest stay longer than anybody repeats a request. */
const mostOfOne = 2000;
const newestMinutes = 2;

/**
 * True when the request is this one's to do: its row stands, for others only once its transaction is committed. Whoever sends the
 * same meanwhile waits here, as long as one waits for a lock.
 */
export async function claim(database: Kysely<Tables>, { userId, key, fieldsHash }: KeyedRequest): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into request_answer (user_id, key, fields_hash) values (${userId}, ${key}, ${fieldsHash}) on conflict do nothing`.execute(
    database,
  );
  return numAffectedRows === 1n;
}

export const readAnswer = (database: Kysely<Tables>, { userId, key }: KeyedRequest) =>
  database
    .selectFrom('request_answer')
    .select(['fields_hash', 'outcome'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();

export async function keepAnswer(database: Kysely<Tables>, { userId, key }: KeyedRequest, outcome: string): Promise<void> {
  await database.updateTable('request_answer').set({ outcome }).where('user_id', '=', userId).where('key', '=', key).execute();
}

/** Answers how many went. */
export async function removeOldAnswers(database: Kysely<Tables>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from request_answer where created_at < now() - make_interval(mins => ${keptMinutes})`.execute(database);
  const crowded = await sql`
    delete from request_answer a using (
      select user_id, (array_agg(created_at order by created_at desc))[${mostOfOne}::int] as newest from request_answer
      group by user_id having count(*) > ${mostOfOne}
    ) many where a.user_id = many.user_id and a.created_at < many.newest and a.created_at < now() - make_interval(mins => ${newestMinutes})`.execute(
    database,
  );
  return Number((numAffectedRows ?? 0n) + (crowded.numAffectedRows ?? 0n));
}
