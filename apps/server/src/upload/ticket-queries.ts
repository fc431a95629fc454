/** Tickets for instant transfers. Each can be used once, by one person, in one folder. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { BlobId, InstanceId } from '@alcove/contract';
import { lockUsable } from '../contents/index.ts';
import type { Tables } from '../database/index.ts';

/** False if the content is gone, quarantined or not verified by now. If it is being removed, the statement waits for that. */
export async function insertTicket(
  database: Kysely<Tables>,
  ticket: { id: string; nonce: string; userId: string; parentId: InstanceId; blobId: BlobId; ranges: readonly [number, number][] },
): Promise<boolean> {
  // The commit does not wait for the disk: if a power failure loses a ticket, the client asks for another one.
  const { rows } = await sql`
    with content as (${lockUsable(ticket.blobId)})
    insert into instant_ticket (id, user_id, parent_id, blob_id, nonce, ranges, expires_at)
    select ${ticket.id}, ${ticket.userId}, ${ticket.parentId}, content.id, ${ticket.nonce}, ${JSON.stringify(ticket.ranges)}::jsonb, now() + interval '1 hour'
    from content returning set_config('synchronous_commit', 'off', true)`.execute(database);
  return rows.length === 1;
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
