import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { PermissionItem } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { authoriseEach } from './authorise.ts';
import { itemsOfPlainChild } from './rules.ts';
import type { Place } from './rules.ts';
import { departmentsOf } from './standing-sql.ts';

/** What under a folder someone may touch who may not touch everything in it. */
export interface Visible {
  /** Only what this person made, and `also`. */
  creatorId: string | null;
  also: readonly string[];
  /** Never these. */
  without: readonly string[];
}

/** A condition over the instance `c`. */
export const isVisible = ({ creatorId, also, without }: Visible): RawBuilder<unknown> =>
  sql`c.id <> all(${without}::uuid[]) and ${creatorId === null ? sql`true` : sql`(c.creator_id = ${creatorId} or c.id = any(${also}::uuid[]))`}`;

/**
 * Whether a grant names the instance `c` itself so that the caller may have something else there than in its folder; `s` is its
 * space. What it holds for is to be judged on its own; of all else the folder's answer holds.
 */
const isNamed = (caller: Caller): RawBuilder<unknown> => {
  const person = sql`${caller.userId}::uuid`;
  return sql`c.granted and c.deleted_at is null and exists (select from file_grant g where g.instance_id = c.id
    and (g.source_kind <> 'share' or g.subject_id = ${person} or g.subject_id in (${departmentsOf(person)})))`;
};

/** The children of the folder `i` that grants name, as an expression of type json: their ids. */
export const namedChildren = (caller: Caller): RawBuilder<string[]> =>
  sql`(select coalesce(json_agg(c.id), '[]') from instance c where c.space_id = i.space_id and c.parent_id = i.id and ${isNamed(caller)})`;

/** What a caller may do with what lies in a folder. */
export interface RightsBelow {
  /** Undefined when they may do it with all of it. */
  visible: Visible | undefined;
  of(child: { id: string; creator_id: string }): readonly PermissionItem[];
}

/** `named` are those that grants name: each is judged by itself, by the one rule. */
export async function rightsBelow(
  database: Kysely<Tables>,
  caller: Caller,
  folder: Place,
  named: readonly string[],
  item: PermissionItem,
): Promise<RightsBelow> {
  const own = itemsOfPlainChild(folder, true);
  const others = itemsOfPlainChild(folder, false);
  const items = new Map<string, readonly PermissionItem[]>();
  if (!folder.standing.owns && named.length > 0)
    for (const [id, verdict] of await authoriseEach(database, caller, named, item))
      items.set(id, verdict instanceof Failure ? [] : verdict.items);
  const without = [...items].flatMap(([id, allowed]) => (allowed.includes(item) ? [] : [id]));
  const onlyOwn = !others.includes(item);
  const also = [...items.keys()].filter((id) => !without.includes(id));
  return {
    visible: without.length > 0 || onlyOwn ? { creatorId: onlyOwn ? caller.userId : null, also, without } : undefined,
    of: (child) => items.get(child.id) ?? (child.creator_id === caller.userId ? own : others),
  };
}

/** The same for everything under a folder, at any depth: what lies under something left out is left out with it. */
export async function visibleUnder(
  database: Kysely<Tables>,
  caller: Caller,
  folder: Place,
  item: PermissionItem,
): Promise<Visible | undefined> {
  if (folder.standing.owns) return undefined;
  const { rows } = await sql<{ id: string }>`
    select c.id from instance c where c.space_id = ${folder.spaceId} and c.id <> ${folder.instanceId} and ${isNamed(caller)}`.execute(
    database,
  );
  return (
    await rightsBelow(
      database,
      caller,
      folder,
      rows.map(({ id }) => id),
      item,
    )
  ).visible;
}
