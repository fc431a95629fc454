/** Statements on runs, of which at most one at a time works in the company. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { limits } from '@alcove/contract';
import type { FailureCode, SyncKind, SyncSettings, SyncState } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';

/**
 * Whoever has the lock knows that what still runs was killed. It is not continued: what the directory said then may be wrong now. Half an answer is
 * deleted; what was applied of a whole one stays, and is shown.
 */
export async function endKilled(connection: Kysely<Tables>): Promise<void> {
  await sql`delete from directory_entry where run_id in (select id from directory_run where state = 'reading')`.execute(connection);
  await sql`update directory_run set state = 'failed', error = 'SYNC_INTERRUPTED', ended_at = now()
    where state = 'reading' or state = 'applying' and started_at is not null`.execute(connection);
}

/** Begins the timed runs that are due. Once a day, one reads everything. */
export async function insertDue(connection: Kysely<Tables>, minutes: number): Promise<void> {
  await sql`
    insert into directory_run (id, platform_id, kind, state, complete)
    select gen_random_uuid(), p.id, 'timed', 'waiting',
      s.marker is null or s.marker_revision is distinct from p.revision or s.full_at is null or s.full_at < now() - interval '1 day'
    from directory_sync s join platform p on p.id = s.platform_id
    where s.timed and p.enabled and not exists (
      select from directory_run r where r.platform_id = p.id and r.created_at > now() - ${minutes} * interval '1 minute')
    on conflict do nothing`.execute(connection);
}

/** Null: one is under way for this platform. */
export async function insertRun(
  transaction: Transaction<Tables>,
  { platformId, kind, authorId }: { platformId: string; kind: SyncKind; authorId: string },
): Promise<string | null> {
  const id = newId();
  const { rows } = await sql`
    insert into directory_run (id, platform_id, kind, state, complete, author_id) values (${id}, ${platformId}, ${kind}, 'waiting', true, ${authorId})
    on conflict do nothing returning id`.execute(transaction);
  return rows.length > 0 ? id : null;
}

export interface OpenRun {
  runId: string;
  platformId: string;
  kind: SyncKind;
  state: SyncState;
  complete: boolean;
  /** Where a run that reads only changes begins. */
  marker: string | null;
  withDepartments: boolean;
}

/** The first run that waits, to be read or to be applied, marked as begun. */
export async function beginRun(connection: Kysely<Tables>): Promise<OpenRun | null> {
  const { rows } = await sql<OpenRun>`
    update directory_run r set started_at = now(), state = case r.state when 'waiting' then 'reading' else r.state end,
      revision = case r.state when 'waiting' then p.revision else r.revision end
    from platform p left join directory_sync s on s.platform_id = p.id
    where p.id = r.platform_id and r.id = (
      select id from directory_run where state in ('waiting', 'applying') and started_at is null order by created_at limit 1)
    returning r.id as "runId", r.platform_id as "platformId", r.kind, r.state, r.complete, s.marker, coalesce(s.departments, true) as "withDepartments"`.execute(
    connection,
  );
  return rows[0] ?? null;
}

/** Whether the run goes on. Somebody may have cancelled it, or its platform was changed, switched off or removed. */
export async function whyEnded(database: Kysely<Tables>, runId: string): Promise<'cancelled' | 'changed' | null> {
  const { rows } = await sql<{ cancelled: boolean; unchanged: boolean }>`
    select r.cancel_asked as cancelled, (p.enabled or r.kind = 'dry' and r.state = 'reading') and p.revision = r.revision as unchanged
    from directory_run r join platform p on p.id = r.platform_id where r.id = ${runId}`.execute(database);
  return !rows[0] || rows[0].cancelled ? 'cancelled' : rows[0].unchanged ? null : 'changed';
}

export async function endRun(database: Kysely<Tables>, runId: string, state: SyncState, error: FailureCode | null = null): Promise<void> {
  await sql`update directory_run set state = ${state}, error = ${error}, ended_at = now() where id = ${runId}`.execute(database);
}

/** The directory has told everything. */
export async function setPlanned(
  database: Kysely<Tables>,
  runId: string,
  found: { departments: number; people: number; same: number; marker: string | null; tooMany: boolean; state: 'planned' | 'applying' },
): Promise<void> {
  await database
    .updateTable('directory_run')
    .set({
      state: found.state,
      departments: found.departments,
      people: found.people,
      same: found.same,
      marker: found.marker,
      too_many: found.tooMany,
      read_at: sql<Date>`now()`,
    })
    .where('id', '=', runId)
    // A statement may outlive its process, and come after the run was ended for that.
    .where('state', '=', 'reading')
    .execute();
}

/** After everything was applied: the next timed run reads what changed since. */
export async function setMarker(database: Kysely<Tables>, runId: string): Promise<void> {
  await sql`
    insert into directory_sync (platform_id, marker, marker_revision, full_at, synced_at)
    select platform_id, marker, revision, case when complete then read_at end, now() from directory_run where id = ${runId}
    on conflict (platform_id) do update set marker = coalesce(excluded.marker, directory_sync.marker), marker_revision = excluded.marker_revision,
      full_at = coalesce(excluded.full_at, directory_sync.full_at), synced_at = excluded.synced_at`.execute(database);
}

/** Locks the platform against changes and other runs. False if it does not exist or is no directory; with `on`, also if it is switched off. */
export async function lockDirectory(transaction: Transaction<Tables>, platformId: string, { on }: { on: boolean }): Promise<boolean> {
  const { rows } = await sql`
    select from platform where id = ${platformId} and protocol not in ('oidc', 'scim') and (enabled or not ${on}::boolean) for no key update`.execute(
    transaction,
  );
  return rows.length > 0;
}

/** A plan can be applied while it is new, the latest of its platform, and the platform is as it was. */
const applicable = sql`r.state = 'planned' and p.enabled and r.revision = p.revision and r.read_at > now() - ${sql.lit(limits.syncPlanMinutes)} * interval '1 minute'
  and not exists (select from directory_run o where o.platform_id = r.platform_id and o.created_at > r.created_at)`;

export interface RunToApply {
  state: SyncState;
  tooMany: boolean;
  applicable: boolean;
}

export async function findToApply(transaction: Transaction<Tables>, platformId: string, runId: string): Promise<RunToApply | null> {
  const { rows } = await sql<RunToApply>`
    select r.state, r.too_many as "tooMany", ${applicable} as applicable from directory_run r join platform p on p.id = r.platform_id
    where r.id = ${runId} and r.platform_id = ${platformId}`.execute(transaction);
  return rows[0] ?? null;
}

/** Whoever works on runs takes it up. */
export async function setToApply(
  transaction: Transaction<Tables>,
  runId: string,
  { authorId, reason }: { authorId: string; reason: string | null },
): Promise<void> {
  await sql`update directory_run set state = 'applying', started_at = null, author_id = ${authorId}, reason = ${reason} where id = ${runId}`.execute(
    transaction,
  );
}

/** One that has not begun ends at once. */
export async function askToCancel(transaction: Transaction<Tables>, platformId: string): Promise<void> {
  await sql`update directory_run set cancel_asked = true where platform_id = ${platformId} and state in ('waiting', 'reading', 'applying')`.execute(
    transaction,
  );
}

export interface ListedRun {
  runId: string;
  kind: SyncKind;
  state: SyncState;
  complete: boolean;
  tooMany: boolean;
  same: number;
  error: FailureCode | null;
  authorName: string | null;
  applicable: boolean;
  createdAt: Date;
  readAt: Date | null;
  endedAt: Date | null;
}

export async function listRuns(database: Kysely<Tables>, platformId: string): Promise<ListedRun[]> {
  const { rows } = await sql<ListedRun>`
    select r.id as "runId", r.kind, r.state, r.complete, r.too_many as "tooMany", r.same, r.error, u.real_name as "authorName", ${applicable} as applicable,
      r.created_at as "createdAt", r.read_at as "readAt", r.ended_at as "endedAt"
    from directory_run r join platform p on p.id = r.platform_id left join user_account u on u.id = r.author_id
    where r.platform_id = ${platformId} order by r.created_at desc, r.id desc limit ${sql.lit(limits.syncRunsShown)}`.execute(database);
  return rows;
}

export async function countActive(database: Kysely<Tables>, platformId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from directory_person dp join user_account u on u.id = dp.user_id where dp.platform_id = ${platformId} and u.frozen_at is null`.execute(
    database,
  );
  return rows[0]!.n;
}

export async function readSettings(database: Kysely<Tables>, platformId: string): Promise<SyncSettings> {
  const row = await database
    .selectFrom('directory_sync')
    .select(['timed', 'departments'])
    .where('platform_id', '=', platformId)
    .executeTakeFirst();
  return { timedSync: row?.timed ?? false, syncsDepartments: row?.departments ?? true };
}

/** The next run reads everything, because departments may be asked for from now on. */
export async function writeSettings(
  transaction: Transaction<Tables>,
  platformId: string,
  { timedSync: timed, syncsDepartments: departments }: SyncSettings,
): Promise<void> {
  await transaction
    .insertInto('directory_sync')
    .values({ platform_id: platformId, timed, departments, marker: null, marker_revision: null })
    .onConflict((same) => same.column('platform_id').doUpdateSet({ timed, departments, marker: null, marker_revision: null }))
    .execute();
}

/** Deletes the oldest runs of each platform. Returns 0: no further run of the job is needed. */
export async function deleteOldRuns(database: Kysely<Tables>): Promise<0> {
  await sql`
    delete from directory_run where id in (
      select id from (select id, row_number() over (partition by platform_id order by created_at desc) as place from directory_run) r
      where place > ${sql.lit(limits.syncRunsKept)})`.execute(database);
  return 0;
}
