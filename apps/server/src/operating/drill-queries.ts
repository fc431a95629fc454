import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { DrillFigures, DrillReason } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';

/** Whoever has the lock knows that what is still running was killed. */
export async function endKilled(database: Kysely<Tables>): Promise<void> {
  await sql`update restore_drill set outcome = 'interrupted', ended_at = now() where outcome = 'running'`.execute(database);
}

/** A drill that ends the process which runs it is not tried for ever. */
const triesADay = sql.lit(3);

/**
 * Begins a drill if one is due: the last that passed is so many days old, or failed a day ago. Returns its id. One of a time to come was begun while the
 * clock was ahead, and does not count.
 */
export async function beginDrill(database: Kysely<Tables>, { backup, days }: { backup: string; days: number }): Promise<string | null> {
  const since = (term: string) => sql`d.begun_at <= now() and d.begun_at > now() - ${term}::interval`;
  const { rows } = await sql<{ id: string }>`
    insert into restore_drill (id, backup)
    select ${newId()}, ${backup}
    where not exists (select from restore_drill d where d.outcome = 'passed' and ${since(`${days} days`)})
      and not exists (select from restore_drill d where d.outcome = 'failed' and ${since('1 day')})
      and (select count(*) from restore_drill d where d.outcome = 'interrupted' and ${since('1 day')}) < ${triesADay}
    returning id`.execute(database);
  return rows[0]?.id ?? null;
}

export type DrillResult =
  | { outcome: 'passed'; measured: DrillFigures }
  | { outcome: 'failed'; reason: DrillReason; measured: DrillFigures | null }
  | { outcome: 'interrupted' };

/** False: another process took it for killed, and what this one found does not count. */
export async function endDrill(transaction: Transaction<Tables>, id: string, result: DrillResult): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('restore_drill')
    .set({
      outcome: result.outcome,
      ended_at: sql<Date>`now()`,
      reason: 'reason' in result ? result.reason : null,
      measured: 'measured' in result && result.measured ? JSON.stringify(result.measured) : null,
    })
    .where('id', '=', id)
    .where('outcome', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** How many days it is since a drill passed, or the first was begun, if that is twice the term and was not told yet. Null: there is nothing to tell. */
export async function takeOverdue(transaction: Transaction<Tables>, days: number): Promise<number | null> {
  const { rows } = await sql<{ since: number }>`
    with good as (select coalesce(max(begun_at) filter (where outcome = 'passed'), min(begun_at)) as at from restore_drill where begun_at <= now())
    update restore_drill d set overdue_told = true from good
    where d.id = (select id from restore_drill order by begun_at desc, id limit 1) and good.at < now() - ${2 * days} * interval '1 day'
      and not exists (select from restore_drill t where t.overdue_told and t.begun_at >= good.at)
    returning floor(extract(epoch from now() - good.at) / 86400)::int as since`.execute(transaction);
  return rows[0]?.since ?? null;
}

/** The history ends at some point. */
export async function forgetOldDrills(database: Kysely<Tables>, kept: number): Promise<void> {
  await sql`
    delete from restore_drill where id in (select id from restore_drill order by begun_at desc offset ${kept})`.execute(database);
}
