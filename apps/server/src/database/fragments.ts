/** Parts of statements that several domains need: each is written here, once. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** For `like` and `ilike`: whatever contains the text, whose own wildcards are ordinary characters. */
export const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** For `where id =`: one of these ids. */
export const among = (ids: readonly string[]): RawBuilder<string> => sql`any(${ids}::uuid[])`;

/** Of a `user_account` under the name that the statement gives it: neither frozen nor expired, by the database's clock (I14). */
export const isActiveAs = (account: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${account}.frozen_at`)} is null and (${sql.ref(`${account}.expires_at`)} is null or ${sql.ref(`${account}.expires_at`)} > now()))`;

/** Of the `user_account` that is called `u`. */
export const isActive = isActiveAs('u');
