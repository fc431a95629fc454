import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { Changes } from '../live-updates/index.ts';

/**
 * `kept`: how many versions a file keeps, including the current one. `days`: how many days a version is kept after it was replaced; null:
 * no limit.
 */
export interface VersionPolicy {
  kept: number;
  days: number | null;
}

/** Reads the policy of now. */
export type ReadVersionPolicy = () => Promise<VersionPolicy>;

export interface VersionDeps {
  database: Kysely<Tables>;
  changes: Changes;
  versionPolicy: ReadVersionPolicy;
}
