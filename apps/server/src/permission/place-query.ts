import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Place } from './rules.ts';

interface PlaceRow {
  id: string; name: string; is_file: boolean; size: number; blob_id: string | null; version: number; parent_id: string | null;
  space_id: string; space_kind: number; owner_id: string | null; chain: { id: string; name: string; deleted: boolean }[];
}

/** The instances with everything above them, in one statement; what does not exist is absent. The chain begins with the instance itself. */
export async function findPlaces(database: Kysely<Tables>, instanceIds: readonly string[]): Promise<Map<string, Place>> {
  const { rows } = await sql<PlaceRow>`
    select i.id, i.name, i.is_file, i.size, i.blob_id, i.version, i.parent_id, s.id as space_id, s.kind as space_kind, s.owner_id, chain.chain
    from instance i join space s on s.id = i.space_id,
    lateral (
      with recursive up as (
        select i.id, i.parent_id, i.name, i.deleted_at, 0 as depth
        union all
        select p.id, p.parent_id, p.name, p.deleted_at, up.depth + 1 from up join instance p on p.id = up.parent_id where up.depth <= ${sql.lit(limits.folderDepth + 2)}
      )
      select json_agg(json_build_object('id', up.id, 'name', up.name, 'deleted', up.deleted_at is not null) order by up.depth) as chain from up
    ) as chain
    where i.id = any(${instanceIds}::uuid[])`.execute(database);
  return new Map(rows.map((row) => [row.id, toPlace(row)]));
}

function toPlace(row: PlaceRow): Place {
  return {
    instanceId: row.id, name: row.name, isFile: row.is_file, size: row.size, blobId: row.blob_id, version: row.version, parentId: row.parent_id,
    spaceId: row.space_id, spaceKind: row.space_kind, spaceOwnerId: row.owner_id,
    ancestors: row.chain.slice(1).reverse().map(({ id, name }) => ({ id, name })),
    live: row.chain.every((step) => !step.deleted),
  };
}
