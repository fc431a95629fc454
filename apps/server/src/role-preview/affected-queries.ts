/** Whom a change of a role affects, as a relation, and what is read from it. The database counts and sorts; each statement reads it once. */
import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import { permissionItems } from '@alcove/contract';
import { isActive } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { firstOfItem } from './change-rules.ts';
import type { Concerned, Counted, Mask } from './change-rules.ts';
import { rowsOf } from './effects.ts';
import type { EffectTable } from './effects.ts';

/** A query with a row for each person who may be affected: `user_id`, `gains` and `loses` as bits, `holds` and `places`, which may be null. */
export type Affected = RawBuilder<unknown>;

/** An SQL value: the bits of each company role's items by its id. */
const masksOf = (masks: ReadonlyMap<string, Mask>): RawBuilder<unknown> => sql`${JSON.stringify(Object.fromEntries(masks))}::jsonb`;

/** An SQL value: all bits that are in one of many masks, given as text. None without a mask. */
const combined = (mask: RawBuilder<unknown>, length: number): RawBuilder<unknown> =>
  sql`coalesce(bit_or((${mask})::bit varying), ${'0'.repeat(length)}::bit varying)`;

/** An SQL condition. */
const isSome = (mask: RawBuilder<unknown>): RawBuilder<unknown> => sql`position(B'1' in ${mask}) > 0`;

/**
 * Of a company role: the accounts that have it, suspended ones too, as in the list of roles. Roles add up, so an item that another role of
 * the same person gives neither comes nor goes.
 */
export const affectedByRole = (
  roleId: string,
  { added, removed, masks }: { added: Mask; removed: Mask; masks: ReadonlyMap<string, Mask> },
): Affected => sql`
  select ur.user_id, ${added}::bit varying & ~others.mask as gains, ${removed}::bit varying & ~others.mask as loses, true as holds, null::int as places
  from user_role ur cross join lateral (
    select ${combined(sql`${masksOf(masks)} ->> other.role_id::text`, added.length)} as mask from user_role other
    where other.user_id = ur.user_id and other.role_id <> ${roleId}::uuid
  ) others
  where ur.role_id = ${roleId}::uuid`;

const fileItemBits = sql`bit(${sql.lit(permissionItems.length)})`;

/** An SQL table (id, gains, loses, places, holds). */
function rowsIn(table: EffectTable): RawBuilder<unknown> {
  const rows = rowsOf(table);
  return sql`(
    select unnest(t.ids::uuid[]) as id, t.gains::${fileItemBits} as gains, t.loses::${fileItemBits} as loses, t.places, t.holds
    from unnest(${rows.map(({ ids }) => ids)}::text[], ${rows.map(({ gains }) => gains)}::bigint[], ${rows.map(({ loses }) => loses)}::bigint[],
      ${rows.map(({ places }) => places)}::int[], ${rows.map(({ holds }) => holds)}::boolean[]) as t (ids, gains, loses, places, holds))`;
}

/**
 * Of a file role: active people, by what was judged for them, all of them active, and for their departments. The company's roles cap every grant, so an item that
 * they do not allow was never there, and does not come.
 */
export const affectedByFileRole = (
  { people, departments }: { people: EffectTable; departments: EffectTable },
  caps: ReadonlyMap<string, Mask>,
): Affected => sql`
  with effect as (
    select u.id as user_id, d.gains, d.loses, d.places, d.holds
    from ${rowsIn(departments)} d join user_account u on u.department_id = d.id where ${isActive}
    union all
    select * from ${rowsIn(people)} p
  ),
  total as materialized (
    select user_id, gains, loses, holds, sum(places)::int as places from effect group by 1, 2, 3, 4 having sum(places) > 0
  )
  select t.user_id, bit_or(t.gains & cap.mask) as gains, bit_or(t.loses & cap.mask) as loses, bool_or(t.holds) as holds,
    coalesce(sum(t.places) filter (where ${isSome(sql`(t.gains | t.loses) & cap.mask`)}), 0)::int as places
  from total t cross join lateral (
    select ${combined(sql`${masksOf(caps)} ->> ur.role_id::text`, permissionItems.length)} as mask from user_role ur where ur.user_id = t.user_id
  ) cap
  group by t.user_id`;

const byName = sql`left(u.search_text, 64) collate "C", u.id`;
/** Looks each account up by its id. `offset 0` keeps the planner from going through all accounts instead. */
const concerned = sql`affected a cross join lateral (select * from user_account where id = a.user_id offset 0) u where ${isSome(sql`a.gains | a.loses`)}`;
const shown = sql`a.user_id as "userId", u.real_name as name, u.account_name as "accountName", u.department_id as "departmentId", a.gains::text, a.loses::text, a.places`;

/** Counts everybody, and reads those whom `summaryOf` names: the first by name, and the first of each combination of items. */
export async function countAffected(
  transaction: Transaction<Tables>,
  affected: Affected,
  mostListed: number,
): Promise<{ counted: Counted[]; first: Concerned[] }> {
  const { rows } = await sql<{ counted: Counted[]; first: Concerned[] }>`
    with affected as materialized (${affected}),
    concerned as materialized (select ${shown}, row_number() over (order by ${byName}) as position from ${concerned}),
    first as (
      select * from (select *, row_number() over (partition by gains, loses order by position) as nth from concerned) c
      where position <= ${mostListed} or nth <= ${sql.lit(firstOfItem)}
    )
    select (select coalesce(json_agg(c), '[]') from (select gains::text, loses::text, holds, count(*)::int as people from affected group by 1, 2, 3) c) as counted,
      (select coalesce(json_agg(f order by position), '[]') from first f) as first`.execute(transaction);
  return rows[0]!;
}

const batch = 1000;

/**
 * Yields everybody who gains or loses something by name, a thousand at a time: the database sorts them once, and they are fetched as they
 * are taken. Whoever takes them must go on or stop soon, because a connection waits.
 */
export async function eachConcerned(
  transaction: Transaction<Tables>,
  affected: Affected,
  take: (some: readonly Concerned[]) => Promise<void>,
): Promise<void> {
  await sql`declare concerned_rows no scroll cursor for
    with affected as materialized (${affected}) select ${shown} from ${concerned} order by ${byName}`.execute(transaction);
  for (;;) {
    const { rows } = await sql<Concerned>`fetch ${sql.lit(batch)} from concerned_rows`.execute(transaction);
    if (rows.length > 0) await take(rows);
    if (rows.length < batch) break;
  }
  await sql`close concerned_rows`.execute(transaction);
}
