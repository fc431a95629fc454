/** Tickets for instant transfers. Each can be used once, by one person, in one folder. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { BlobId, InstanceId } from '@alcove/contract';
import { lockUsable } from '../contents/index.ts';
import type { Tables } from '../database/index.ts';

export interface NewTicket {
  id: string;
  nonce: string;
  userId: string;
  parentId: InstanceId;
  blobId: BlobId;
  ranges: readonly [number, number][];
}

/** For each: false if the content is gone, quarantined or not verified by now. If it is being removed, the statement waits for that. */
export async function insertTickets({ database }: { database: Kysely<Tables> }, tickets: readonly NewTicket[]): Promise<boolean[]> {
  const given = tickets.map(({ id, nonce, userId, parentId, blobId, ranges }) => ({
    id,
    nonce,
    user_id: userId,
    parent_id: parentId,
    blob_id: blobId,
    ranges,
  }));
  // The commit does not wait for the disk: if a power failure loses a ticket, the client asks for another one.
  const { rows } = await sql<{ id: string }>`
    with content as materialized (${lockUsable([...new Set(tickets.map(({ blobId }) => blobId))])})
    insert into instant_ticket (id, user_id, parent_id, blob_id, nonce, ranges, expires_at)
    select given.id, given.user_id, given.parent_id, content.id, given.nonce, given.ranges, now() + interval '1 hour'
    from json_to_recordset(${JSON.stringify(given)}::json) as given (id text, nonce text, user_id uuid, parent_id uuid, blob_id uuid, ranges jsonb), content
    where content.id = given.blob_id returning id, set_config('synchronous_commit', 'off', true)`.execute(database);
  const made = new Set(rows.map(({ id }) => id));
  return tickets.map(({ id }) => made.has(id));
}

/** Locks the ticket until the transaction ends. Returns the file that it was used for. Undefined if there is no such ticket. */
export async function lockTicket(
  transaction: Transaction<Tables>,
  ticketId: string,
): Promise<{ instanceId: InstanceId | null } | undefined> {
  const row = await transaction
    .selectFrom('instant_ticket')
    .select('instance_id')
    .where('id', '=', ticketId)
    .forUpdate()
    .executeTakeFirst();
  return row && { instanceId: row.instance_id };
}

export async function markTicketUsed(transaction: Transaction<Tables>, ticketId: string, instanceId: InstanceId): Promise<void> {
  await transaction.updateTable('instant_ticket').set({ instance_id: instanceId }).where('id', '=', ticketId).execute();
}

/** A used ticket stays, because a repeated call gets the same file. */
export async function deleteUnusedTicket(database: Kysely<Tables>, ticketId: string): Promise<void> {
  await database.deleteFrom('instant_ticket').where('id', '=', ticketId).where('instance_id', 'is', null).execute();
}

/** Some undeleted files with a content, first those that the person can most likely read. Null takes as long and finds none. */
export async function findFilesOf(database: Kysely<Tables>, blobId: BlobId | null, userId: string, most: number): Promise<InstanceId[]> {
  const { rows } = await sql<{ id: InstanceId }>`
    select i.id from instance i join space s on s.id = i.space_id where i.blob_id = ${blobId ?? randomUUID()} and i.deleted_at is null
    order by s.owner_id is not distinct from ${userId} desc, i.creator_id = ${userId} desc limit ${most}`.execute(database);
  return rows.map(({ id }) => id);
}
