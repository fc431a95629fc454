import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';

/** A person's request that must be done only once. */
export interface KeyedRequest {
  userId: string;
  /** Chosen by the client, a new one for each change. */
  key: string;
  fieldsHash: Buffer;
}

const keptMinutes = 10;
/** The number of answers kept per person. The newest are kept in any case, for longer than anybody repeats a request. */
const mostOfOne = 2000;
const newestMinutes = 2;

/**
 * Inserts the row of the request. True if the request is to be done now. Others see the row only after the commit: whoever sends the same
 * request meanwhile waits here, until the lock timeout.
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

/** Returns how many were deleted. */
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
