import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { daysOf } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

/**
 * Deletes renditions that nobody requested for as long as the company keeps them. The condition is checked again on deletion, so a concurrent request keeps
 * its rendition. Objects are removed an hour later, when no link to them is valid any more. Renditions of deleted content go with it.
 * Returns how many were deleted.
 */
export async function collectRenditions({ database }: { database: Kysely<Tables> }, most = 200): Promise<number> {
  const { rows } = await sql<{ gone: number }>`
    with old as (
      select blob_id, kind from rendition where asked_at < now() - ${daysOf('previewDays')} and (leased_until is null or leased_until < now())
      order by asked_at limit ${most} for update skip locked
    ), gone as (delete from rendition r using old where r.blob_id = old.blob_id and r.kind = old.kind returning r.object_key),
    removal as (
      insert into object_removal (object_key, due_at, last_at) select object_key, now() + interval '1 hour', now() + interval '1 hour' from gone
      where object_key is not null
    )
    select count(*)::int as gone from gone`.execute(database);
  return rows[0]!.gone;
}
