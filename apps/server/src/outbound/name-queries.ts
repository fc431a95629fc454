import type { Kysely } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/** The linked item and the link's creator, as people read them. */
export async function findNames(
  database: Kysely<Tables>,
  link: { instance_id: InstanceId; creator_id: string },
): Promise<{ item: { name: string; isFile: boolean }; creator: { userId: string; name: string } }> {
  const item = await database
    .selectFrom('instance')
    .select(['name', 'is_file as isFile'])
    .where('id', '=', link.instance_id)
    .executeTakeFirstOrThrow();
  const { name } = await database
    .selectFrom('user_account')
    .select('real_name as name')
    .where('id', '=', link.creator_id)
    .executeTakeFirstOrThrow();
  return { item, creator: { userId: link.creator_id, name } };
}
