/** When the content of each link is looked at next (`link_check`). */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { InstanceId, LinkPermission, LinkState } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Terms } from './terms.ts';

/**
 * All links are looked at soon, because what is asked of them has changed. Those that wait already, too: somebody may be taking one of them just now,
 * who would look by what was asked before.
 */
export async function lookAtAll(transaction: Transaction<Tables>): Promise<void> {
  await sql`update link_check set look_at = least(look_at, now())`.execute(transaction);
}

/**
 * After a look: the next one is after this time, in milliseconds, unless it was asked for meanwhile. `now()` may be earlier than what was asked for
 * while this statement waited for the row.
 */
export async function lookIn(database: Kysely<Tables>, linkId: string, waitMs: number): Promise<void> {
  await sql`update link_check set look_at = case when look_at > clock_timestamp() then now() + ${waitMs} * interval '1 millisecond' else look_at end, looked_at = now()
    where link_id = ${linkId}`.execute(database);
}

export async function lookNow(database: Kysely<Tables>, linkId: string): Promise<void> {
  await sql`update link_check set look_at = now() where link_id = ${linkId}`.execute(database);
}

/** A visitor met something that nobody looks at, so a link is looked at soon: not more often than every few seconds. */
export async function lookSoon(database: Kysely<Tables>, linkId: string): Promise<void> {
  const soon = sql`greatest(now(), looked_at + interval '5 seconds')`;
  await sql`update link_check set look_at = ${soon} where link_id = ${linkId} and look_at > ${soon}`.execute(database);
}

/** A process that dies while it looks at a link leaves it to others after this time. */
const leaseSeconds = 30;

/** The link that waits longest to be looked at; for a while nobody else gets it. */
export async function takeNext(database: Kysely<Tables>): Promise<string | null> {
  const { rows } = await sql<{ link_id: string }>`
    update link_check set look_at = now() + ${leaseSeconds} * interval '1 second' where link_id = (
      select link_id from link_check where look_at <= now() order by look_at for update skip locked limit 1
    ) returning link_id`.execute(database);
  return rows[0]?.link_id ?? null;
}

/** Whoever looks at a link goes on with it. False: it is withdrawn, or has to be looked at anew. */
export async function goOn(database: Kysely<Tables>, linkId: string): Promise<boolean> {
  const { rows } = await sql`
    update link_check set look_at = now() + ${leaseSeconds} * interval '1 second' where link_id = ${linkId} and look_at > clock_timestamp() returning link_id`.execute(
    database,
  );
  return rows.length > 0;
}

export interface CheckedLink {
  id: string;
  state: LinkState;
  creator_id: string;
  instance_id: InstanceId;
  permissions: LinkPermission[];
  /** When a review of it was decided or ended last. */
  decidedAt: string | null;
}

const lastDecision = (linkId: string) => sql<string | null>`(select max(decided_at)::text from review where link_id = ${linkId})`;

export const findLink = (database: Kysely<Tables>, linkId: string): Promise<CheckedLink | undefined> =>
  database
    .selectFrom('link')
    .select(['id', 'state', 'creator_id', 'instance_id', 'permissions', lastDecision(linkId).as('decidedAt')])
    .where('id', '=', linkId)
    .executeTakeFirst();

/** Whether reviewers decided nothing of the link since it was found. */
export async function isUndecidedSince(transaction: Transaction<Tables>, { id, decidedAt }: CheckedLink): Promise<boolean> {
  const { rows } = await sql`select where ${lastDecision(id)} is not distinct from ${decidedAt}::text`.execute(transaction);
  return rows.length > 0;
}

/** What the link allowed when it was verified last. Null: never. */
export async function findTerms(transaction: Transaction<Tables>, linkId: string): Promise<Terms | null> {
  const row = await transaction.selectFrom('link_check').select('terms').where('link_id', '=', linkId).executeTakeFirst();
  return (row?.terms as Terms | undefined) ?? null;
}

export async function putTerms(transaction: Transaction<Tables>, linkId: string, terms: Terms): Promise<void> {
  await sql`insert into link_check (link_id, terms) values (${linkId}, ${JSON.stringify(terms)})
    on conflict (link_id) do update set terms = excluded.terms, look_at = now()`.execute(transaction);
}

/** Whether visitors can open it now. */
export async function isOpen(database: Kysely<Tables>, linkId: string): Promise<boolean> {
  const { rows } = await sql`
    select from file_grant where source_id = ${linkId} and source_kind = 'link' and (expires_at is null or expires_at > now())`.execute(
    database,
  );
  return rows.length > 0;
}

export async function peopleOf(transaction: Transaction<Tables>, linkId: string): Promise<string[]> {
  const rows = await transaction.selectFrom('link_person').select('user_id').where('link_id', '=', linkId).orderBy('user_id').execute();
  return rows.map((row) => row.user_id);
}
