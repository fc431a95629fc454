import type { ReadServiceConfig } from '../database/index.ts';
import type { Changes } from '../live-updates/index.ts';
import type { RateLimiter } from '../http/index.ts';
import type { RemovalDeps } from '../removal/index.ts';

export interface UploadDeps extends RemovalDeps {
  now: () => Date;
  wake: (job: 'verify content') => void;
  changes: Changes;
  serviceConfig: ReadServiceConfig;
  /** Counts how often each person asked for contents without then sending or taking over any. */
  instantAsks: RateLimiter;
}
