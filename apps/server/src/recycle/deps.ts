import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { Changes } from '../live-updates/index.ts';

export interface RecycleDeps {
  database: Kysely<Tables>;
  changes: Changes;
}

export interface RecycleChangeDeps extends RecycleDeps {
  wake: (job: 'give back the quota of what left the bin' | 'count what went to the bins') => void;
}
