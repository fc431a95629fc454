import { sql } from 'kysely';
import { children } from '../database/index.ts';
import { publish } from '../live-updates/index.ts';
import type { RecycleDeps } from './deps.ts';

/**
 * Counts what one deleted folder holds: all that went with it, not what was deleted in it before, which has an entry of its own. What
 * comes out of the bin by itself is thus never part of it. Nothing is held meanwhile, for counting a large tree takes its time and the
 * folder may be wanted back; an entry that was changed by then is counted anew. Who deleted it and the space's owner see it at once.
 * Answers 1, or 0 when nothing waits.
 */
export async function sizeEntries(database: RecycleDeps['database']): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = '10min'`.execute(transaction);
    const { rows: waiting } = await sql<{ id: string; instance_id: string; seen: string }>`
      select id, instance_id, xmin::text as seen from recycle where size is null and bin = 1 order by deleted_at limit 1`.execute(
      transaction,
    );
    const [entry] = waiting;
    if (!entry) return 0;
    const { rows: counted } = await sql<{ files: number; size: number }>`
      with recursive under as (
        select ${entry.instance_id}::uuid as id, false as is_file, 0::bigint as size
        union all
        select c.id, c.is_file, c.size from under cross join ${children('under.id')} c where not under.is_file
      ) select count(*) filter (where is_file) as files, coalesce(sum(size) filter (where is_file), 0)::bigint as size from under`.execute(
      transaction,
    );
    const { files, size } = counted[0]!;
    const { rows } = await sql<{ people: string[] }>`
      update recycle r set files = ${files}, size = ${size} from space s
      where r.id = ${entry.id} and r.xmin::text = ${entry.seen} and s.id = r.space_id
      returning array_remove(array[r.deleted_by, s.owner_id], null) as people`.execute(transaction);
    await publish(
      transaction,
      rows.map(({ people }) => ({ to: [...new Set(people)], event: 'recycleChanged' })),
    );
    return 1;
  });
}
