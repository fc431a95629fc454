import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { DrillSeen, RightsChange } from '@alcove/contract';
import { companyZone } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

/** A few are looked at: nobody needs to know whether there are more. */
const mostCounted = sql.lit(1000);

export interface Present {
  now: Date;
  waiting: number;
  oldest: Date | null;
  failedTasks: number;
  activeToday: number;
  sealedAt: Date | null;
  sealsFail: boolean;
}

/** Each part reads an index, and no more of it than it counts. */
export async function readPresent(database: Kysely<Tables>): Promise<Present> {
  const { rows } = await sql<Present>`
    select now() as now,
      (select count(*)::int from (select from review where state = 'waiting' limit ${mostCounted}) r) as waiting,
      (select asked_at from review where state = 'waiting' order by asked_at, id limit 1) as oldest,
      (select count(*)::int from (select from task where ended_at > now() - interval '1 day' and state = 'failed' limit ${mostCounted}) t) as "failedTasks",
      (select count(*)::int from last_seen
        where seen_at >= date_trunc('day', now() at time zone ${companyZone}) at time zone ${companyZone}) as "activeToday",
      s.sealed_at as "sealedAt", coalesce(s.late or s.sealing_fault is not null or s.checking_fault is not null, true) as "sealsFail"
    from (select) one left join audit_seal_state s on true`.execute(database);
  return rows[0]!;
}

/** What gives or takes rights in the company. */
const rightsActions = [
  'adminRole.create',
  'adminRole.update',
  'adminRole.remove',
  'adminRole.assign',
  'adminFileRole.update',
  'adminDepartment.setManagers',
  'department.setManagers',
  'adminUser.create',
  'adminUser.freeze',
  'adminUser.thaw',
  'adminUser.resetPassword',
  'adminUser.offboard',
  'adminAllowlist.create',
  'adminAllowlist.update',
  'adminAllowlist.remove',
  'system.createAdministrator',
  'system.resetPassword',
  'system.allowlistOff',
];

/**
 * The latest of each action, and of these the latest. Each is read by its index: an order of ids alone would make PostgreSQL walk back through the whole log for an
 * action that never was.
 */
export async function latestRights(database: Kysely<Tables>, most: number): Promise<(Omit<RightsChange, 'time'> & { time: Date })[]> {
  const { rows } = await sql<Omit<RightsChange, 'time'> & { time: Date }>`
    select l.id, l.at as time, l.action, coalesce(u.real_name, l.actor_name) as who, l.object_name as about
    from unnest(${rightsActions}::text[]) r (action)
    cross join lateral (
      select a.id, a.at, a.action, a.actor_name, a.person_id, a.object_name from audit_log a
      where (a.action, a.id) <= (r.action, ${Number.MAX_SAFE_INTEGER}::bigint) and a.result = 0
      order by a.action desc, a.id desc limit ${most}) l
    left join user_account u on u.id = l.person_id
    where l.action = r.action
    order by l.id desc limit ${most}`.execute(database);
  return rows;
}

/** The drill that was begun last, and when one passed last. */
export async function latestDrills(database: Kysely<Tables>): Promise<{ last: DrillSeen | null; passedAt: Date | null }> {
  const of = () => database.selectFrom('restore_drill').selectAll().orderBy('begun_at', 'desc').limit(1);
  const [last, passed] = await Promise.all([of().executeTakeFirst(), of().where('outcome', '=', 'passed').executeTakeFirst()]);
  if (!last) return { last: null, passedAt: null };
  const { begun_at: begunAt, outcome, backup, reason, measured } = last;
  return { last: { begunAt: begunAt.toISOString(), outcome, backup, reason, measured }, passedAt: passed?.begun_at ?? null };
}
