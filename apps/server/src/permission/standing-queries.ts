import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { InstanceId, SpaceId } from '@alcove/contract';
import { among } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

export interface StepRow {
  id: InstanceId;
  parent_id: InstanceId | null;
  space_id: SpaceId;
  owner_id: string | null;
  creator_id: string;
  deleted: boolean;
  high: boolean;
}

/** These instances and every folder above one of them, each once. */
export async function findSteps(database: Kysely<Tables>, instanceIds: readonly InstanceId[]): Promise<StepRow[]> {
  if (instanceIds.length === 0) return [];
  const { rows } = await sql<StepRow>`
    with recursive up as (
      select i.id, i.parent_id from instance i where i.id = ${among(instanceIds)}
      union
      select p.id, p.parent_id from up join instance p on p.id = up.parent_id
    )
    select i.id, i.parent_id, i.space_id, s.owner_id, i.creator_id, i.deleted_at is not null as deleted, i.sensitivity = 'high' as high
    from up join instance i on i.id = up.id join space s on s.id = i.space_id`.execute(database);
  return rows;
}

/**
 * Whether something highly sensitive is below a folder. It begins at what is highly sensitive in the space and goes upwards, because the tree
 * below may be large. What is in the bin does not count: it is judged again when it is restored.
 */
export async function findHighBelow(database: Kysely<Tables>, { folderId, spaceId }: { folderId: InstanceId; spaceId: SpaceId }) {
  const { rows } = await sql<{ found: boolean }>`
    with recursive up as (
      select distinct i.parent_id as id from instance i where i.space_id = ${spaceId} and i.sensitivity = 'high' and i.deleted_at is null
      union
      select p.parent_id from up join instance p on p.id = up.id where p.deleted_at is null and up.id <> ${folderId}
    ) select exists (select from up where id = ${folderId}) as found`.execute(database);
  return rows[0]!.found;
}
