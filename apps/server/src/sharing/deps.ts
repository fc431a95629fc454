import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { Changes } from '../live-updates/index.ts';

export interface SharingDeps {
  database: Kysely<Tables>;
  changes: Changes;
}
