import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { spaceKinds } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { ItemContext } from '../permission/index.ts';
import type { Facts, LoggedObject, NamedObject } from './entry.ts';

const actorColumns = sql`deed, action, actor_kind, person_id, actor_name, address, device, agent, trace_id`;
const objectColumns = sql`object_kind, object_id, object_name, space_id, space_name, folder_id, folder_name`;

const nameOfGroup = (spaceId: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`(select g.name from group_space g where g.space_id = ${spaceId})`;

/** The name of a space: of its group, its department, also a former one, or its owner. */
const spaceName = (spaceId: RawBuilder<unknown>): RawBuilder<string | null> => sql`coalesce(
    ${nameOfGroup(spaceId)},
    (select d.name from department d where d.space_id = ${spaceId}),
    (select d.name from ended_department d where d.space_id = ${spaceId}),
    (select u.real_name from space s join user_account u on u.id = s.owner_id where s.id = ${spaceId}))`;

/**
 * The joins over `e`, objects as they were requested, that find each object's row. Where a kind does not apply, the key is null, and the
 * index finds nothing at once.
 */
const joined = sql`
  left join recycle b on b.id = case when e.kind = 'binEntry' then e.id end
  left join access_request q on q.id = case when e.kind = 'request' then e.id end
  left join share h on h.id = case when e.kind = 'share' then e.id end
  left join review v on v.id = case when e.kind = 'review' then e.id end
  left join link l on l.path = case when e.kind = 'link' then e.key end
  left join instance i on i.id = case e.kind when 'item' then e.id when 'binEntry' then b.instance_id when 'request' then q.instance_id when 'share' then h.instance_id when 'link' then l.instance_id when 'review' then v.instance_id end
  left join instance f on f.id = i.parent_id
  left join department d on d.id = case when e.kind = 'department' then e.id end
  left join lateral (select coalesce(i.space_id, e.within, d.space_id, case when e.kind in ('group', 'space') then e.id end) as id offset 0) p on true
  left join lateral (select ${spaceName(sql`p.id`)} as name offset 0) n on true`;

/**
 * The columns of `objectColumns`, over `joined`. The top folder of a space has no name of its own. The key of a link is its path, which would open it, so
 * it is not among them.
 */
const found = sql`
  case when e.kind in ('binEntry', 'request') then 'item' else e.kind end,
  case when e.kind in ('binEntry', 'request') then coalesce(i.id, e.id) when e.kind = 'link' then l.id else e.id end,
  coalesce(
    case when i.id is not null then coalesce(nullif(i.name, ''), n.name) end,
    case e.kind
      when 'group' then n.name
      when 'space' then n.name
      when 'department' then d.name
      when 'person' then (select u.account_name from user_account u where u.id = e.id)
      when 'role' then (select r.name from role r where r.id = e.id)
      when 'review' then v.instance_name
      when 'region' then (select r.name from region r where r.id = e.id)
      when 'allowlistRule' then (select coalesce(
        (select o.name from role o where o.id = r.role_id),
        (select d.name from department d where d.id = r.department_id),
        (select u.real_name from user_account u where u.id = r.person_id),
        r.object) from allowlist_rule r where r.id = e.id)
      when 'platform' then (select p.name from platform p where p.id = e.id)
      when 'dlpRule' then (select r.name from dlp_rule r where r.id = e.id)
      when 'task' then (select t.kind from task t where t.id = e.id)
    end, case when e.kind <> 'link' then e.key end),
  p.id, n.name, i.parent_id, nullif(f.name, '')`;

/** Over `e`: the name of the account, unless the entry names another. */
const actorName = sql`coalesce(e.actor_name, (select u.account_name from user_account u where u.id = e.person_id))`;

const givenFacts = ({ deed, action, actorKind, personId, actorName: name, address, device, agent, traceId }: Facts) => sql`
  ${deed}::text as deed, ${action}::text as action, ${actorKind}::text as actor_kind, ${personId}::uuid as person_id, ${name}::text as actor_name,
  ${address}::text as address, ${device}::text as device, ${agent}::text as agent, ${traceId}::text as trace_id`;

const asJson = (detail: object | null | undefined): string | null => (detail ? JSON.stringify(detail) : null);

/** The objects as rows, in their order. */
const givenObjects = (objects: readonly LoggedObject[]): RawBuilder<unknown> => sql`
  unnest(${objects.map(({ kind }) => kind)}::text[], ${objects.map(({ id }) => id)}::uuid[], ${objects.map(({ key }) => key ?? null)}::text[],
    ${objects.map(({ within }) => within ?? null)}::uuid[], ${objects.map(({ onlyNew }) => onlyNew === true)}::boolean[],
    ${objects.map(({ result }) => result)}::int[], ${objects.map(({ detail }) => asJson(detail))}::jsonb[])
    with ordinality as o (kind, id, key, within, only_new, result, detail, n)`;

const insertFrom = (source: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into audit_log (deed, action, actor_kind, person_id, actor_name, address, device, agent, trace_id, ${objectColumns}, result, detail)
  select e.deed, e.action, e.actor_kind, e.person_id, ${actorName}, e.address, e.device, e.agent, e.trace_id, ${found}, e.result, e.detail
  from ${source} e ${joined}
  where not e.only_new or i.created_at = transaction_timestamp()
  order by e.n`;

/** Inserts an entry for each object of one request. Names and places are those of now. */
export async function insertEntries(database: Kysely<Tables>, facts: Facts, objects: readonly LoggedObject[]): Promise<void> {
  if (objects.length === 0) return;
  await insertFrom(sql`(select ${givenFacts(facts)}, o.* from ${givenObjects(objects)})`).execute(database);
}

/** The objects' names and places, in the order of the objects, to be inserted after the change. */
export async function findNames(database: Kysely<Tables>, objects: readonly LoggedObject[]): Promise<NamedObject[]> {
  const { rows } = await sql<NamedObject>`
    select named.* from (select o.* from ${givenObjects(objects)}) e ${joined}
    cross join lateral (select ${found}) as named (${objectColumns})
    order by e.n`.execute(database);
  return rows;
}

/** Inserts an entry for each object, with the name and place that it had. */
export async function insertNamed(
  database: Kysely<Tables>,
  facts: Facts,
  objects: readonly LoggedObject[],
  names: readonly NamedObject[],
): Promise<void> {
  const column = (name: keyof NamedObject): (string | null)[] => objects.map((_, index) => names[index]?.[name] ?? null);
  await sql`
    insert into audit_log (deed, action, actor_kind, person_id, actor_name, address, device, agent, trace_id, ${objectColumns}, result, detail)
    select e.deed, e.action, e.actor_kind, e.person_id, ${actorName}, e.address, e.device, e.agent, e.trace_id,
      o.kind, o.id, o.name, o.space_id, o.space_name, o.folder_id, o.folder_name, o.result, o.detail
    from (select ${givenFacts(facts)}) e,
      unnest(${column('object_kind')}::text[], ${column('object_id')}::uuid[], ${column('object_name')}::text[], ${column('space_id')}::uuid[],
        ${column('space_name')}::text[], ${column('folder_id')}::uuid[], ${column('folder_name')}::text[],
        ${objects.map(({ result }) => result)}::int[], ${objects.map(({ detail }) => asJson(detail))}::jsonb[])
        with ordinality as o (kind, id, name, space_id, space_name, folder_id, folder_name, result, detail, n)
    order by o.n`.execute(database);
}

export interface Waiting {
  facts: Facts;
  objects: readonly LoggedObject[];
}

/** Inserts the entries of several requests. */
export async function insertTogether(database: Kysely<Tables>, requests: readonly Waiting[]): Promise<void> {
  const rows = requests.flatMap(({ facts, objects }) =>
    objects.map(({ kind, id, key, within, result, detail }) => ({
      ...factsRow(facts),
      kind,
      id,
      key: key ?? null,
      within: within ?? null,
      result,
      detail: detail ?? null,
    })),
  );
  await insertFrom(sql`(select r.*, false as only_new, 1 as n from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (${factsColumns},
    kind text, id uuid, key text, within uuid, result int, detail jsonb))`).execute(database);
}

/** The columns of `factsRow`. */
export const factsColumns = sql`deed text, action text, actor_kind text, person_id uuid, actor_name text, address text, device text, agent text, trace_id text`;

/** Who saves a file, as a part of a row of json. */
export const factsRow = ({ deed, action, actorKind, personId, actorName: name, address, device, agent, traceId }: Facts) => ({
  deed,
  action,
  actor_kind: actorKind,
  person_id: personId,
  actor_name: name,
  address,
  device,
  agent,
  trace_id: traceId,
});

/** The space of files that are being saved, as the permission check of the request read it. */
export type EnteredSpace = Pick<ItemContext, 'spaceId' | 'spaceKind' | 'ownerName'>;

/**
 * A part of the statement that saves uploads into a space: their entries, so that both exist or neither. `from`: rows with `factsColumns`, the
 * `id`, `name` and `parent_id` of the file, and the `folder_name`. What is known is not looked up: each query within a statement costs it its
 * preparation, and once more whenever the statement waited for a lock.
 */
export const insertEntriesOfFiles = (space: EnteredSpace, from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into audit_log (${actorColumns}, ${objectColumns}, result)
  select e.deed, e.action, e.actor_kind, e.person_id, e.actor_name, e.address, e.device, e.agent, e.trace_id,
    'item', e.id, e.name, ${space.spaceId}::uuid, ${knownSpaceName(space)}, e.parent_id, nullif(e.folder_name, ''), 0
  from ${from} e`;

function knownSpaceName({ spaceId, spaceKind, ownerName }: EnteredSpace): RawBuilder<string | null> {
  if (spaceKind === spaceKinds.personal) return sql`${ownerName}::text`;
  return (spaceKind === spaceKinds.group ? nameOfGroup : spaceName)(sql`${spaceId}::uuid`);
}
