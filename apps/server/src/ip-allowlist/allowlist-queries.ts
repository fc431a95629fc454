import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { limits } from '@alcove/contract';
import type { AllowlistObject, AllowlistRule } from '@alcove/contract';
import { wordsOf } from '../address-rules/index.ts';
import type { Tables } from '../database/index.ts';

type Row = Omit<AllowlistRule, 'updateTime' | 'addresses'> & { updateTime: Date; networks: string };

const shown = ({ updateTime, networks, ...row }: Row): AllowlistRule => ({
  ...row,
  addresses: wordsOf(networks),
  updateTime: updateTime.toISOString(),
});

/** PostgreSQL writes an address as `inet` without the length of its prefix, as people do. */
const rules = sql`select r.id as "ruleId", r.object, coalesce(r.role_id, r.department_id, r.person_id) as "objectId",
    coalesce(o.name, d.name, p.real_name) as "objectName", array_to_string(r.networks::inet[], ' ') as networks, r.note, r.enabled, r.changed_at as "updateTime",
    case when c.id is not null then json_build_object('userId', c.id, 'realName', c.real_name) end as "changedBy",
    coalesce((select json_agg(json_build_object('regionId', g.id, 'name', g.name) order by g.name collate zh_natural, g.id)
      from allowlist_region a join region g on g.id = a.region_id where a.rule_id = r.id), '[]') as regions
  from allowlist_rule r left join role o on o.id = r.role_id left join department d on d.id = r.department_id
    left join user_account p on p.id = r.person_id left join user_account c on c.id = r.changed_by`;

/** By what they restrict. */
export async function listRules(database: Kysely<Tables>): Promise<AllowlistRule[]> {
  const { rows } = await sql<Row>`${rules}
    order by array_position(array['everybody', 'administration', 'signIn', 'links', 'role', 'department', 'person'], r.object),
      coalesce(o.name, d.name, p.real_name) collate zh_natural, r.id
    limit ${sql.lit(limits.allowlistRules)}`.execute(database);
  return rows.map(shown);
}

export async function findRule(database: Kysely<Tables>, ruleId: string): Promise<AllowlistRule | null> {
  const { rows } = await sql<Row>`${rules} where r.id = ${ruleId}`.execute(database);
  return rows[0] ? shown(rows[0]) : null;
}

export async function countRules(database: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from allowlist_rule`.execute(database);
  return rows[0]!.n;
}

/** The name of a role, department or person that a rule can restrict. Null if there is none. */
export async function nameOfObject(
  database: Kysely<Tables>,
  object: Extract<AllowlistObject, 'role' | 'department' | 'person'>,
  objectId: string,
): Promise<string | null> {
  const from = {
    role: sql`select name from role where id = ${objectId}`,
    department: sql`select name from department where id = ${objectId}`,
    person: sql`select real_name as name from user_account where id = ${objectId} and left_at is null`,
  };
  const { rows } = await sql<{ name: string }>`${from[object]}`.execute(database);
  return rows[0]?.name ?? null;
}

/** The networks of those of these regions that exist. */
export async function networksOfRegions(database: Kysely<Tables>, regionIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; networks: string }>`
    select id, array_to_string(networks, ' ') as networks from region where id = any(${regionIds}::uuid[])`.execute(database);
  return new Map(rows.map(({ id, networks }) => [id, wordsOf(networks)]));
}

export interface WrittenRule {
  ruleId: string;
  object: AllowlistObject;
  objectId: string | null;
  networks: readonly string[];
  regionIds: readonly string[];
  note: string;
  enabled: boolean;
  changedBy: string;
}

export async function putRule(transaction: Transaction<Tables>, rule: WrittenRule): Promise<void> {
  const { ruleId, object, objectId, networks, regionIds, note, enabled, changedBy } = rule;
  const idIf = (kind: AllowlistObject) => (object === kind ? objectId : null);
  await sql`
    insert into allowlist_rule (id, object, role_id, department_id, person_id, networks, note, enabled, changed_by)
    values (${ruleId}, ${object}, ${idIf('role')}, ${idIf('department')}, ${idIf('person')}, ${networks}::cidr[], ${note}, ${enabled}, ${changedBy})
    on conflict (id) do update set networks = excluded.networks, note = excluded.note, enabled = excluded.enabled,
      changed_by = excluded.changed_by, changed_at = now()`.execute(transaction);
  await sql`delete from allowlist_region where rule_id = ${ruleId} and region_id <> all(${regionIds}::uuid[])`.execute(transaction);
  await sql`insert into allowlist_region (rule_id, region_id) select ${ruleId}, unnest(${regionIds}::uuid[]) on conflict do nothing`.execute(
    transaction,
  );
}

export async function deleteRule(transaction: Transaction<Tables>, ruleId: string): Promise<void> {
  await transaction.deleteFrom('allowlist_rule').where('id', '=', ruleId).execute();
}

/** Returns how many were on. */
export async function switchAllOff(transaction: Transaction<Tables>): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('allowlist_rule')
    .set({ enabled: false, changed_by: null, changed_at: sql<Date>`now()` })
    .where('enabled', '=', true)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
