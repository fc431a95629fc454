import type { Kysely } from 'kysely';
import type { ReadServiceConfig, Tables } from '../database/index.ts';
import type { Changes } from '../live-updates/index.ts';

export interface OffboardingDeps {
  database: Kysely<Tables>;
  serviceConfig: ReadServiceConfig;
  changes: Changes;
  wake: (job: 'work on tasks') => void;
}
