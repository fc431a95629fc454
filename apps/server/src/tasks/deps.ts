import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../database/index.ts';
import type { TaskKinds } from './task-kind.ts';

export interface TaskDeps {
  database: Kysely<Tables>;
  logger: Logger;
  taskKinds: TaskKinds;
}
