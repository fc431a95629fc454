import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { isActive } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import type { ObjectKey, Rule, Rules } from './rule-set.ts';

/** The rules that are on, as one statement sees them. */
export async function findRules(database: Kysely<Tables>): Promise<Rules> {
  const { rows } = await sql<Omit<Rule, 'networks'> & { networks: string; regions: { id: string; networks: string[] }[] | null }>`
    with rule as (
      select r.object, coalesce(r.role_id, r.department_id, r.person_id) as "objectId", array_to_string(r.networks, ' ') as networks,
        array(select a.region_id::text from allowlist_region a where a.rule_id = r.id) as "regionIds"
      from allowlist_rule r where r.enabled
    ), named as (
      select json_agg(json_build_object('id', g.id, 'networks', g.networks::text[])) as regions
      from region g where g.id in (select unnest("regionIds")::uuid from rule)
    )
    select rule.*, case when row_number() over () = 1 then named.regions end as regions from rule, named`.execute(database);
  const rules = rows.map(({ object, objectId, regionIds, networks }) => ({ object, objectId, regionIds, networks: wordsOf(networks) }));
  return { rules, regions: new Map(rows[0]?.regions?.map(({ id, networks }) => [id, networks])) };
}

/** Networks as `array_to_string` writes them: reading an array of PostgreSQL takes ten times as long. None in an empty text. */
export const wordsOf = (text: string): string[] => (text === '' ? [] : text.split(' '));

/** Which roles, departments and people of these rules each of these people is one of. A department restricts those below it, too. */
export async function findKeys(
  database: Kysely<Tables>,
  userIds: readonly string[],
  rules: readonly Pick<Rule, 'object' | 'objectId'>[],
): Promise<Map<string, ObjectKey[]>> {
  const idsOf = (object: Rule['object']): string[] => [
    ...new Set(rules.flatMap((rule) => (rule.object === object && rule.objectId !== null ? [rule.objectId] : []))),
  ];
  const { rows } = await sql<{ userId: string; keys: ObjectKey[] }>`
    with recursive asked as (select id, department_id from user_account where id = any(${userIds}::uuid[])),
    above as (
      select a.id as person, d.id, d.parent_id from asked a join department d on d.id = a.department_id
      union select b.person, d.id, d.parent_id from above b join department d on d.id = b.parent_id)
    select a.id as "userId",
      array(select 'role ' || ur.role_id from user_role ur where ur.user_id = a.id and ur.role_id = any(${idsOf('role')}::uuid[]))
      || array(select 'department ' || b.id from above b where b.person = a.id and b.id = any(${idsOf('department')}::uuid[]))
      || array(select 'person ' || a.id where a.id = any(${idsOf('person')}::uuid[])) as keys
    from asked a`.execute(database);
  return new Map(rows.map(({ userId, keys }) => [userId, keys]));
}

export interface Administrator {
  userId: string;
  advanced: boolean;
  /** Where their open sessions began. */
  addresses: string[];
}

/** Of those who can sign in, advanced administrators first. */
export async function findAdministrators(database: Kysely<Tables>): Promise<Administrator[]> {
  const { rows } = await sql<Administrator>`
    select u.id as "userId", bool_or(r.type = 'advanced') as advanced,
      array(select distinct s.address from session s where s.user_id = u.id and s.expires_at > now()) as addresses
    from role r join user_role ur on ur.role_id = r.id join user_account u on u.id = ur.user_id
    where (r.type = 'advanced' or cardinality(r.admin_items) > 0) and ${isActive}
    group by u.id order by 2 desc, u.id limit 1000`.execute(database);
  return rows;
}
