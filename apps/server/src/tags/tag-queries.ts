import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { foldName } from '@alcove/contract';
import type { InstanceId, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/**
 * The item's tags in the order in which they were added. Locks the item until the transaction ends, so that simultaneous calls cannot
 * exceed the limit of five tags. Null if the item is gone.
 */
export async function lockTags(transaction: Transaction<Tables>, instanceId: InstanceId): Promise<string[] | null> {
  const { rows } = await sql`select 1 from instance where id = ${instanceId} and deleted_at is null for no key update`.execute(transaction);
  if (rows.length === 0) return null;
  const tags = await transaction
    .selectFrom('tag')
    .select('name')
    .where('instance_id', '=', instanceId)
    .orderBy('created_at')
    .orderBy('folded_name')
    .execute();
  return tags.map(({ name }) => name);
}

export async function insertTag(
  transaction: Transaction<Tables>,
  { instanceId, tag, creatorId }: { instanceId: InstanceId; tag: string; creatorId: string },
): Promise<void> {
  await sql`
    insert into tag (instance_id, folded_name, name, space_id, creator_id)
    select id, ${foldName(tag)}, ${tag}, space_id, ${creatorId} from instance where id = ${instanceId}`.execute(transaction);
}

export async function deleteTag(transaction: Transaction<Tables>, instanceId: InstanceId, tag: string): Promise<void> {
  await transaction.deleteFrom('tag').where('instance_id', '=', instanceId).where('folded_name', '=', foldName(tag)).execute();
}

/** The newest tags of a space, each with its item. */
export async function latestTags(
  database: Kysely<Tables>,
  spaceId: SpaceId,
  most: number,
): Promise<{ instance_id: InstanceId; name: string }[]> {
  return database
    .selectFrom('tag')
    .select(['instance_id', 'name'])
    .where('space_id', '=', spaceId)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();
}
