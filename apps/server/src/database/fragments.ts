/** SQL fragments that several domains need, each written once. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import { serviceConfigCodes } from '@alcove/contract';
import type { FileRoleItems, PermissionItem, ServiceConfig, ServiceConfigCode } from '@alcove/contract';

/** Where the company is: its days begin and end there. */
export const companyZone = sql.lit('Asia/Shanghai');

/** A pattern for `like` and `ilike` that matches whatever contains the text. Wildcards in the text are escaped. */
export const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Settings that are always a whole number. */
type NumberCode = { [Code in ServiceConfigCode]: ServiceConfig[Code] extends number ? Code : never }[ServiceConfigCode];

/**
 * An SQL expression: the number that the setting has now. A row that the setting's schema does not accept counts as missing, as everywhere: whoever
 * edits it by hand must not empty the recycle bins, or stop every deletion.
 */
export function settingOf(code: NumberCode): RawBuilder<number> {
  const { minimum, maximum, default: usual } = z.toJSONSchema(serviceConfigCodes[code], { io: 'input' });
  return sql`coalesce((select case when jsonb_typeof(value) = 'number' then
      case when value::numeric between ${sql.lit(minimum)} and ${sql.lit(maximum)} and value::numeric = trunc(value::numeric) then value::bigint end end
    from service_config where code = ${sql.lit(code)}), ${sql.lit(usual)})`;
}

type CodeIn<Unit extends string> = Extract<NumberCode, `${string}${Unit}`>;
/** SQL expressions: an interval as long as the setting says now. */
export const daysOf = (code: CodeIn<'Days'>): RawBuilder<unknown> => sql`(${settingOf(code)} * interval '1 day')`;
export const hoursOf = (code: CodeIn<'Hours'>): RawBuilder<unknown> => sql`(${settingOf(code)} * interval '1 hour')`;
export const minutesOf = (code: CodeIn<'Minutes'>): RawBuilder<unknown> => sql`(${settingOf(code)} * interval '1 minute')`;

/**
 * The condition that the instance with this alias is the live child of that folder with that folded name. `names_in` is the folder itself. Only the
 * index of names has it, so only that one can answer, whatever plan PostgreSQL has (docs/decisions/0108).
 */
export const isNamed = (alias: string, folder: RawBuilder<unknown>, folded: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(names_in(${sql.ref(`${alias}.parent_id`)}) = ${folder} and ${sql.ref(`${alias}.folded_name`)} = ${folded} and ${sql.ref(`${alias}.deleted_at`)} is null)`;

/** For `where id =`: matches any of these ids. */
export const among = <Of extends string>(ids: readonly Of[]): RawBuilder<Of> => sql`any(${ids}::uuid[])`;

/** Whether a `user_account` with this alias is neither frozen nor expired, by the database's clock (I14). */
export const isActiveAs = (account: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${account}.frozen_at`)} is null and (${sql.ref(`${account}.expires_at`)} is null or ${sql.ref(`${account}.expires_at`)} > now()))`;

/** The same for the alias `u`. */
export const isActive = isActiveAs('u');

/** Whether the person `u` has accepted every version of the agreements that asks for it. */
export const isAgreed = sql<boolean>`u.agreement_edition >= (select coalesce(max(v.edition), 0) from agreement_version v where v.asks)`;

/** Whether the person `u` may do nothing else before accepting a version: of the sample texts, nobody in the company has decided that. */
export const mustAgree = sql<boolean>`u.agreement_edition < (select coalesce(max(v.edition), 0) from agreement_version v where v.asks and v.published_by is not null)`;

/** Whether the person `u` has a second factor. Recovery codes alone are none. */
export const hasSecondFactor = sql<boolean>`(exists (select from totp_factor f where f.user_id = u.id) or exists (select from passkey k where k.user_id = u.id))`;

/** Whether a role of the person `u` asks for a second factor. */
export const roleNeedsFactor = sql<boolean>`exists (select from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id and r.needs_second_factor)`;

/** An SQL expression of type json: the file items that the roles of this person allow anywhere, the cap on everything granted to them. */
export const fileItemsOf = (person: RawBuilder<unknown>): RawBuilder<PermissionItem[]> =>
  sql`(select coalesce(json_agg(distinct item), '[]') from user_role ur join role r on r.id = ur.role_id, unnest(r.file_items) as item
    where ur.user_id = ${person})`;

/** An SQL expression of type json: the items that this file role has today. A decision reads them in the statement that reads its grants. */
export const itemsOfRole = (role: RawBuilder<unknown>): RawBuilder<PermissionItem[]> =>
  sql`(select to_json(fr.items) from file_role fr where fr.role = ${role})`;

/** A query of the file roles that include the item today. */
export const rolesWith = (item: PermissionItem): RawBuilder<unknown> =>
  sql`(select fr.role from file_role fr where ${sql.lit(item)} = any(fr.items))`;

/** An SQL expression of type json: the items of all file roles. */
export const fileRoleItems: RawBuilder<FileRoleItems> = sql`(select json_object_agg(fr.role, fr.items) from file_role fr)`;

/** The condition that the instance `i` is not in a recycle bin, neither itself nor by a folder above it. */
export const isOutOfBins: RawBuilder<boolean> = sql`not exists (with recursive up as (
  select i.parent_id, i.deleted_at union all select p.parent_id, p.deleted_at from up join instance p on p.id = up.parent_id
) select from up where deleted_at is not null)`;

/**
 * Where an entry of `recycle` is: in the bin of its space, in the administrators' bin, of a folder that was merged into another one, or of
 * an item whose rows are being deleted. The numbers are written into the statement, because partial indexes are only used with constants.
 */
export const bins = { own: sql.lit(1), administrators: sql.lit(2), merged: sql.lit(3), going: sql.lit(4) };
