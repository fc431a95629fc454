import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/** An SQL expression: whether there is a rule that refuses. Hardly any company has one, so uploads ask with what they read anyway. */
export const arrivalsAreJudged: RawBuilder<boolean> = sql`exists (select from dlp_rule where enabled and action = 'refuse')`;

/** Whether a link gives out what is in a folder: one to the folder, or to one above it. */
export async function givesOut(database: Kysely<Tables>, folderId: InstanceId): Promise<boolean> {
  const { rows } = await sql<{ given: boolean }>`
    select exists (
      with recursive up as (
        select id, parent_id from instance where id = ${folderId} union all select p.id, p.parent_id from up join instance p on p.id = up.parent_id
      ) select from up join link l on l.instance_id = up.id
        where l.state in ('verifying', 'valid') and (l.expires_at is null or l.expires_at > now()) and l.permissions <> array['upload']
    ) as given`.execute(database);
  return rows[0]!.given;
}
