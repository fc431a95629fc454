/** Folders of a link, whose names are judged. */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { itsLevel, judgedJoins } from './file-queries.ts';
import type { Decision } from './judge.ts';

export interface ItemOnWay {
  id: InstanceId;
  parentId: InstanceId | null;
  name: string;
  isFile: boolean;
}

/** These items and the folders above them, up to the linked one. Each is there once. */
export async function findWays(database: Kysely<Tables>, linkId: string, instanceIds: readonly InstanceId[]): Promise<ItemOnWay[]> {
  const { rows } = await sql<ItemOnWay>`
    with recursive up as (
      select i.id, i.parent_id, i.name, i.is_file from instance i where i.id = any(${instanceIds}::uuid[])
      union
      select p.id, p.parent_id, p.name, p.is_file from up join instance p on p.id = up.parent_id
      where up.id <> (select instance_id from link where id = ${linkId})
    ) select id, parent_id as "parentId", name, is_file as "isFile" from up`.execute(database);
  return rows;
}

/** What reviewers of this link decided of these folders, under their present names. `asked`: somebody is looking at it. */
export async function findFolderDecisions(
  database: Kysely<Tables>,
  linkId: string,
  instanceIds: readonly InstanceId[],
): Promise<ReadonlyMap<InstanceId, { decision: Decision; asked: boolean }>> {
  const { rows } = await sql<{ id: InstanceId; decision: Decision; asked: boolean }>`
    select i.id, d.decision, coalesce(d.asked, false) as asked
    from instance i cross join ${itsLevel} ${judgedJoins(linkId)}
    where i.id = any(${instanceIds}::uuid[]) and not i.is_file`.execute(database);
  return new Map(rows.map(({ id, ...of }) => [id, of]));
}
