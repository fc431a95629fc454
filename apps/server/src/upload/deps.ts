import type { Kysely } from 'kysely';
import type { ReadServiceConfig, Tables } from '../database/index.ts';
import type { Changes } from '../events/index.ts';
import type { ObjectStore } from '../storage/index.ts';

export interface UploadDeps {
  database: Kysely<Tables>;
  store: ObjectStore;
  now: () => Date;
  /** New content waits to be verified. */
  contentArrived: () => void;
  changes: Changes;
  serviceConfig: ReadServiceConfig;
}
