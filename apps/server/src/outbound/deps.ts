import type { RuleMatcher } from './matching/rule-matcher.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';

export interface OutboundDeps {
  database: Kysely<Tables>;
  ruleMatcher: RuleMatcher;
}
