import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { limits, spaceKinds } from '@alcove/contract';
import type { InstanceId } from '@alcove/contract';
import { askedAlone, askedTogether, isActive } from '../database/index.ts';
import type { Question, Tables } from '../database/index.ts';
import type { Asker } from '../http/index.ts';
import { mapInTurns } from '../in-turns.ts';
import { isOwn } from './rules.ts';
import type { ItemContext } from './rules.ts';
import { capInOwnSpace, effectiveGrantsOf, effectiveGrantsOfPerson } from './effective-queries.ts';
import { expectsOwn, noteWhose } from './own-space-expected.ts';
import { foundOf } from './item-row.ts';
import type { Found, ItemRow, Where } from './item-row.ts';
import { ends, findSet } from './set-queries.ts';
import type { AlsoOfSet } from './set-queries.ts';

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
      : await placesOf(database, caller, instanceIds);
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
const nothingElseOfSet: AlsoOfSet<null> = { query: nothingElse, each: () => () => null };

/** Reads instances like `findItems`, and in the same round trip `also` of each. The caller is a person without a look or a named share. */
export async function findItemsAlso<Answer>(
  database: Kysely<Tables>,
  caller: Asker,
  instanceIds: readonly InstanceId[],
  also: AlsoOfSet<Answer>,
): Promise<Map<InstanceId, Found<Answer>>> {
  if (!isPlain(caller)) throw new Error('other grants than the person has would be read');
  const found = await placesInSet(database, caller, instanceIds, also);
  return new Map(found.map((one) => [one.place.instanceId, one]));
}

/** Visitors and looks have other grants, and a call that names a share only that one. */
const isPlain = (caller: Asker): boolean => !caller.visitor && !caller.look && caller.fileSharingId === undefined;

const placesOf = (database: Kysely<Tables>, caller: Asker, instanceIds: readonly InstanceId[]): Promise<Found<null>[]> =>
  isPlain(caller)
    ? placesInSet(database, caller, instanceIds, nothingElseOfSet)
    : placesWhere(database, caller, sql`i.id = any(${instanceIds}::uuid[])`, nothingElse());

/** Like `placeOf`: first those in the caller's own space, if they are expected there. */
async function placesInSet<Answer>(
  database: Kysely<Tables>,
  caller: Asker,
  instanceIds: readonly InstanceId[],
  also: AlsoOfSet<Answer>,
): Promise<Found<Answer>[]> {
  const [first] = instanceIds;
  if (first === undefined) return [];
  const inOwn = expectsOwn(caller, first) ? await findSet(database, caller, instanceIds, also, { inOwnSpace: true }) : [];
  const known = new Set(inOwn.map(({ place }) => place.instanceId));
  const others = inOwn.length === 0 ? instanceIds : instanceIds.filter((id) => !known.has(id));
  const found = [...inOwn, ...(await findSet(database, caller, others, also, { inOwnSpace: false }))];
  noteWhose(
    caller,
    first,
    found.every(({ place }) => isOwn(place)),
  );
  return found;
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

function finderOf<Answer>(
  database: Kysely<Tables>,
  caller: Asker,
  id: InstanceId | RawBuilder<unknown>,
  also: Also<Answer>,
): (where: Where) => Promise<Found<Answer>[]> {
  const { userId } = caller;
  if (isRaw(also) || typeof id !== 'string' || !isPlain(caller))
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

/** The grants on the instance and on everything above it. */
const onTheWay = sql`g.instance_id = any(chain.ids)`;

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
