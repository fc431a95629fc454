import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { InstanceId, SpaceId } from '@alcove/contract';
import { minutesOf } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';

export interface NewLook {
  adminId: string;
  instanceId: InstanceId;
  spaceId: SpaceId;
  parentId: InstanceId;
  downloads: boolean;
}

export async function insertLook(transaction: Transaction<Tables>, look: NewLook): Promise<{ id: string; expiresAt: Date }> {
  const { rows } = await sql<{ id: string; expiresAt: Date }>`
    insert into file_look (id, admin_id, instance_id, space_id, parent_id, downloads, expires_at)
    values (${newId()}, ${look.adminId}, ${look.instanceId}, ${look.spaceId}, ${look.parentId}, ${look.downloads},
      now() + ${minutesOf('lookMinutes')})
    returning id, expires_at as "expiresAt"`.execute(transaction);
  return rows[0]!;
}

/** At most `most`. Returns how many. What they were for is in the log. */
export async function deleteEndedLooks(database: Kysely<Tables>, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from file_look where id in (select id from file_look where expires_at < now() order by expires_at limit ${most})`.execute(
    database,
  );
  return Number(numAffectedRows ?? 0);
}
