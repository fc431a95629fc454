import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';

export interface AuditReadingDeps {
  database: Kysely<Tables>;
  now: () => Date;
}
