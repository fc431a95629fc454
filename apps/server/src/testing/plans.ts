import { CompiledQuery } from 'kysely';
import type { Kysely, KyselyPlugin } from 'kysely';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';

export interface Plan {
  text: string;
  plan: string;
}

/**
 * Every statement that `work` asks of the database it is given, with the plan that the database makes without knowing what is asked for,
 * as it does for a prepared one.
 */
export async function plansOf(database: Kysely<Tables>, work: (database: Kysely<Tables>) => Promise<unknown>): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const { sql: text } of await statementsOf(database, work)) {
    // Each text is another: one that recurs would be prepared, and asked for its values.
    const { rows } = await database.executeQuery(CompiledQuery.raw(`explain (generic_plan) /* ${newId()} */ ${text}`));
    plans.push({ text, plan: rows.map((row) => (row as { 'QUERY PLAN': string })['QUERY PLAN']).join('\n') });
  }
  return plans;
}

/** Those that `work` asks, with their values. */
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
