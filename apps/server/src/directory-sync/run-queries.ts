/** Statements on runs, of which at most one at a time works in the company. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { FailureCode, SyncKind, SyncState } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';

const lockKey = sql`hashtextextended('directory sync', 0)`;

/** The lock belongs to this connection until `unlockRuns` on it, or until it closes. False if another process works on a run. */
export async function tryLockRuns(connection: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${lockKey}) as got`.execute(connection);
  return rows[0]!.got;
}

export async function unlockRuns(connection: Kysely<Tables>): Promise<void> {
  await sql`select pg_advisory_unlock(${lockKey})`.execute(connection);
}

/** Whoever has the lock knows that what still runs was killed. It is not continued: what the directory said then may be wrong now. */
export async function endKilled(connection: Kysely<Tables>): Promise<void> {
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
    select r.cancel_asked as cancelled, p.enabled and p.revision = r.revision as unchanged
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
    .execute();
}

/** After everything was applied: the next timed run reads what changed since. */
export async function setMarker(database: Kysely<Tables>, runId: string): Promise<void> {
  await sql`
    insert into directory_sync (platform_id, marker, marker_revision, full_at)
    select platform_id, marker, revision, case when complete then read_at end from directory_run where id = ${runId}
    on conflict (platform_id) do update set marker = coalesce(excluded.marker, directory_sync.marker), marker_revision = excluded.marker_revision,
      full_at = coalesce(excluded.full_at, directory_sync.full_at)`.execute(database);
}
