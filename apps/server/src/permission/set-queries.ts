/**
 * Many items at once. What they have in common, the folders above them, their spaces with the person's grants there, and names of people, is read
 * once instead of for each: a hundred results of a search lie in a hundred folders of one space.
 */
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { limits, spaceKinds } from '@alcove/contract';
import type { BlobId, InstanceId, Sensitivity, SpaceId, SpaceKind } from '@alcove/contract';
import { askedAlone } from '../database/index.ts';
import type { Question, Tables } from '../database/index.ts';
import type { Asker } from '../http/index.ts';
import { mapInTurns } from '../in-turns.ts';
import { effectiveGrantsOfPerson, effectiveOfOwner } from './effective-queries.ts';
import { foundOf } from './item-row.ts';
import type { Found, ItemRow, Where } from './item-row.ts';
import { isPassedOn } from './resolve.ts';
import type { EffectiveGrants, Holding } from './resolve.ts';
import type { SpaceEnd } from './rules.ts';

type Effective = Omit<EffectiveGrants, 'userId'>;

/** A value of each item, column by column, so that no row repeats the names. */
interface ItemColumns {
  id: InstanceId[];
  name: string[];
  is_file: boolean[];
  size: number[];
  blob_id: (BlobId | null)[];
  version: number[];
  parent_id: (InstanceId | null)[];
  space_id: SpaceId[];
  category: number[];
  creator_id: string[];
  visitor_id: (string | null)[];
  editor_id: string[];
  deleted: boolean[];
  sensitivity: Sensitivity[];
  /** Microseconds since 1970. */
  created_at: number[];
  updated_at: number[];
  versions: number[];
}

type FolderColumns = Pick<ItemColumns, 'id' | 'parent_id' | 'name' | 'creator_id' | 'visitor_id' | 'deleted' | 'sensitivity'>;

interface SpaceRow {
  id: SpaceId;
  kind: SpaceKind;
  ownerId: string | null;
  ownerName: string;
  ends: SpaceEnd | null;
  /** The person's grants on the items and on everything above them in this space. */
  effective: Effective;
}

interface SetRow {
  items: ItemColumns | { id: null };
  /** Every folder above an item, once. */
  folders: FolderColumns | { id: null };
  spaces: SpaceRow[] | null;
  /** Names of those who created or changed the items, by id. */
  people: Record<string, string> | null;
  also: unknown;
}

/** What a use case needs besides the items. It is declared once. */
export interface AlsoOfSet<Each, Answer = unknown> {
  /** An SQL expression of type json over `listed`: its `id` are the ids of the items, `granted` those of the items that have grants, or null. */
  query(person: RawBuilder<string>): RawBuilder<Answer>;
  /** What is so of each item. */
  each(answer: Answer): (id: InstanceId) => Each;
}

type SetQuestion = Question<'person' | 'ids', SetRow>;
const questions = new WeakMap<AlsoOfSet<unknown>, Record<'inOwnSpace' | 'anywhere', SetQuestion>>();

function questionsOf(also: AlsoOfSet<unknown>): Record<'inOwnSpace' | 'anywhere', SetQuestion> {
  const known = questions.get(also);
  if (known) return known;
  const question = (where: Where): SetQuestion => askedAlone({ person: 'uuid', ids: 'uuid[]' }, queryOf(also, where));
  const made = { inOwnSpace: question({ inOwnSpace: true }), anywhere: question({ inOwnSpace: false }) };
  questions.set(also, made);
  return made;
}

/** More would be too much to read in one stretch of the event loop. */
const mostAtOnce = 1000;

/** Reads these instances for a person, a thousand in one statement. Those that do not exist, or not in their own space, are missing. */
export async function findSet<Each>(
  database: Kysely<Tables>,
  caller: Asker,
  instanceIds: readonly InstanceId[],
  also: AlsoOfSet<Each>,
  { inOwnSpace }: Where,
): Promise<Found<Each>[]> {
  const question = questionsOf(also)[inOwnSpace ? 'inOwnSpace' : 'anywhere'];
  const found: Found<Each>[] = [];
  for (let from = 0; from < instanceIds.length; from += mostAtOnce) {
    const ids = instanceIds.slice(from, from + mostAtOnce);
    const [set] = await question(database, { person: caller.userId, ids });
    const [each, rowAt] = [also.each(set!.also), rowsOf(set!)];
    const all = set!.items.id ?? [];
    found.push(...(await mapInTurns(all.keys(), (at) => foundOf({ ...rowAt(at), also: each(all[at]!) }, caller))));
  }
  return found;
}

const plain = ['id', 'name', 'is_file', 'size', 'blob_id', 'version', 'parent_id', 'space_id', 'category', 'creator_id', 'visitor_id', 'editor_id', 'sensitivity'] as const; // prettier-ignore
const plainOfFolder = ['id', 'parent_id', 'name', 'creator_id', 'visitor_id', 'deleted', 'sensitivity'] as const;

const inColumns = (values: Record<string, RawBuilder<unknown>>): RawBuilder<unknown> =>
  sql`json_build_object(${sql.join(Object.entries(values).map(([name, value]) => sql`${sql.lit(name)}, array_agg(${value})`))})`;
const columnsOf = (alias: string, names: readonly string[]): Record<string, RawBuilder<unknown>> =>
  Object.fromEntries(names.map((name) => [name, sql.ref(`${alias}.${name}`)]));
/** Numbers cost PostgreSQL less to write than dates. */
const asNumber = (time: string): RawBuilder<unknown> => sql`(date_part('epoch', ${sql.ref(`i.${time}`)}) * 1000000)::bigint`;

const folder = sql`p.id, p.parent_id, p.space_id, p.name, p.creator_id, p.visitor_id, p.deleted_at is not null as deleted, p.sensitivity`;
const onWays = sql`g.instance_id = any(way.ids)`;

const queryOf =
  (also: AlsoOfSet<unknown>, { inOwnSpace }: Where) =>
  ({ person, ids }: Record<'person' | 'ids', RawBuilder<string>>) =>
    sql<SetRow>`
    with recursive wanted as materialized (
      select i.* from instance i where i.id = any(${ids}) ${inOwnSpace ? sql`and i.space_id = any(array(${ownSpace(person)}))` : sql``}
    ),
    up as (
      select ${folder} from instance p where p.id = any(array(select distinct parent_id from wanted))
      union
      select ${folder} from up join instance p on p.id = up.parent_id
    ),
    way as (select space_id, array_agg(id) as ids from (select space_id, id from wanted union all select space_id, id from up) as each group by space_id)
    select
      (select ${inColumns({
        ...columnsOf('i', plain),
        deleted: sql`i.deleted_at is not null`,
        created_at: asNumber('created_at'),
        updated_at: asNumber('updated_at'),
        versions: sql`(select count(*) from version v where v.instance_id = i.id)`,
      })} from wanted i) as items,
      (select ${inColumns(columnsOf('up', plainOfFolder))} from up) as folders,
      (select json_agg(json_build_object('id', s.id, 'kind', s.kind, 'ownerId', s.owner_id, 'ownerName', coalesce(o.real_name, ''),
        'ends', ${inOwnSpace ? sql`null` : ends}, 'effective', ${inOwnSpace ? effectiveOfOwner(person) : effectiveGrantsOfPerson(person, onWays)}))
        from way join space s on s.id = way.space_id left join user_account o on o.id = s.owner_id) as spaces,
      (select json_object_agg(u.id, u.real_name) from user_account u
        where u.id = any(array(select creator_id from wanted union select editor_id from wanted))) as people,
      (select ${also.query(person)} from (select array_agg(id) as id, array_agg(id) filter (where granted) as granted from wanted) as listed) as also`;

/** Why nothing in the space `s` can be changed at present, or null, as an SQL expression. */
export const ends = sql`
      case
        when s.kind = ${sql.lit(spaceKinds.group)} and exists (select from group_space gs where gs.space_id = s.id and gs.dissolves_at is not null) then 'GROUP_DISSOLVING'
        when s.kind = ${sql.lit(spaceKinds.department)} and exists (select from ended_department ed where ed.space_id = s.id and ed.opened_at is null) then 'DEPARTMENT_ENDED'
      end`;

const ownSpace = (person: RawBuilder<string>) =>
  sql`select id from space where owner_id = ${person} and kind = ${sql.lit(spaceKinds.personal)}`;

type Step = ItemRow['chain'][number] & { parentId: InstanceId | null };

function rowsOf({ items, folders, spaces, people }: SetRow): (at: number) => ItemRow {
  const column = items as ItemColumns;
  const spaceOf = new Map(spaces?.map((space) => [space.id, { ...space, held: byPlace(space.effective) }]));
  const above = stepsOf(folders);
  const nameOf = (userId: string): string => people?.[userId] ?? '';
  return (at) => {
    const id = column.id[at]!;
    const space = spaceOf.get(column.space_id[at]!)!;
    const name = column.name[at]!;
    const parentId = column.parent_id[at]!;
    const creatorId = column.creator_id[at]!;
    const own = { id, name, parentId, creatorId, visitorId: column.visitor_id[at]!, deleted: column.deleted[at]!, sensitivity: column.sensitivity[at]! }; // prettier-ignore
    const chain = chainOf(own, above);
    return {
      id,
      name,
      is_file: column.is_file[at]!,
      size: column.size[at]!,
      blob_id: column.blob_id[at]!,
      version: column.version[at]!,
      parent_id: parentId,
      space_id: space.id,
      space_kind: space.kind,
      owner_id: space.ownerId,
      ends: space.ends,
      category: column.category[at]!,
      created_at: timeOf(column.created_at[at]!),
      updated_at: timeOf(column.updated_at[at]!),
      creator_name: nameOf(creatorId),
      editor_name: nameOf(column.editor_id[at]!),
      owner_name: space.ownerName,
      versions: column.versions[at]!,
      own_cap: null,
      effective: space.effective.owns ? space.effective : space.held(chain),
      chain,
    };
  };
}

const timeOf = (microseconds: number): Date => new Date(Math.floor(microseconds / 1000));

function stepsOf(folders: FolderColumns | { id: null }): ReadonlyMap<InstanceId, Step> {
  if (folders.id === null) return new Map();
  const { id: ids, parent_id, name, creator_id, visitor_id, deleted, sensitivity } = folders;
  return new Map(ids.map((id, at) => [id, { id, name: name[at]!, parentId: parent_id[at]!, creatorId: creator_id[at]!, visitorId: visitor_id[at]!, deleted: deleted[at]!, sensitivity: sensitivity[at]! }])); // prettier-ignore
}

/** From the item itself up to the top of its space. */
function chainOf(own: Step, above: ReadonlyMap<InstanceId, Step>): Step[] {
  const chain = [own];
  const over = ({ parentId }: Step): Step | undefined => (parentId === null ? undefined : above.get(parentId));
  for (let at = over(own); at && chain.length <= limits.folderDepth + 3; at = over(at)) chain.push(at);
  return chain;
}

/** Of grants on many places, those on the way of one item, as a statement for that item alone would return them. */
function byPlace({ owns, cap, grants, givers }: Effective): (chain: readonly Step[]) => Effective {
  const mine = Map.groupBy(grants, ({ instanceId }) => instanceId);
  const theirs = Object.entries(givers).map(([id, held]) => [id, held, Map.groupBy(held.grants, ({ instanceId }) => instanceId)] as const);
  const on = (chain: readonly Step[], of: ReadonlyMap<InstanceId, Holding['grants']>) => chain.flatMap(({ id }) => of.get(id) ?? []);
  return (chain) => {
    const here = on(chain, mine);
    const gave = new Set(here.filter(isPassedOn).map(({ grantorId }) => grantorId));
    const giving = theirs.filter(([id]) => gave.has(id)).map(([id, held, of]) => [id, { ...held, grants: on(chain, of) }]);
    return { owns, cap, grants: here, givers: Object.fromEntries(giving) as Effective['givers'] };
  };
}
