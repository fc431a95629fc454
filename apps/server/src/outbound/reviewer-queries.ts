import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { isActive } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

const reviews = sql`(r.type = 'advanced' or 'links.review' = any(r.admin_items))`;

/** Whether a reviewer may go on reading what a waiting review is about. */
export async function stillReviews(database: Kysely<Tables>, { userId, reviewId }: { userId: string; reviewId: string }): Promise<boolean> {
  const { rows } = await sql`
    select from review v join user_account u on u.id = ${userId} and ${isActive}
    where v.id = ${reviewId} and v.state = 'waiting' and v.link_id is not null
      and exists (select from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id and ${reviews})`.execute(database);
  return rows.length > 0;
}
