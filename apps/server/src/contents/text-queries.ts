/** The state of text extraction for each content (`text_state`, `text_attempts`). The text itself belongs to search. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { BlobId } from '@alcove/contract';
import type { Tables, TextState } from '../database/index.ts';

/** Returns the number of attempts, including this one. Null: the content was collected meanwhile. */
export async function countTextAttempt(database: Kysely<Tables>, blobId: BlobId): Promise<number | null> {
  const { rows } = await sql<{ text_attempts: number }>`
    update blob set text_attempts = text_attempts + 1 where id = ${blobId} returning text_attempts`.execute(database);
  return rows[0]?.text_attempts ?? null;
}

/** For an attempt that failed because of the server, not because of the content. */
export async function uncountTextAttempt(database: Kysely<Tables>, blobId: BlobId): Promise<void> {
  await sql`update blob set text_attempts = text_attempts - 1 where id = ${blobId} and text_attempts > 0`.execute(database);
}

/** As a part of a statement. It returns no id if the content was collected meanwhile. */
export const settleText = (blobIds: readonly BlobId[], state: TextState): RawBuilder<unknown> =>
  sql`update blob set text_state = ${state}, text_attempts = 0 where id = any(${blobIds}::uuid[]) returning id`;

export async function setTextState(database: Kysely<Tables>, blobIds: readonly BlobId[], state: TextState): Promise<void> {
  await settleText(blobIds, state).execute(database);
}

/** Queues again all content that could not be read because a program was missing. */
export async function awaitTextAgain(database: Kysely<Tables>): Promise<void> {
  await database.updateTable('blob').set({ text_state: null }).where('text_state', '=', 'later').execute();
}
