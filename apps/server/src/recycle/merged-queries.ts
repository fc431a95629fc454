import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { bins } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

/**
 * Deletes the rows of folders that were merged into others, once no upload refers to them any more; the last of these is collected after
 * two days. Returns how many rows were deleted.
 */
export async function removeMergedAway(database: Kysely<Tables>, most = 200): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from instance where id in (
      select r.instance_id from recycle r where r.bin = ${bins.merged} and r.left_at < now() - interval '3 days'
        and not exists (select from instance c where c.parent_id = r.instance_id) and not exists (select from recycle c where c.parent_id = r.instance_id)
        and not exists (select from upload u where u.parent_id = r.instance_id)
      order by r.left_at limit ${most})`.execute(database);
  return Number(numAffectedRows ?? 0n);
}
