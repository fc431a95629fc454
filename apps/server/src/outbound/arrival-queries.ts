import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/** Whether a rule may refuse what comes into a folder: there is one that refuses, and a link gives out what is in it or in a folder above. */
export async function givesOutStrictly(database: Kysely<Tables>, folderId: InstanceId): Promise<boolean> {
  const { rows } = await sql<{ strict: boolean }>`
    select exists (select from dlp_rule where enabled and action = 'refuse') and exists (
      with recursive up as (
        select id, parent_id from instance where id = ${folderId} union all select p.id, p.parent_id from up join instance p on p.id = up.parent_id
      ) select from up join link l on l.instance_id = up.id
        where l.state in ('verifying', 'valid') and (l.expires_at is null or l.expires_at > now()) and l.permissions <> array['upload']
    ) as strict`.execute(database);
  return rows[0]!.strict;
}
