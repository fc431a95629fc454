/** Every statement on handovers. A unique index allows one pending handover per group. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { spaceKinds } from '@alcove/contract';
import type { GroupId, Handover, HandoverState } from '@alcove/contract';
import { isActive } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';
import { fitsQuota, setOwner } from '../spaces/index.ts';

export interface HandoverRow {
  id: string;
  sender_id: string;
  receiver_id: string;
  state: HandoverState;
}

export async function waitingHandover(database: Kysely<Tables>, groupId: GroupId): Promise<HandoverRow | undefined> {
  return database
    .selectFrom('group_handover')
    .select(['id', 'sender_id', 'receiver_id', 'state'])
    .where('group_id', '=', groupId)
    .where('state', '=', sql.lit('waiting'))
    .executeTakeFirst();
}

/** The latest handover that this person was asked about. */
export async function lastHandoverTo(database: Kysely<Tables>, groupId: GroupId, receiverId: string): Promise<HandoverRow | undefined> {
  return database
    .selectFrom('group_handover')
    .select(['id', 'sender_id', 'receiver_id', 'state'])
    .where('group_id', '=', groupId)
    .where('receiver_id', '=', receiverId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertHandover(
  transaction: Transaction<Tables>,
  handover: { groupId: GroupId; senderId: string; receiverId: string },
): Promise<string> {
  const id = newId();
  await transaction
    .insertInto('group_handover')
    .values({ id, group_id: handover.groupId, sender_id: handover.senderId, receiver_id: handover.receiverId })
    .execute();
  return id;
}

export async function endHandover(transaction: Transaction<Tables>, id: string, state: Exclude<HandoverState, 'waiting'>): Promise<void> {
  await transaction
    .updateTable('group_handover')
    .set({ state, answered_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function readHandover(database: Kysely<Tables>, id: string): Promise<Handover> {
  const row = await database
    .selectFrom('group_handover as h')
    .innerJoin('group_space as g', 'g.space_id', 'h.group_id')
    .innerJoin('user_account as s', 's.id', 'h.sender_id')
    .innerJoin('user_account as r', 'r.id', 'h.receiver_id')
    .select([
      'h.id',
      'h.group_id',
      'g.name',
      'h.sender_id',
      's.real_name as sender',
      'h.receiver_id',
      'r.real_name as receiver',
      'h.state',
      'h.created_at',
    ])
    .where('h.id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    handoverId: row.id,
    groupId: row.group_id,
    groupName: row.name,
    sender: { userId: row.sender_id, name: row.sender },
    receiver: { userId: row.receiver_id, name: row.receiver },
    state: row.state,
    createTime: row.created_at.toISOString(),
  };
}

/** Undefined if there is no such person. */
export async function receiverFacts(
  database: Kysely<Tables>,
  userId: string,
  bytes: number,
): Promise<{ active: boolean; fitsQuota: boolean } | undefined> {
  const { rows } = await sql<{ active: boolean; fitsQuota: boolean }>`
    select ${isActive} as active, (select ${fitsQuota(bytes)} from space where owner_id = u.id and kind = ${sql.lit(spaceKinds.personal)}) as "fitsQuota"
    from user_account u where u.id = ${userId}`.execute(database);
  return rows[0];
}

export async function setLeader(transaction: Transaction<Tables>, groupId: GroupId, userId: string, since: Date): Promise<void> {
  await setOwner(transaction, groupId, userId);
  await transaction.updateTable('group_space').set({ leader_since: since }).where('space_id', '=', groupId).execute();
}
