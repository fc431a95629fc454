import type { Config } from '../config.ts';
import { openDatabase, requireMigrated } from '../database/index.ts';
import type { Database } from '../database/index.ts';

/** Runs a command on the database, with or without a running server. Throws if the database cannot be used, or is of another release. */
export async function besideServer<Answer>(config: Config, work: (database: Database) => Promise<Answer>): Promise<Answer> {
  const opened = await openDatabase({ ...config, poolSize: 2 }, { beside: true });
  try {
    await requireMigrated(opened.kysely);
    return await work(opened);
  } finally {
    await opened.stop();
  }
}
