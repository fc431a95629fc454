import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { limits, mostSensitive, spaceKinds } from '@alcove/contract';
import type { BlobId, InstanceId, PermissionItem, Sensitivity, SpaceId, SpaceKind } from '@alcove/contract';
import { askedAlone, askedTogether, isActive } from '../database/index.ts';
import type { Question, Tables } from '../database/index.ts';
import type { Asker } from '../http/index.ts';
import { mapInTurns } from '../in-turns.ts';
import type { EffectiveGrants } from './resolve.ts';
import { isOwn, sensitivityAt } from './rules.ts';
import type { ItemContext, SpaceEnd } from './rules.ts';
import { capInOwnSpace, effectiveGrantsOf, effectiveGrantsOfPerson } from './effective-queries.ts';
import { expectsOwn, noteWhose } from './own-space-expected.ts';

interface ItemRow {
  id: InstanceId;
  name: string;
  is_file: boolean;
  size: number;
  blob_id: BlobId | null;
  version: number;
  parent_id: InstanceId | null;
  space_id: SpaceId;
  space_kind: SpaceKind;
  owner_id: string | null;
  ends: SpaceEnd | null;
  category: number;
  created_at: Date;
  updated_at: Date;
  creator_name: string;
  editor_name: string;
  owner_name: string;
  versions: number;
  /** Instead of `effective` where the statement only looked in the caller's own space. */
  own_cap: PermissionItem[][] | null;
  effective: Omit<EffectiveGrants, 'userId'>;
  /** From the instance itself up to the root. */
  chain: { id: InstanceId; name: string; creatorId: string; visitorId: string | null; deleted: boolean; sensitivity: Sensitivity }[];
}

/**
 * Reads the instances with everything above them and the caller's grants on them, in one statement. The map lacks instances that do not
 * exist.
 */
export async function findItems(
  database: Kysely<Tables>,
  caller: Asker,
  instanceIds: readonly InstanceId[],
): Promise<Map<InstanceId, ItemContext>> {
  const [only, ...others] = instanceIds;
  const found =
    only !== undefined && others.length === 0
      ? await placeOf(database, caller, only, nothingElse)
      : await placesWhere(database, caller, sql`i.id = any(${instanceIds}::uuid[])`, sql<null>`null::json`);
  return new Map(found.map(({ place }) => [place.instanceId, place]));
}

/**
 * What a use case needs besides an instance: an SQL expression of type json over `i` (the instance) and `s` (its space). A function of the
 * person's id is declared once, so that the same question of several requests goes to the database together (`askedTogether`).
 */
export type Also<Answer> = RawBuilder<Answer> | ((person: RawBuilder<string>) => RawBuilder<Answer>) | AlsoPage<Answer>;

/** Rows of a list besides the instance: too many to be asked together with others. `query` is declared once too. */
export interface AlsoPage<Answer> {
  query(
    of: Record<'person' | PartOfPage, RawBuilder<string>>,
    /** The instance is in the caller's own space, where no grant counts. */
    where: Where,
  ): RawBuilder<Answer>;
  asked: Record<PartOfPage, string | number | null>;
}

/** Which part of a list is asked for. */
const partOfPage = { skipped: 'integer', most: 'integer', mark: 'uuid', changes: 'bigint' } as const;
export type PartOfPage = keyof typeof partOfPage;

const nothingElse = () => sql<null>`null::json`;

/** Reads instances like `findItems`, and in the same round trip `also` of each. */
export async function findItemsAlso<Answer>(
  database: Kysely<Tables>,
  caller: Asker,
  instanceIds: readonly InstanceId[],
  also: RawBuilder<Answer>,
): Promise<Map<InstanceId, Found<Answer>>> {
  const found = await placesWhere(database, caller, sql`i.id = any(${instanceIds}::uuid[])`, also);
  return new Map(found.map((one) => [one.place.instanceId, one]));
}

/** Reads one instance, and in the same round trip `also`. `id` may be an expression too. */
export async function findItemAlso<Answer>(
  database: Kysely<Tables>,
  caller: Asker,
  id: InstanceId | RawBuilder<unknown>,
  also: Also<Answer>,
): Promise<Found<Answer> | undefined> {
  return (await placeOf(database, caller, id, also))[0];
}

/**
 * PostgreSQL prepares every part of a statement each time that it runs, also what it then does not need. In their own space people have no
 * grants, and without these the statement takes half the time. So that one is sent where the item is expected to be in the caller's own space. If it is
 * not there, it finds nothing.
 */
async function placeOf<Answer>(
  database: Kysely<Tables>,
  caller: Asker,
  id: InstanceId | RawBuilder<unknown>,
  also: Also<Answer>,
): Promise<Found<Answer>[]> {
  const find = finderOf(database, caller, id, also);
  const inOwn = expectsOwn(caller, id) ? await find({ inOwnSpace: true }) : [];
  const found = inOwn.length > 0 ? inOwn : await find({ inOwnSpace: false });
  // What does not exist is noted like what is hidden, so that both take equally long the next time.
  noteWhose(
    caller,
    id,
    found.some(({ place }) => isOwn(place)),
  );
  return found;
}

export interface Where {
  inOwnSpace: boolean;
}

function finderOf<Answer>(
  database: Kysely<Tables>,
  caller: Asker,
  id: InstanceId | RawBuilder<unknown>,
  also: Also<Answer>,
): (where: Where) => Promise<Found<Answer>[]> {
  const { userId } = caller;
  const isPlain = !caller.visitor && !caller.look && caller.fileSharingId === undefined;
  if (isRaw(also) || typeof id !== 'string' || !isPlain)
    return (where) => placesWhere(database, caller, sql`i.id = ${id}`, expressionOf(also, userId, where), where);
  const asked = { person: userId, instance: id };
  return async ({ inOwnSpace }) => {
    const where = inOwnSpace ? 'inOwnSpace' : 'anywhere';
    const rows =
      typeof also === 'function'
        ? await questionsOf(also)[where](database, asked)
        : await pagesOf(also.query)[where](database, { ...asked, ...also.asked });
    return rows.map((row) => foundOf(row, caller));
  };
}

const isRaw = <Answer>(also: Also<Answer>): also is RawBuilder<Answer> => typeof also !== 'function' && !('query' in also);

function expressionOf<Answer>(also: Also<Answer>, userId: string, where: Where): RawBuilder<Answer> {
  if (isRaw(also)) return also;
  const person = sql<string>`${userId}::uuid`;
  if (typeof also === 'function') return also(person);
  const given = Object.entries(partOfPage).map(([part, type]) => [part, sql`${also.asked[part as PartOfPage]}::${sql.raw(type)}`]);
  return also.query({ person, ...(Object.fromEntries(given) as Record<PartOfPage, RawBuilder<string>>) }, where);
}

type PlaceQuestion<Answer> = Question<'person' | 'instance', ItemRow & { also: Answer }>;
type PlaceQuestions<Answer> = Record<'inOwnSpace' | 'anywhere', PlaceQuestion<Answer>>;
const questions = new WeakMap<(person: RawBuilder<string>) => RawBuilder<unknown>, PlaceQuestions<unknown>>();

function questionsOf<Answer>(also: (person: RawBuilder<string>) => RawBuilder<Answer>): PlaceQuestions<Answer> {
  const known = questions.get(also) as PlaceQuestions<Answer> | undefined;
  if (known) return known;
  const question = (inOwnSpace: boolean): PlaceQuestion<Answer> =>
    askedTogether({ person: 'uuid', instance: 'uuid' }, ({ person, instance }) =>
      placesQuery({
        person,
        effective: effectiveGrantsOfPerson(person, onTheWay),
        condition: sql`i.id = ${instance}`,
        also: also(person),
        inOwnSpace,
      }),
    );
  const made = { inOwnSpace: question(true), anywhere: question(false) };
  questions.set(also, made);
  return made;
}

type PageQuestion<Answer> = Question<'person' | 'instance' | PartOfPage, ItemRow & { also: Answer }>;
type PageQuestions<Answer> = Record<'inOwnSpace' | 'anywhere', PageQuestion<Answer>>;
const pages = new WeakMap<AlsoPage<unknown>['query'], PageQuestions<unknown>>();

function pagesOf<Answer>(query: AlsoPage<Answer>['query']): PageQuestions<Answer> {
  const known = pages.get(query) as PageQuestions<Answer> | undefined;
  if (known) return known;
  const question = (inOwnSpace: boolean): PageQuestion<Answer> =>
    askedAlone({ person: 'uuid', instance: 'uuid', ...partOfPage }, ({ person, instance, ...part }) =>
      placesQuery({
        person,
        effective: effectiveGrantsOfPerson(person, onTheWay),
        condition: sql`i.id = ${instance}`,
        also: query({ person, ...part }, { inOwnSpace }),
        inOwnSpace,
      }),
    );
  const made = { inOwnSpace: question(true), anywhere: question(false) };
  pages.set(query, made);
  return made;
}

/**
 * For `findItemAlso`: whether the person may sign in and this version of the instance exists. Null: any version. A visitor has no account:
 * their link's grant says whether they may.
 */
export const isActiveAndThere = ({ userId, visitor }: Asker, version: number | null): Also<boolean> => {
  if (!visitor && version === null) return isActivePerson;
  const isThere = version === null ? sql`true` : sql`exists (select from version v where v.instance_id = i.id and v.number = ${version})`;
  const isActiveAsker = visitor ? sql`true` : isActiveOf(sql`${userId}::uuid`);
  return sql`to_json(${isActiveAsker} and ${isThere})`;
};

const isActiveOf = (person: RawBuilder<unknown>) => sql`(select ${isActive} from user_account u where u.id = ${person})`;
const isActivePerson = (person: RawBuilder<string>): RawBuilder<boolean> => sql`to_json(${isActiveOf(person)})`;

interface Found<Answer> {
  place: ItemContext;
  also: Answer;
}

async function placesWhere<Answer>(
  database: Kysely<Tables>,
  caller: Asker,
  condition: RawBuilder<unknown>,
  also: RawBuilder<Answer>,
  { inOwnSpace }: Where = { inOwnSpace: false },
): Promise<Found<Answer>[]> {
  const person = sql`${caller.userId}::uuid`;
  const { rows } = await placesQuery({ person, effective: effectiveGrantsOf(caller, onTheWay), condition, also, inOwnSpace }).execute(
    database,
  );
  // There may be thousands of instances, each with all the folders above it.
  return mapInTurns(rows, (row) => foundOf(row, caller));
}

const foundOf = <Answer>(row: ItemRow & { also: Answer }, caller: Asker): Found<Answer> => ({
  place: toPlace(row, caller),
  also: row.also,
});

/** The grants on the instance and on everything above it. */
const onTheWay = sql`g.instance_id = any(chain.ids)`;

const ends = sql`
      case
        when s.kind = ${sql.lit(spaceKinds.group)} and exists (select from group_space gs where gs.space_id = s.id and gs.dissolves_at is not null) then 'GROUP_DISSOLVING'
        when s.kind = ${sql.lit(spaceKinds.department)} and exists (select from ended_department ed where ed.space_id = s.id and ed.opened_at is null) then 'DEPARTMENT_ENDED'
      end`;

/** `effective`: the caller's grants, which are not read in their own space. */
const placesQuery = <Answer>({
  person,
  effective,
  condition,
  also,
  inOwnSpace,
}: {
  person: RawBuilder<unknown>;
  effective: RawBuilder<unknown>;
  condition: RawBuilder<unknown>;
  also: RawBuilder<Answer>;
} & Where) => sql<ItemRow & { also: Answer }>`
    select i.id, i.name, i.is_file, i.size, i.blob_id, i.version, i.parent_id, s.id as space_id, s.kind as space_kind, s.owner_id, i.category, ${inOwnSpace ? sql`null` : ends} as ends,
      i.created_at, i.updated_at, c.real_name as creator_name, e.real_name as editor_name, coalesce(o.real_name, '') as owner_name,
      (select count(*)::int from version v where v.instance_id = i.id) as versions, chain.chain,
      ${inOwnSpace ? capInOwnSpace(person) : sql`null::json`} as own_cap,
      ${inOwnSpace ? sql`null::json` : effective} as effective, ${also} as also
    from instance i join space s on s.id = i.space_id join user_account c on c.id = i.creator_id join user_account e on e.id = i.editor_id
      left join user_account o on o.id = s.owner_id,
    lateral (
      with recursive up as (
        select i.id, i.parent_id, i.name, i.creator_id, i.visitor_id, i.deleted_at, i.sensitivity, 0 as depth
        union all
        select p.id, p.parent_id, p.name, p.creator_id, p.visitor_id, p.deleted_at, p.sensitivity, up.depth + 1 from up join instance p on p.id = up.parent_id where up.depth <= ${sql.lit(limits.folderDepth + 2)}
      )
      select array_agg(up.id) as ids, json_agg(json_build_object('id', up.id, 'name', up.name, 'creatorId', up.creator_id, 'visitorId', up.visitor_id, 'deleted', up.deleted_at is not null, 'sensitivity', up.sensitivity) order by up.depth) as chain from up
    ) as chain
    where ${condition} ${inOwnSpace ? sql`and s.kind = ${sql.lit(spaceKinds.personal)} and s.owner_id = ${person}` : sql``}`;

const ownerWith = (caps: PermissionItem[][]): Omit<EffectiveGrants, 'userId'> => ({
  owns: true,
  cap: caps.length === 1 ? caps[0]! : [...new Set(caps.flat())],
  grants: [],
  givers: {},
});

function toPlace(row: ItemRow, caller: Asker): ItemContext {
  const sensitivity = { own: row.chain[0]!.sensitivity, above: mostSensitive(row.chain.slice(1).map((step) => step.sensitivity)) };
  // Nobody may share outside the company what is highly sensitive (specification 2 section 6), so a link gives nothing there.
  const isClosed = caller.visitor !== undefined && sensitivityAt({ sensitivity }) === 'high';
  return {
    instanceId: row.id,
    name: row.name,
    isFile: row.is_file,
    size: row.size,
    blobId: row.blob_id,
    version: row.version,
    parentId: row.parent_id,
    spaceId: row.space_id,
    spaceKind: row.space_kind,
    spaceOwnerId: row.owner_id,
    ancestors: row.chain
      .slice(1)
      .reverse()
      .map(({ id, name, creatorId, visitorId }) => ({ id, name, creatorId, visitorId })),
    creatorId: row.chain[0]!.creatorId,
    visitorId: row.chain[0]!.visitorId,
    effective: {
      userId: caller.userId,
      ...(row.own_cap ? ownerWith(row.own_cap) : row.effective),
      ...(isClosed && { grants: [], givers: {} }),
    },
    ...(caller.fileSharingId !== undefined && !caller.visitor && { fileSharingId: caller.fileSharingId }),
    category: row.category,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    creatorName: row.creator_name,
    editorName: row.editor_name,
    ownerName: row.owner_name,
    versions: row.versions,
    ends: row.ends,
    sensitivity,
    live: row.chain.every((step) => !step.deleted),
  };
}
