/** What came of tickets for instant transfers, in `saved_upload`, and the files that decide whether somebody gets one. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { BlobId, InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { take } from './planned-queries.ts';
import type { Taken } from './planned-queries.ts';

/** Takes the ticket for the transaction: a second call with it waits here, and then gets the same file (I3). 'over': it was used up. */
export const takeTicket = (transaction: Transaction<Tables>, ticket: string): Promise<Taken> => take(transaction, ticket, sql`true`);

/** A ticket that was used for a file stays as it is, because a repeated call gets the same file. */
export async function wasteTicket(database: Kysely<Tables>, ticket: string): Promise<void> {
  await sql`insert into saved_upload (key) values (${ticket}) on conflict do nothing`.execute(database);
}

/** Some undeleted files with a content, first those that the person can most likely read. Null takes as long and finds none. */
export async function findFilesOf(database: Kysely<Tables>, blobId: BlobId | null, userId: string, most: number): Promise<InstanceId[]> {
  const { rows } = await sql<{ id: InstanceId }>`
    select i.id from instance i join space s on s.id = i.space_id where i.blob_id = ${blobId ?? randomUUID()} and i.deleted_at is null
    order by s.owner_id is not distinct from ${userId} desc, i.creator_id = ${userId} desc limit ${most}`.execute(database);
  return rows.map(({ id }) => id);
}
