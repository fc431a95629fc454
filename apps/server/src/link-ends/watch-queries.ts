import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import { among, isActive } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import type { NamedLink } from '../links/index.ts';
import type { WatchedLink } from './news.ts';

export interface WatchedRow extends WatchedLink, NamedLink {
  instance_id: InstanceId;
  expires_at: Date | null;
}

/**
 * The next links that were opened and not ended, in the order of ids. Those of people who are frozen or gone are left out: they read nothing, and their
 * links open again with their account. A link that was changed on its last day ends as its creator knows.
 */
export async function findWatched(database: Kysely<Tables>, { after, limit }: { after: string; limit: number }): Promise<WatchedRow[]> {
  const { rows } = await sql<WatchedRow>`
    select l.id, l.creator_id, l.instance_id, l.name, i.name as instance_name, l.expires_at, l.state, l.reason, l.told_reason as "toldReason",
      coalesce(l.expires_at <= now(), false) as ended, coalesce(l.visits >= l.visit_limit, false) as "usedUp",
      coalesce(l.expires_at > now() and l.expires_at <= now() + interval '1 day' and l.changed_at < l.expires_at - interval '1 day'
        and l.told_end is distinct from l.expires_at, false) as "endsSoon"
    from link l join instance i on i.id = l.instance_id join user_account u on u.id = l.creator_id
    where l.state = 'valid' and l.id > ${after} and ${isActive} order by l.id limit ${limit}`.execute(database);
  return rows;
}

/**
 * Who made each of these items highly sensitive, or the nearest folder above it that is. Missing where it is not known any longer, and where the item
 * was moved below such a folder: whoever raised the folder meant another content.
 */
export async function findRaisers(
  database: Kysely<Tables>,
  instanceIds: readonly InstanceId[],
): Promise<Map<InstanceId, { userId: string; name: string }>> {
  if (instanceIds.length === 0) return new Map();
  const { rows } = await sql<{ instanceId: InstanceId; userId: string; name: string }>`
    with recursive up as (
      select i.id as "instanceId", i.id, i.parent_id, i.sensitivity from instance i where i.id = ${among(instanceIds)}
      union all
      select up."instanceId", p.id, p.parent_id, p.sensitivity from up join instance p on p.id = up.parent_id where up.sensitivity <> 'high'
    )
    select up."instanceId", u.id as "userId", u.real_name as name
    from up join lateral (
      select a.id, a.user_id from activity a where a.instance_id = up.id and a.kind = 'sensitivityChanged' and a.data->>'to' = 'high' order by a.id desc limit 1
    ) raised on true join user_account u on u.id = raised.user_id
    where up.sensitivity = 'high' and not exists (
      select from up below join activity m on m.instance_id = below.id
      where below."instanceId" = up."instanceId" and below.id <> up.id and m.kind = 'moved' and m.id > raised.id
    )`.execute(database);
  return new Map(rows.map(({ instanceId, ...by }) => [instanceId, by]));
}

/** Who deleted each of these items, or the nearest folder above it that is deleted. Items that nobody deleted are missing. */
export async function findDeleters(
  database: Kysely<Tables>,
  instanceIds: readonly InstanceId[],
): Promise<Map<InstanceId, { userId: string; name: string }>> {
  if (instanceIds.length === 0) return new Map();
  const { rows } = await sql<{ instanceId: InstanceId; userId: string; name: string }>`
    with recursive up as (
      select i.id as "instanceId", i.id, i.parent_id, i.deleted_at, 0 as height from instance i where i.id = ${among(instanceIds)}
      union all
      select up."instanceId", p.id, p.parent_id, p.deleted_at, up.height + 1 from up join instance p on p.id = up.parent_id where up.deleted_at is null
    )
    select up."instanceId", u.id as "userId", u.real_name as name from up join recycle r on r.instance_id = up.id join user_account u on u.id = r.deleted_by
    where up.deleted_at is not null`.execute(database);
  return new Map(rows.map(({ instanceId, ...by }) => [instanceId, by]));
}
