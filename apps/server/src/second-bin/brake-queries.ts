import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { limits } from '@alcove/contract';
import { bins } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

/** About how many files the company has, as PostgreSQL's planner estimates it, and how many went for good in the last 24 hours. */
export async function countForBrake(database: Kysely<Tables>): Promise<{ files: number; gone: number }> {
  const { rows } = await sql<{ files: number; gone: number }>`
    select (select greatest(reltuples, 0)::bigint from pg_class where oid = 'instance'::regclass) as files,
      (select coalesce(sum(files), 0)::bigint from second_bin_hour where hour > now() - interval '24 hours') as gone`.execute(database);
  return rows[0]!;
}

/** Locks the count of this hour until the transaction ends, so that two processes do not both use what is left. Forgets old hours. */
export async function lockHour(transaction: Transaction<Tables>): Promise<void> {
  await sql`
    insert into second_bin_hour as h (hour) values (date_trunc('hour', now())) on conflict (hour) do update set files = h.files`.execute(
    transaction,
  );
  await sql`delete from second_bin_hour where hour < now() - interval '3 days'`.execute(transaction);
}

export async function countGone(transaction: Transaction<Tables>, files: number): Promise<void> {
  await sql`update second_bin_hour set files = files + ${files} where hour = date_trunc('hour', now())`.execute(transaction);
}

/** How many files wait that do not fit into what is left; of very many entries, only the first are counted. */
export async function countHeld(transaction: Transaction<Tables>, left: number): Promise<number> {
  const { rows } = await sql<{ files: number }>`
    select coalesce(sum(held.files), 0)::bigint as files from (
      select coalesce(files, 1) as files from recycle
      where bin = ${bins.administrators} and going_at <= now() and bytes is not null and coalesce(files, 1) > ${left}
      order by going_at limit ${limits.secondBinListed}
    ) held`.execute(transaction);
  return rows[0]!.files;
}

/** Remembers that the administrators are told now. False: they were told in the last 24 hours. */
export async function setTold(transaction: Transaction<Tables>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update second_bin_hour set told = true where hour = date_trunc('hour', now())
      and not exists (select from second_bin_hour h where h.told and h.hour > now() - interval '24 hours')`.execute(transaction);
  return numAffectedRows === 1n;
}
