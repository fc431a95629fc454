import type { Kysely } from 'kysely';
import type { ReadServiceConfig, Tables } from '../database/index.ts';
import type { PartChecks } from './parts.ts';

export interface DashboardDeps {
  database: Kysely<Tables>;
  parts: PartChecks;
  serviceConfig: ReadServiceConfig;
}
