import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';

interface NewSpace {
  spaceId: string;
  /** Of its top folder. */
  rootId: string;
  /** 1 personal, 2 group, 3 department. */
  kind: 1 | 2 | 3;
  ownerId: string | null;
  makerId: string;
  /** Null: unlimited. */
  quotaBytes: number | null;
}

/** A space with its top folder, which has no name; each names the other, so they are looked at together at the end. */
export async function insertSpace(transaction: Transaction<Tables>, space: NewSpace): Promise<void> {
  const { spaceId, rootId, kind, ownerId, makerId, quotaBytes } = space;
  await sql`set constraints space_root deferred`.execute(transaction);
  await transaction
    .insertInto('space')
    .values({ id: spaceId, kind, owner_id: ownerId, root_id: rootId, quota_bytes: quotaBytes })
    .execute();
  await transaction
    .insertInto('instance')
    .values({
      id: rootId,
      space_id: spaceId,
      parent_id: null,
      is_file: false,
      name: '',
      folded_name: '',
      blob_id: null,
      creator_id: makerId,
      editor_id: makerId,
    })
    .execute();
  await transaction.insertInto('folder_count').values({ folder_id: rootId }).execute();
}
