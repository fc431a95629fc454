/** A kind of task for tests. Its items are numbers. Each is written to a table that would show a number counted twice. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../database/index.ts';
import { taskKind } from './index.ts';
import type { TaskKind, TaskKindOf } from './index.ts';

const input = z.object({ name: z.string(), items: z.number().int(), pauseMs: z.number().default(0) });
const outcome = z.object({ counted: z.number().int() });

export const counting: TaskKindOf<z.output<typeof input>, z.output<typeof outcome>> = {
  name: 'counting',
  input,
  outcome,
  describe: () => ({ kind: 'other' }),
};

export async function createCounted(database: Kysely<Tables>): Promise<void> {
  await sql`create table counted (name text not null, item integer not null, process integer not null)`.execute(database);
}

export interface Counted {
  item: number;
  /** The process that counted it. */
  process: number;
}

/** In the order of the items. */
export async function countedBy(database: Kysely<Tables>, name: string): Promise<Counted[]> {
  const { rows } = await sql<Counted>`select item, process from counted where name = ${name} order by item`.execute(database);
  return rows;
}

/** Its transactions stay open for the pause, so that a process is most likely killed within one. */
export const countingTask = (database: Kysely<Tables>): TaskKind =>
  taskKind(counting, async (run) => {
    const { name, items, pauseMs } = run.input;
    for (let item = run.outcomes.length; item < items; item += 1)
      await database.transaction().execute(async (transaction) => {
        run.begin(item);
        await sql`insert into counted (name, item, process) values (${name}, ${item}, ${process.pid})`.execute(transaction);
        await sleep(pauseMs);
        await run.advance(1);
        await run.finish(transaction, item, { counted: item });
      });
  });
