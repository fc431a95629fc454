import { CompiledQuery } from 'kysely';
import type { Kysely, KyselyPlugin } from 'kysely';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';

export interface Plan {
  text: string;
  plan: string;
}

/**
 * Every statement that `work` sends to the given database, with its generic plan, which does not know the values, as for a prepared
 * statement.
 */
export async function plansOf(database: Kysely<Tables>, work: (database: Kysely<Tables>) => Promise<unknown>): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const { sql: text } of await statementsOf(database, work)) {
    // Makes every text different: a repeated statement would be prepared and planned with its values.
    const { rows } = await database.executeQuery(CompiledQuery.raw(`explain (generic_plan) /* ${newId()} */ ${text}`));
    plans.push({ text, plan: rows.map((row) => (row as { 'QUERY PLAN': string })['QUERY PLAN']).join('\n') });
  }
  return plans;
}

/** The statements that `work` sends, with their values. */
export async function statementsOf(
  database: Kysely<Tables>,
  work: (database: Kysely<Tables>) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const executor = database.getExecutor();
  const asked: CompiledQuery[] = [];
  const listening: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => (asked.push(executor.compileQuery(node, queryId)), node),
    transformResult: ({ result }) => Promise.resolve(result),
  };
  await work(database.withPlugin(listening));
  return asked;
}
