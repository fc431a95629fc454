import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { ReadServiceConfig, Tables } from '../database/index.ts';
import type { Changes } from '../live-updates/index.ts';

export interface SecondBinDeps {
  database: Kysely<Tables>;
  changes: Changes;
  logger: Logger;
  serviceConfig: ReadServiceConfig;
  wake: (job: 'empty the second bin' | 'work on tasks') => void;
}
