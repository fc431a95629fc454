import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import { settingOf } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import type { Visitor } from '../http/index.ts';

/**
 * Counts what a visitor saved, in the transaction of the save. Returns the link's name. Null if more than the link's total would have come through it. The row of the link is locked
 * after the folder, the space and the name, like where a folder leaves its space and takes its links along.
 */
export async function countUpload(
  transaction: Transaction<Tables>,
  { linkId, visitorId }: Pick<Visitor, 'linkId'> & { visitorId: string },
  saved: { instanceId: InstanceId; name: string; size: number },
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    with counted as (
      update link set uploaded_bytes = uploaded_bytes + ${saved.size} where id = ${linkId} and uploaded_bytes + ${saved.size} <= ${settingOf('linkUploadBytes')} returning id, name
    ), taken as (
    insert into link_taking (link_id, visitor_id, deed, instance_id, instance_name)
    select id, ${visitorId}, 'upload', ${saved.instanceId}, ${saved.name} from counted
    )
    select name from counted`.execute(transaction);
  return rows[0]?.name ?? null;
}
