import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { inPortion } from './row-queries.ts';
import type { Portion } from './row-queries.ts';

/**
 * The bytes used by the versions of a portion of items, by space. A deleted item counts until its bin entry has recorded the bytes that
 * were released. The nearest entry decides: the item's own or, if it has none, that of the nearest folder above it.
 */
export async function usedBy(transaction: Transaction<Tables>, portion: Portion): Promise<{ space_id: SpaceId; bytes: number }[]> {
  const { rows } = await sql<{ space_id: SpaceId; bytes: number }>`
    with recursive sums as materialized (
      select i.space_id, case when r.id is null then i.parent_id end as folder, r.bytes is not null as reckoned, sum(v.size) as bytes
      from instance i join version v on v.instance_id = i.id left join recycle r on r.instance_id = i.id
      where ${inPortion('i.id', portion)} group by 1, 2, 3
    ),
    up as (
      select folder, folder as id from sums where folder is not null
      union
      select up.folder, p.parent_id from up join instance p on p.id = up.id
      where p.parent_id is not null and not exists (select from recycle r where r.instance_id = up.id)
    ),
    gone as materialized (select up.folder from up join recycle r on r.instance_id = up.id where r.bytes is not null)
    select space_id, sum(bytes)::bigint as bytes from sums
    where not reckoned and (folder is null or folder not in (select folder from gone)) group by space_id`.execute(transaction);
  return rows;
}

/** Reserved bytes by space. There are only as many rows as uploads and tasks in progress. */
export async function reservedBy(transaction: Transaction<Tables>): Promise<Map<string, number>> {
  const { rows } = await sql<{ space_id: SpaceId; bytes: number }>`
    select space_id, sum(reserved_bytes)::bigint as bytes from (
      select space_id, reserved_bytes from upload where state = 'open' union all select space_id, reserved_bytes from task where space_id is not null
    ) held group by space_id`.execute(transaction);
  return new Map(rows.map(({ space_id: id, bytes }) => [id, bytes]));
}

/** The used and reserved bytes that the space's row states. */
export interface StatedQuota {
  id: string;
  used_bytes: number;
  reserved_bytes: number;
  /** Whether the space belongs to a group or a leaver whose files are being deleted permanently. */
  removing: boolean;
}

export async function statedQuotas(transaction: Transaction<Tables>, portion: Portion): Promise<StatedQuota[]> {
  const { rows } = await sql<StatedQuota>`
    select s.id, s.used_bytes, s.reserved_bytes, g.removing_at is not null or (o.removing_at is not null and o.removed_at is null) as removing
    from space s left join group_space g on g.space_id = s.id left join offboarding o on s.kind = 1 and o.user_id = s.owner_id where ${inPortion('s.id', portion)}`.execute(
    transaction,
  );
  return rows;
}
