import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';

export interface FileManagementDeps {
  database: Kysely<Tables>;
}
