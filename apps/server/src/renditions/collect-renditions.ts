import { sql } from 'kysely';
import type { MakeDeps } from './make-rendition.ts';

/** Removes renditions that nobody asked for in so many days, and those of contents that wait for their own removal; objects first. */
export async function collectRenditions({ database, store }: Pick<MakeDeps, 'database' | 'store'>, most = 200): Promise<number> {
  const { rows } = await sql<{ blob_id: string; kind: string; object_key: string | null }>`
    select r.blob_id, r.kind, r.object_key from rendition r where r.asked_at < now() - interval '1 day' and (r.leased_until is null or r.leased_until < now())
      and (r.asked_at < now() - interval '90 days' or exists (select 1 from blob b where b.id = r.blob_id and b.unneeded_since < now() - interval '1 day'))
    order by r.asked_at limit ${most}`.execute(database);
  for (const { blob_id: blobId, kind, object_key: key } of rows) {
    if (key !== null) await store.remove(key);
    await sql`delete from rendition where blob_id = ${blobId} and kind = ${kind} and object_key is not distinct from ${key}`.execute(
      database,
    );
  }
  return rows.length;
}
