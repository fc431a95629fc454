import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import { isActive } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

const reviews = sql`(r.type = 'advanced' or 'links.review' = any(r.admin_items))`;

/** Those who may decide what goes outside, without the person who asks; bounded, because one of them is enough. */
export async function findReviewers(database: Kysely<Tables>, without: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from user_account u
    where u.id <> ${without} and ${isActive} and exists (select from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id and ${reviews})
    order by u.created_at, u.id limit ${limits.reviewersTold}`.execute(database);
  return rows.map(({ id }) => id);
}

/** Whether a reviewer may go on reading what a waiting review is about. */
export async function stillReviews(database: Kysely<Tables>, { userId, reviewId }: { userId: string; reviewId: string }): Promise<boolean> {
  const { rows } = await sql`
    select from review v join user_account u on u.id = ${userId} and ${isActive}
    where v.id = ${reviewId} and v.state = 'waiting' and v.link_id is not null
      and exists (select from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id and ${reviews})`.execute(database);
  return rows.length > 0;
}
