import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import { spaceKinds } from '@alcove/contract';
import type { DailyFigure, LargeSpace } from '@alcove/contract';
import type { IdRange } from '../audit-reading/index.ts';
import { companyZone } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

/** A finished day of the company, with its bounds. */
export interface DueDay {
  day: string;
  from: Date;
  to: Date;
}

const today = sql`(now() at time zone ${companyZone})::date`;
const asText = (day: RawBuilder<unknown>): RawBuilder<string> => sql`to_char(${day}, 'YYYY-MM-DD')`;
const beginning = (day: RawBuilder<unknown>): RawBuilder<Date> => sql`((${day})::timestamp at time zone ${companyZone})`;
/** What was begun before midnight is in the log by then. */
const settled = sql`interval '15 minutes'`;
/** Made up for at most. */
const daysBack = sql.lit(31);

/** Until the transaction ends. False: another process has it. */
export async function tryToMake(transaction: Transaction<Tables>): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(hashtextextended('daily figures', 0)) as got`.execute(
    transaction,
  );
  return rows[0]!.got;
}

/** Made while the clock was ahead: of a day that had not been yet. */
const isReal = sql`f.made_at <= now()`;

/** The first day of a company begins with an empty system, so it is measured again while people move in. */
const isRecentOrLater = sql`(f.made_at > now() - interval '50 seconds'
  or exists (select from daily_figure e where e.day < f.day and e.figure = f.figure))`;

/** Null: today's space is measured already. */
export async function todayUnmeasured(transaction: Transaction<Tables>): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`
    select ${asText(today)} as day
    where not exists (select from daily_figure f where f.day = ${today} and f.figure = 'usedPersonal' and ${isReal} and ${isRecentOrLater})`.execute(
    transaction,
  );
  return rows[0]?.day ?? null;
}

/** The latest finished day that was not counted, back to when the log begins. */
export async function nextDayDue(transaction: Transaction<Tables>): Promise<DueDay | null> {
  const { rows } = await sql<DueDay>`
    select ${asText(sql`d.day`)} as day, ${beginning(sql`d.day`)} as from, ${beginning(sql`d.day + 1`)} as to
    from (select ${today} - n as day from generate_series(1, ${daysBack}) n) d
    where ${beginning(sql`d.day + 1`)} + ${settled} <= now()
      and ${beginning(sql`d.day + 1`)} > (select at from audit_log order by id limit 1)
      and not exists (select from daily_figure f where f.day = d.day and f.figure = 'uploads' and ${isReal})
    order by d.day desc limit 1`.execute(transaction);
  return rows[0] ?? null;
}

type Figures = Partial<Record<DailyFigure, number>>;

export async function keepFigures(transaction: Transaction<Tables>, day: string, figures: Figures): Promise<void> {
  await sql`
    insert into daily_figure (day, figure, value)
    select ${day}::date, f.figure, f.value from unnest(${Object.keys(figures)}::text[], ${Object.values(figures)}::bigint[]) f (figure, value)
    on conflict (day, figure) do update set value = excluded.value, made_at = excluded.made_at`.execute(transaction);
}

export async function sumSpaces(transaction: Transaction<Tables>): Promise<Figures> {
  const used = (kind: keyof typeof spaceKinds) =>
    sql`coalesce(sum(used_bytes) filter (where kind = ${sql.lit(spaceKinds[kind])}), 0)::bigint`;
  const { rows } = await sql<Figures>`
    select ${used('personal')} as "usedPersonal", ${used('group')} as "usedGroup", ${used('department')} as "usedDepartment" from space`.execute(
    transaction,
  );
  return rows[0]!;
}

export async function countPeople(transaction: Transaction<Tables>): Promise<number> {
  const { rows } = await sql<{ people: number }>`select count(*)::int as people from user_account where left_at is null`.execute(
    transaction,
  );
  return rows[0]!.people;
}

export async function keepLargest(transaction: Transaction<Tables>, day: string, most: number): Promise<void> {
  await sql`delete from largest_space where day = ${day}::date`.execute(transaction);
  await sql`
    insert into largest_space (day, space_id, used_bytes)
    select ${day}::date, id, used_bytes from space where used_bytes > 0 order by used_bytes desc, id limit ${most}`.execute(transaction);
}

interface Portion extends DueDay {
  range: IdRange;
}

/** How many of the next accounts did something that the log keeps; one look into the index each. `last`: the last account, null if there are no others. */
export async function countActive(
  transaction: Transaction<Tables>,
  { from, to, range, after, most }: Portion & { after: string | null; most: number },
): Promise<{ active: number; last: string | null }> {
  const { rows } = await sql<{ active: number; last: string | null }>`
    with u as materialized (select id from user_account where ${after}::uuid is null or id > ${after}::uuid order by id limit ${most})
    select (select count(*)::int from u cross join lateral (
        select from audit_log a where a.person_id = u.id and a.id between ${range.low}::bigint and ${range.high}::bigint
          and a.at >= ${from} and a.at < ${to} and a.result = 0 and a.actor_kind = 'person' limit 1) one) as active,
      (select case when count(*) = ${most} then (array_agg(id order by id desc))[1] end from u) as last`.execute(transaction);
  return rows[0]!;
}

/** What makes a file of bytes that somebody sent, or proved to have. */
const uploading = [
  'instance.upload',
  'instance.uploads',
  'instance.secondUpload',
  'instance.secondUploads',
  'link.upload',
  'link.uploads',
  'link.secondUpload',
  'system.upload',
];

/** The size is that of now: what was deleted for good meanwhile has none. */
export async function countUploads(
  transaction: Transaction<Tables>,
  { from, to, range }: Portion,
): Promise<{ uploads: number; bytes: number }> {
  const { rows } = await sql<{ uploads: number; bytes: number }>`
    select count(*)::int as uploads, coalesce(sum(i.size), 0)::bigint as bytes
    from audit_log a left join instance i on i.id = a.object_id
    where a.action = any(${uploading}::text[]) and a.id between ${range.low}::bigint and ${range.high}::bigint
      and a.at >= ${from} and a.at < ${to} and a.result = 0 and a.object_id is not null`.execute(transaction);
  return rows[0]!;
}

/** The figures of the last days, in their order, and which day it is. */
export async function findFigures(
  database: Kysely<Tables>,
  days: number,
): Promise<{ today: string; rows: { day: string; figure: DailyFigure; value: number }[] }> {
  const { rows } = await sql<{ today: string; rows: { day: string; figure: DailyFigure; value: number }[] }>`
    select ${asText(today)} as today, (
      select coalesce(json_agg(json_build_object('day', ${asText(sql`f.day`)}, 'figure', f.figure, 'value', f.value) order by f.day), '[]')
      from daily_figure f where f.day > ${today} - ${days}::int and f.day <= ${today}) as rows`.execute(database);
  return rows[0]!;
}

/** As they were measured last, but those that are gone. */
export async function findLargest(database: Kysely<Tables>): Promise<{ measuredAt: Date | null; spaces: LargeSpace[] }> {
  const { rows } = await sql<{ measuredAt: Date | null; spaces: LargeSpace[] }>`
    with last as (select day, made_at from daily_figure where figure = 'usedPersonal' and day <= ${today} order by day desc limit 1)
    select (select made_at from last) as "measuredAt", (
      select coalesce(json_agg(json_build_object('spaceId', s.id, 'usedBytes', l.used_bytes,
          'kind', case s.kind when ${sql.lit(spaceKinds.personal)} then 'personal' when ${sql.lit(spaceKinds.group)} then 'group' else 'department' end,
          'name', coalesce(gs.name, d.name, ed.name, u.real_name, '')) order by l.used_bytes desc, s.id), '[]')
      from last join largest_space l on l.day = last.day join space s on s.id = l.space_id
      left join group_space gs on gs.space_id = s.id left join department d on d.space_id = s.id
      left join ended_department ed on ed.space_id = s.id left join user_account u on u.id = s.owner_id and s.kind = ${sql.lit(spaceKinds.personal)}) as spaces`.execute(
    database,
  );
  return rows[0]!;
}
