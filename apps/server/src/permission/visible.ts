import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { PermissionItem } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { authoriseEach } from './authorise.ts';
import { itemsOfPlainChild } from './rules.ts';
import type { ItemContext } from './rules.ts';
import { departmentsOf } from './effective-queries.ts';

/** Filter for callers who may access only part of a folder's contents. */
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
export const isNamed = (caller: Pick<Caller, 'userId'>): RawBuilder<unknown> => {
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
  folder: ItemContext,
  named: readonly string[],
  item: PermissionItem,
): Promise<RightsBelow> {
  const own = itemsOfPlainChild(folder, true);
  const others = itemsOfPlainChild(folder, false);
  const items = new Map<string, readonly PermissionItem[]>();
  if (!folder.effective.owns && named.length > 0)
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

/** What of all that lies under some folders, at any depth, someone may touch. */
export interface VisibleUnder {
  userId: string;
  /** What lies in these, and below them until another is named, counts only if the person made it. */
  ownOnly: readonly string[];
  /** In these everything counts again. */
  all: readonly string[];
  also: readonly string[];
  /** Never these, and nothing below them: no list leads there. */
  without: readonly string[];
}

export async function visibleUnder(
  database: Kysely<Tables>,
  caller: Caller,
  folders: readonly ItemContext[],
  item: PermissionItem,
): Promise<VisibleUnder> {
  const found = { userId: caller.userId, ownOnly: [] as string[], all: [] as string[], also: [] as string[], without: [] as string[] };
  const regions = folders.filter((folder) => !folder.effective.owns);
  const { rows } = regions.length > 0 ? await namedInSpaces(database, caller, regions) : { rows: [] };
  const judged = await authoriseEach(
    database,
    caller,
    rows.map(({ id }) => id),
    item,
  );
  for (const [id, verdict] of judged) {
    if (verdict instanceof Failure) {
      found.without.push(id);
      continue;
    }
    found.also.push(id);
    if (!verdict.place.isFile) regions.push(verdict.place);
  }
  for (const folder of regions) (itemsOfPlainChild(folder, false).includes(item) ? found.all : found.ownOnly).push(folder.instanceId);
  return found;
}

const namedInSpaces = (database: Kysely<Tables>, caller: Caller, folders: readonly ItemContext[]) =>
  sql<{ id: string }>`select c.id from instance c where c.space_id = any(${folders.map((folder) => folder.spaceId)}::uuid[])
    and c.id <> all(${folders.map((folder) => folder.instanceId)}::uuid[]) and ${isNamed(caller)}`.execute(database);

/** For a recursive statement over `under`, which carries `own_only` downwards: how it begins, for the instance `i`. */
export const ownOnlyAtFirst = ({ ownOnly }: VisibleUnder): RawBuilder<boolean> => sql`i.id = any(${ownOnly}::uuid[])`;

/** What it is for the child `c` of `under`. */
export const ownOnlyBelow = ({ ownOnly, all }: VisibleUnder): RawBuilder<boolean> =>
  sql`case when c.id = any(${ownOnly}::uuid[]) then true when c.id = any(${all}::uuid[]) then false else under.own_only end`;

/** Whether the child `c` of `under` counts. */
export const countsBelow = ({ userId, also, without }: VisibleUnder): RawBuilder<boolean> =>
  sql`c.id <> all(${without}::uuid[]) and (not under.own_only or c.creator_id = ${userId} or c.id = any(${also}::uuid[]))`;
