import { sql } from 'kysely';
import type { Selectable, Transaction } from 'kysely';
import type { InstanceId, LinkState } from '@alcove/contract';
import { among } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

type LinkRow = Selectable<Tables['link']>;

/** Locks a link's item, before the link: whoever moves the item locks it first and then ends its links. */
export async function lockItemOf(transaction: Transaction<Tables>, linkId: string): Promise<void> {
  await sql`select from instance where id = (select instance_id from link where id = ${linkId}) for no key update`.execute(transaction);
}

/** Locks a link; undefined if there is none. */
export const lockLink = (transaction: Transaction<Tables>, linkId: string): Promise<LinkRow | undefined> =>
  transaction.selectFrom('link').selectAll().where('id', '=', linkId).forUpdate().executeTakeFirst();

export async function updateState(transaction: Transaction<Tables>, linkId: string, state: LinkState): Promise<void> {
  await transaction.updateTable('link').set({ state }).where('id', '=', linkId).execute();
}

export async function deleteLinks(transaction: Transaction<Tables>, linkIds: readonly string[]): Promise<void> {
  if (linkIds.length > 0) await transaction.deleteFrom('link').where('id', '=', among(linkIds)).execute();
}

/** In the order of ids, as all code that locks several links. */
export async function findLinksOn(transaction: Transaction<Tables>, instanceIds: readonly InstanceId[]): Promise<string[]> {
  const rows = await transaction.selectFrom('link').select('id').where('instance_id', '=', among(instanceIds)).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

export async function findLinksOf(transaction: Transaction<Tables>, creatorId: string): Promise<string[]> {
  const rows = await transaction.selectFrom('link').select('id').where('creator_id', '=', creatorId).orderBy('id').execute();
  return rows.map(({ id }) => id);
}
