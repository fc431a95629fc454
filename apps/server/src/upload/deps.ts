import type { Kysely, RawBuilder } from 'kysely';
import type { ReadServiceConfig, Tables } from '../database/index.ts';
import type { Changes } from '../live-updates/index.ts';
import type { RateLimiter } from '../http/index.ts';
import type { ItemContext } from '../permission/index.ts';
import type { ExpectedStrays, RemovalDeps } from '../removal/index.ts';
import type { SignedPlans } from './signed-plans.ts';
import type { SignedTickets } from './signed-tickets.ts';

export interface UploadDeps extends RemovalDeps {
  now: () => Date;
  wake: (job: 'verify content') => void;
  changes: Changes;
  serviceConfig: ReadServiceConfig;
  /** Whether the file may come into a folder that is shared outside. Throws HIGH_INTO_LINK, UPLOAD_REFUSED. */
  judgeArrival: (database: Kysely<Tables>, folder: ItemContext, file: { name: string; size: number; isJudged: boolean }) => Promise<void>;
  /** An SQL expression: whether there is anything to judge arrivals by, for `isJudged`. */
  arrivalsAreJudged: RawBuilder<boolean>;
  /** Counts how often each person asked for contents without then sending or taking over any. */
  instantAsks: RateLimiter;
  plans: SignedPlans;
  tickets: SignedTickets;
  /** Counts the small uploads of each person that have no row and were not saved. */
  unsavedPlans: RateLimiter;
  /** Counts the same for the removal of what nobody saves. */
  expectedStrays: ExpectedStrays;
}
