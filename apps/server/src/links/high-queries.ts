/** What is highly sensitive, and what is shared outside. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import { mostSensitive } from '@alcove/contract';
import type { InstanceId, Sensitivity } from '@alcove/contract';
import { among } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import type { Exposure } from './high-rules.ts';

/** The link `l` is open, or on its way to be. It may sleep, because its creator's rights or its item may come back. */
const isOut: RawBuilder<boolean> = sql`l.state in ('verifying', 'valid') and (l.expires_at is null or l.expires_at > now())`;

/** The items and the folders above them, by `of`: `depth` 0 is the item itself. */
const upwards = (instanceIds: readonly InstanceId[]): RawBuilder<unknown> => sql`recursive up as (
    select i.id as of, i.id, i.parent_id, i.sensitivity, 0 as depth from instance i where i.id = ${among(instanceIds)}
    union all
    select up.of, p.id, p.parent_id, p.sensitivity, up.depth + 1 from up join instance p on p.id = up.parent_id
  )`;

/** Of each item that exists. Call it under `lockTrees`, so that the result stays valid. */
export async function findExposures(database: Kysely<Tables>, instanceIds: readonly InstanceId[]): Promise<Map<InstanceId, Exposure>> {
  const { rows } = await sql<{ of: InstanceId; own: Sensitivity; above: Sensitivity[]; linked: InstanceId[] }>`
    with ${upwards(instanceIds)}
    select up.of, min(up.sensitivity) filter (where up.depth = 0) as own, array_agg(up.sensitivity) filter (where up.depth > 0) as above,
      coalesce(array_agg(up.id) filter (where l.is_out), '{}') as linked
    from up left join lateral (select true as is_out from link l where l.instance_id = up.id and ${isOut} limit 1) l on true group by up.of`.execute(
    database,
  );
  return new Map(rows.map(({ of, own, above, linked }) => [of, { sensitivity: { own, above: mostSensitive(above ?? []) }, linked }]));
}

/** The links that are open or on their way to be, on the item and the folders above it. */
export async function findLinksOver(
  transaction: Transaction<Tables>,
  instanceId: InstanceId,
): Promise<{ id: string; instance_id: InstanceId }[]> {
  const { rows } = await sql<{ id: string; instance_id: InstanceId }>`
    with ${upwards([instanceId])} select l.id, l.instance_id from up join link l on l.instance_id = up.id where ${isOut}`.execute(
    transaction,
  );
  return rows;
}

/**
 * Locks the items of links, before the links: so does whoever moves items and ends their links. A grant changes its item, too. Returns their names.
 */
export async function lockLinked(transaction: Transaction<Tables>, instanceIds: readonly InstanceId[]): Promise<Map<InstanceId, string>> {
  const { rows } = await sql<{ id: InstanceId; name: string }>`
    select id, name from instance where id = ${among(instanceIds)} order by id for no key update`.execute(transaction);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
