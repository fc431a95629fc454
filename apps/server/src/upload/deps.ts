import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { ObjectStore } from '../storage/index.ts';

export interface UploadDeps {
  database: Kysely<Tables>;
  store: ObjectStore;
  now: () => Date;
  /** Uploaded data is obfuscated on its way to the store (specification 1 section 4, step 6). */
  obfuscates: () => Promise<boolean>;
  /** New content waits to be verified. */
  contentArrived: () => void;
}
