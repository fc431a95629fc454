import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';

export interface AgreementDeps {
  database: Kysely<Tables>;
  /** Drops what is cached about the sessions of a person. */
  forgetSessions: (userId: string) => void;
}
