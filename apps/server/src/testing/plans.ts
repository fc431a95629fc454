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
  const asked = await statementsOf(database, work);
  return database.connection().execute(async (connection) => {
    const send = (text: string) => connection.executeQuery<{ 'QUERY PLAN': string }>(CompiledQuery.raw(text));
    const plans: Plan[] = [];
    // Our connections have generic plans only. Without preparing it, PostgreSQL 15 cannot explain one.
    for (const { sql: text, parameters } of asked) {
      const name = `"${newId()}"`;
      await send(`prepare ${name} as ${text}`);
      const values = parameters.length > 0 ? `(${parameters.map(() => 'null').join(', ')})` : '';
      const { rows } = await send(`explain execute ${name}${values}`);
      await send(`deallocate ${name}`);
      plans.push({ text, plan: rows.map((row) => row['QUERY PLAN']).join('\n') });
    }
    return plans;
  });
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
