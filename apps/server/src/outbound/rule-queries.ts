import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { serviceConfigCodes } from '@alcove/contract';
import type { DlpRule } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { Rule } from './judge.ts';

/** What the company asks of everything that goes outside. */
export interface Policy {
  /** The enabled rules; none while the company has switched all of them off. */
  rules: Rule[];
  /** Every link is reviewed, not only what a rule finds. */
  everything: boolean;
  version: number;
}

export async function readPolicy(database: Kysely<Tables>): Promise<Policy> {
  const { rows } = await sql<{ rules: Rule[]; review: unknown; version: number }>`
    select (select coalesce(json_agg(json_build_object('name', r.name, 'kind', r.kind, 'value', r.value, 'action', r.action, 'revision', r.revision) order by r.name, r.id), '[]')
        from dlp_rule r where r.enabled and not exists (select from service_config where code = 'contentRules' and value = 'false'::jsonb)) as rules,
      (select value from service_config where code = 'outboundReview') as review, (select version from dlp_version) as version`.execute(
    database,
  );
  const { rules, review, version } = rows[0]!;
  const { data: mode } = serviceConfigCodes.outboundReview.safeParse(review ?? undefined);
  return { rules, everything: mode === 'everything', version };
}

export async function readVersion(database: Kysely<Tables>): Promise<string> {
  const { version } = await database.selectFrom('dlp_version').select('version').executeTakeFirstOrThrow();
  return String(version);
}

/** Makes this the next version. Changes of rules wait for each other until the transaction ends. */
export async function raiseVersion(transaction: Transaction<Tables>): Promise<void> {
  await sql`update dlp_version set version = version + 1`.execute(transaction);
}

/** All rules, by name. */
export async function findRules(database: Kysely<Tables>): Promise<DlpRule[]> {
  const { rows } = await sql<Omit<DlpRule, 'updateTime'> & { updated_at: Date }>`
    select id as "ruleId", name, kind, value, action, enabled, updated_at from dlp_rule order by name collate zh_natural, id`.execute(
    database,
  );
  return rows.map(({ updated_at: updatedAt, ...rule }) => ({ ...rule, updateTime: updatedAt.toISOString() }));
}

export async function countRules(transaction: Transaction<Tables>): Promise<number> {
  const { n } = await transaction
    .selectFrom('dlp_rule')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

type Written = Omit<DlpRule, 'updateTime'>;

export async function insertRule(transaction: Transaction<Tables>, { ruleId: id, ...rule }: Written): Promise<void> {
  await transaction
    .insertInto('dlp_rule')
    .values({ id, ...rule })
    .execute();
}

/** Returns the rule as it was; undefined if there is none. */
export const lockRule = (transaction: Transaction<Tables>, ruleId: string): Promise<Written | undefined> =>
  transaction
    .selectFrom('dlp_rule')
    .select(['id as ruleId', 'name', 'kind', 'value', 'action', 'enabled'])
    .where('id', '=', ruleId)
    .forUpdate()
    .executeTakeFirst();

/** A new value gets a revision of its own, by which no content was judged yet. */
export async function updateRule(transaction: Transaction<Tables>, { ruleId, name, value, action, enabled }: Written): Promise<void> {
  await sql`
    update dlp_rule set name = ${name}, action = ${action}, enabled = ${enabled}, updated_at = now(), value = ${value},
      revision = case when value = ${value} then revision else nextval('dlp_revision') end
    where id = ${ruleId}`.execute(transaction);
}

export async function deleteRule(transaction: Transaction<Tables>, ruleId: string): Promise<void> {
  await transaction.deleteFrom('dlp_rule').where('id', '=', ruleId).execute();
}
