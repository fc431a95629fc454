/** SQL fragments that several domains need, each written once. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { PermissionItem } from '@alcove/contract';

/** A pattern for `like` and `ilike` that matches whatever contains the text. Wildcards in the text are escaped. */
export const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** For `where id =`: matches any of these ids. */
export const among = <Of extends string>(ids: readonly Of[]): RawBuilder<Of> => sql`any(${ids}::uuid[])`;

/** Whether a `user_account` with this alias is neither frozen nor expired, by the database's clock (I14). */
export const isActiveAs = (account: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${account}.frozen_at`)} is null and (${sql.ref(`${account}.expires_at`)} is null or ${sql.ref(`${account}.expires_at`)} > now()))`;

/** The same for the alias `u`. */
export const isActive = isActiveAs('u');

/** An SQL expression of type json: the file items that the roles of this person allow anywhere, the cap on everything granted to them. */
export const fileItemsOf = (person: RawBuilder<unknown>): RawBuilder<PermissionItem[]> =>
  sql`(select coalesce(json_agg(distinct item), '[]') from user_role ur join role r on r.id = ur.role_id, unnest(r.file_items) as item
    where ur.user_id = ${person})`;

/** The condition that the instance `i` is not in a recycle bin, neither itself nor by a folder above it. */
export const isOutOfBins: RawBuilder<boolean> = sql`not exists (with recursive up as (
  select i.parent_id, i.deleted_at union all select p.parent_id, p.deleted_at from up join instance p on p.id = up.parent_id
) select from up where deleted_at is not null)`;

/**
 * Where an entry of `recycle` is: in the bin of its space, in the administrators' bin, or of a folder that was merged into another one.
 * The numbers are written into the statement, because partial indexes are only used with constants.
 */
export const bins = { own: sql.lit(1), administrators: sql.lit(2), merged: sql.lit(3) };
