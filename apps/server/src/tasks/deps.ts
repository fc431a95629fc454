import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { LastingLocks, Tables } from '../database/index.ts';
import type { TaskKinds } from './task-kind.ts';

export interface TaskDeps {
  database: Kysely<Tables>;
  locks: LastingLocks;
  logger: Logger;
  taskKinds: TaskKinds;
}
