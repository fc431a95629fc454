/** `saved_upload`: what came of small uploads and of tickets, which had no row before. What is there is over. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { signaturesEnded } from '../removal/index.ts';

/**
 * Whether the small upload with this key may be saved: it was not aborted, and the company's files are still in the store with this mark. The object of an aborted one
 * is removed no sooner than saves that do not see this can have ended (`abortPlanned`).
 */
export const mayBeSaved = (key: RawBuilder<unknown>, mark: string): RawBuilder<boolean> =>
  sql`(not exists (select from object_removal gone where gone.object_key = ${key}) and exists (select from object_store where mark = ${mark}))`;

/** What an upload is when a save has got hold of it. */
export type Taken = { state: 'open' } | { state: 'saved'; instanceId: InstanceId } | { state: 'over' };

/** Takes the key for the transaction if it may: whoever comes with the same key waits here, and then finds what came of it. */
export async function take(transaction: Transaction<Tables>, key: string, may: RawBuilder<boolean>): Promise<Taken> {
  const taken = await sql`insert into saved_upload (key) select ${key}::text where ${may} on conflict do nothing returning key`.execute(
    transaction,
  );
  if (taken.rows.length > 0) return { state: 'open' };
  const { rows } = await sql<{ instance_id: InstanceId | null }>`select instance_id from saved_upload where key = ${key}`.execute(
    transaction,
  );
  const instanceId = rows[0]?.instance_id;
  return instanceId ? { state: 'saved', instanceId } : { state: 'over' };
}

/**
 * Takes a small upload for the transaction: a second save waits here, and then finds it saved (I3). 'over': it can no longer be saved, or was saved
 * so long ago that nobody knows as what.
 */
export const takePlanned = (transaction: Transaction<Tables>, { objectKey, mark }: { objectKey: string; mark: string }): Promise<Taken> =>
  take(
    transaction,
    objectKey,
    sql`${mayBeSaved(sql`${objectKey}`, mark)} and not exists (select from replica r where r.object_key = ${objectKey})`,
  );

/** Keeps what came of a key that was taken before in the transaction. */
export async function keepOutcome(transaction: Transaction<Tables>, key: string, instanceId: InstanceId): Promise<void> {
  await sql`update saved_upload set instance_id = ${instanceId} where key = ${key}`.execute(transaction);
}

/**
 * Schedules the removal of a small upload's object, unless it was saved. Nothing is locked, so a save that began before may still succeed. That is why
 * the object is looked at again and removed only after some twenty minutes, when each such save has ended: what was saved is kept. False if it was scheduled before.
 */
export async function abortPlanned(database: Kysely<Tables>, objectKey: string): Promise<boolean> {
  const { rows } = await sql`
    insert into object_removal (object_key, due_at, last_at) select ${objectKey}::text, ${signaturesEnded}, ${signaturesEnded}
    where not exists (select from saved_upload where key = ${objectKey}) on conflict do nothing returning object_key`.execute(database);
  return rows.length > 0;
}

/** A plan is good for a day and a ticket for an hour, so after two days nobody can repeat the save. */
export async function deleteOldSaves(database: Kysely<Tables>): Promise<void> {
  await sql`delete from saved_upload where saved_at < now() - interval '2 days'`.execute(database);
}
