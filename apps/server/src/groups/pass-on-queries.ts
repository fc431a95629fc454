/** What a person who leaves has to do with groups. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { spaceKinds } from '@alcove/contract';
import type { GroupId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { HandoverRow } from './handover-queries.ts';

export interface LedGroup {
  groupId: GroupId;
  name: string;
  /** Allotted from the leader's storage. */
  quotaBytes: number;
}

/** The groups that a person leads and that are not being removed, by name. */
export async function groupsLedBy(database: Kysely<Tables>, userId: string): Promise<LedGroup[]> {
  const { rows } = await sql<LedGroup>`
    select g.space_id as "groupId", g.name, coalesce(s.quota_bytes, 0) as "quotaBytes" from space s join group_space g on g.space_id = s.id
    where s.owner_id = ${userId} and s.kind = ${sql.lit(spaceKinds.group)} and g.removing_at is null
    order by g.name collate zh_natural, g.space_id`.execute(database);
  return rows;
}

/** The handovers that wait for this person's answer. */
export async function waitingFor(transaction: Transaction<Tables>, userId: string): Promise<(HandoverRow & { group_id: GroupId })[]> {
  return transaction
    .selectFrom('group_handover')
    .select(['id', 'sender_id', 'receiver_id', 'state', 'group_id'])
    .where('receiver_id', '=', userId)
    .where('state', '=', sql.lit('waiting'))
    .orderBy('group_id')
    .execute();
}
