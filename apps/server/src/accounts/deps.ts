import type { Kysely } from 'kysely';
import type { ReadServiceConfig, Tables } from '../database/index.ts';

export interface AccountDeps {
  database: Kysely<Tables>;
  serviceConfig: ReadServiceConfig;
}
