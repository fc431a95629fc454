/** What the creators of links change. */
import { sql } from 'kysely';
import type { Insertable, Selectable, Transaction, Updateable } from 'kysely';
import type { LinkReason } from '@alcove/contract';
import { among } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

export type NewLink = Insertable<Tables['link']>;
export type LinkChange = Omit<
  Updateable<Tables['link']>,
  'id' | 'path' | 'instance_id' | 'creator_id' | 'changed_at' | 'told_end' | 'told_reason'
>;
export type LockedLink = Selectable<Tables['link']>;

export async function insertLink(transaction: Transaction<Tables>, link: NewLink): Promise<void> {
  await transaction.insertInto('link').values(link).execute();
}

export async function updateLink(transaction: Transaction<Tables>, linkId: string, change: LinkChange): Promise<void> {
  await transaction
    .updateTable('link')
    .set({ ...change, changed_at: sql<Date>`now()` })
    .where('id', '=', linkId)
    .execute();
}

/** Keeps what the creator was told of a link: that its end is near, or why it is closed; null: that is no longer so. */
export async function setTold(
  transaction: Transaction<Tables>,
  linkId: string,
  told: 'end' | { reason: LinkReason | null },
): Promise<void> {
  await transaction
    .updateTable('link')
    .set(told === 'end' ? { told_end: sql.ref('expires_at') } : { told_reason: told.reason })
    .where('id', '=', linkId)
    .execute();
}

/** In the order of ids, as all code that locks several links. Links that are gone are missing. */
export const lockLinks = (transaction: Transaction<Tables>, linkIds: readonly string[]): Promise<LockedLink[]> =>
  transaction.selectFrom('link').selectAll().where('id', '=', among(linkIds)).orderBy('id').forUpdate().execute();

/** From now on the link names these people and no others. */
export async function setPeople(transaction: Transaction<Tables>, linkId: string, userIds: readonly string[]): Promise<void> {
  await transaction
    .deleteFrom('link_person')
    .where('link_id', '=', linkId)
    .where(({ not, eb }) => not(eb('user_id', '=', among(userIds))))
    .execute();
  if (userIds.length > 0)
    await sql`insert into link_person (link_id, user_id) select ${linkId}, person from unnest(${userIds}::uuid[]) as person on conflict do nothing`.execute(
      transaction,
    );
}

/** Ends every visit of a link at once, because it allows something else, or others: its visitors must open it again. What they took stays known. */
export async function endVisits(transaction: Transaction<Tables>, linkId: string): Promise<void> {
  await transaction
    .updateTable('link_visitor')
    .set({ expires_at: sql<Date>`now()` })
    .where('link_id', '=', linkId)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
  await transaction
    .updateTable('link')
    .set({ changed_at: sql<Date>`now()` })
    .where('id', '=', linkId)
    .execute();
}
