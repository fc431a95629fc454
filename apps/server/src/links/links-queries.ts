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

/** The link opens, or what it allows was changed while it was open: from now on it counts as not visited. */
export async function updateState(transaction: Transaction<Tables>, linkId: string, state: LinkState): Promise<void> {
  await transaction
    .updateTable('link')
    .set({ state, changed_at: sql<Date>`now()` })
    .where('id', '=', linkId)
    .execute();
}

export async function deleteLinks(transaction: Transaction<Tables>, linkIds: readonly string[]): Promise<void> {
  if (linkIds.length > 0) await transaction.deleteFrom('link').where('id', '=', among(linkIds)).execute();
}

/** A link, as its creator knows it. */
export interface NamedLink {
  id: string;
  creator_id: string;
  name: string;
  instance_name: string;
}

/** In the order of ids, as all code that locks several links. */
export const findLinksOn = (transaction: Transaction<Tables>, instanceIds: readonly InstanceId[]): Promise<NamedLink[]> =>
  transaction
    .selectFrom('link as l')
    .innerJoin('instance as i', 'i.id', 'l.instance_id')
    .select(['l.id', 'l.creator_id', 'l.name', 'i.name as instance_name'])
    .where('l.instance_id', '=', among(instanceIds))
    .orderBy('l.id')
    .execute();

export async function findLinksOf(transaction: Transaction<Tables>, creatorId: string): Promise<string[]> {
  const rows = await transaction.selectFrom('link').select('id').where('creator_id', '=', creatorId).orderBy('id').execute();
  return rows.map(({ id }) => id);
}
