/** How far the reading of a content's text is (`text_state`, `text_attempts`); the text itself belongs to search. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Tables, TextState } from '../database/index.ts';

/** Answers how many attempts there were, this one included; null: the content was collected meanwhile. */
export async function countTextAttempt(database: Kysely<Tables>, blobId: string): Promise<number | null> {
  const { rows } = await sql<{ text_attempts: number }>`
    update blob set text_attempts = text_attempts + 1 where id = ${blobId} returning text_attempts`.execute(database);
  return rows[0]?.text_attempts ?? null;
}

/** For an attempt that failed by a fault of ours. */
export async function uncountTextAttempt(database: Kysely<Tables>, blobId: string): Promise<void> {
  await sql`update blob set text_attempts = text_attempts - 1 where id = ${blobId} and text_attempts > 0`.execute(database);
}

/** False: the content was collected meanwhile. */
export async function setTextState(transaction: Transaction<Tables>, blobId: string, state: TextState): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('blob')
    .set({ text_state: state, text_attempts: 0 })
    .where('id', '=', blobId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** All that could not be read for want of a program waits again. */
export async function awaitTextAgain(database: Kysely<Tables>): Promise<void> {
  await database.updateTable('blob').set({ text_state: null }).where('text_state', '=', 'later').execute();
}
