import type { Kysely } from 'kysely';
import type { ReadServiceConfig, Tables } from '../database/index.ts';

export interface PeopleSheetsDeps {
  database: Kysely<Tables>;
  serviceConfig: ReadServiceConfig;
  wake: (job: 'work on tasks') => void;
}
