import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';

export interface PeopleSheetsDeps {
  database: Kysely<Tables>;
  wake: (job: 'work on tasks') => void;
}
