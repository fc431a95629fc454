import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { Changes } from '../live-updates/index.ts';

/** How many versions a file keeps, the current one among them, and how many days after their replacement (null: for good). */
export interface VersionPolicy {
  kept: number;
  days: number | null;
}

export interface VersionDeps {
  database: Kysely<Tables>;
  changes: Changes;
  versionPolicy: VersionPolicy;
}
