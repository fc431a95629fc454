import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { Changes } from '../live-updates/index.ts';

export interface RecycleDeps {
  database: Kysely<Tables>;
  changes: Changes;
}

export interface RecycleRoutesDeps extends RecycleDeps {
  /** Something left the first bin: its room is to be given back. */
  left: () => void;
  /** Some of what a folder in the bin held came out of it: it is to be counted anew. */
  partlyRestored: () => void;
}
