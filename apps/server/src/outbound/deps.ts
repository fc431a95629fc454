import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { ReadServiceConfig, Tables } from '../database/index.ts';
import type { PreviewDeps } from '../preview/index.ts';
import type { ReadDeps } from '../search/index.ts';
import type { RuleMatcher } from './matching/rule-matcher.ts';

export interface OutboundDeps extends PreviewDeps {
  database: Kysely<Tables>;
  logger: Logger;
  serviceConfig: ReadServiceConfig;
  /** Reads the texts of contents. */
  reading: ReadDeps;
  ruleMatcher: RuleMatcher;
  wake: (job: 'look at what goes outside') => void;
}
