/** SQL conditions for what a caller may see below a folder. */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { limits } from '@alcove/contract';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Asker } from '../http/index.ts';
import { departmentsOf } from './effective-queries.ts';
import type { ItemContext } from './rules.ts';
import type { Visible, VisibleUnder } from './visible.ts';

/** Whether the person or visitor made the instance `c`. What a visitor made has the link's creator too: for all others it is theirs. */
const isMaker = (userId: string): RawBuilder<boolean> => sql`(c.creator_id = ${userId} or c.visitor_id = ${userId})`;

/** A condition over the instance `c`. */
export const isVisible = ({ creatorId, also, without }: Visible): RawBuilder<unknown> =>
  sql`c.id <> all(${without}::uuid[]) and ${creatorId === null ? sql`true` : sql`(${isMaker(creatorId)} or c.id = any(${also}::uuid[]))`}`;

/**
 * Whether a grant names the instance `c` in the space `s`, so that the caller's permissions may differ from those in its folder. Such items
 * must be checked one by one; for all others the folder's answer holds. For a visitor this is true of what is highly sensitive too, which a
 * link does not give.
 */
export const isNamed = ({ userId, visitor }: Asker): RawBuilder<unknown> => {
  if (visitor)
    return sql`c.deleted_at is null and (c.sensitivity = 'high' or c.granted and exists (select from file_grant g where g.instance_id = c.id
      and (g.source_kind not in ('share', 'link') or g.subject_kind = 'link' and g.subject_id = ${visitor.linkId}::uuid)))`;
  return isNamedFor(sql`${userId}::uuid`);
};

const isNamedFor = (person: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`c.granted and c.deleted_at is null and exists (select from file_grant g where g.instance_id = c.id
    and (g.source_kind not in ('share', 'link') or g.subject_id = ${person} or g.subject_id in (${departmentsOf(person)})))`;

/** An SQL expression of type json: the ids of those children of the folder `i` that grants name. */
export const namedChildren = (caller: Asker): RawBuilder<InstanceId[]> => childrenThat(isNamed(caller));

/** The same for a person who is no visitor. */
export const namedChildrenFor = (person: RawBuilder<unknown>): RawBuilder<InstanceId[]> => childrenThat(isNamedFor(person));

const childrenThat = (condition: RawBuilder<unknown>): RawBuilder<InstanceId[]> =>
  sql`(select coalesce(json_agg(c.id), '[]') from instance c where c.space_id = i.space_id and c.parent_id = i.id and ${condition})`;

/** The instances that grants name in the spaces of these folders, without the folders themselves. */
export async function findNamedInSpaces(database: Kysely<Tables>, caller: Asker, folders: readonly ItemContext[]): Promise<InstanceId[]> {
  const { rows } = await sql<{ id: InstanceId }>`
    select c.id from instance c where c.space_id = any(${folders.map((folder) => folder.spaceId)}::uuid[])
      and c.id <> all(${folders.map((folder) => folder.instanceId)}::uuid[]) and ${isNamed(caller)}`.execute(database);
  return rows.map(({ id }) => id);
}

/**
 * The instances that grants name below these folders (`above`) at any depth, live or in the bin, without those that were deleted
 * separately.
 */
export async function findNamedBelow(
  database: Kysely<Tables>,
  caller: Asker,
  folders: readonly ItemContext[],
): Promise<{ id: InstanceId; above: InstanceId }[]> {
  const { rows } = await sql<{ id: InstanceId; above: InstanceId }>`
    with recursive up as (
      select c.id, c.parent_id as above, 1 as depth from instance c
      where c.space_id = any(${[...new Set(folders.map(({ spaceId }) => spaceId))]}::uuid[]) and ${isNamed(caller)}
      union all
      select up.id, p.parent_id, up.depth + 1 from up join instance p on p.id = up.above
      where p.deleted_at is null and up.depth <= ${sql.lit(limits.folderDepth + 2)}
    ) select id, above from up where above = any(${folders.map(({ instanceId }) => instanceId)}::uuid[])`.execute(database);
  return rows;
}

/** For a recursive statement over `under` with the column `own_only`: its value for the first instance `i`. */
export const ownOnlyAtFirst = ({ ownOnly }: VisibleUnder): RawBuilder<boolean> => sql`i.id = any(${ownOnly}::uuid[])`;

/** The value of `own_only` for the child `c` of `under`. */
export const ownOnlyBelow = ({ ownOnly, all }: VisibleUnder): RawBuilder<boolean> =>
  sql`case when c.id = any(${ownOnly}::uuid[]) then true when c.id = any(${all}::uuid[]) then false else under.own_only end`;

/** Whether the child `c` of `under` is visible. */
export const countsBelow = ({ userId, also, without }: VisibleUnder): RawBuilder<boolean> =>
  sql`c.id <> all(${without}::uuid[]) and (not under.own_only or ${isMaker(userId)} or c.id = any(${also}::uuid[]))`;
