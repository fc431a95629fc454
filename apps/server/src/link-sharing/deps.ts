import type { Kysely } from 'kysely';
import type { ReadServiceConfig, Tables } from '../database/index.ts';
import type { Changes } from '../live-updates/index.ts';

export interface LinkSharingDeps {
  database: Kysely<Tables>;
  changes: Changes;
  serviceConfig: ReadServiceConfig;
  wake: (job: 'look at what goes outside') => void;
}
