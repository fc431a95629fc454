import type { ReadServiceConfig } from '../database/index.ts';
import type { Changes } from '../events/index.ts';
import type { RemovalDeps } from '../removal/index.ts';

export interface UploadDeps extends RemovalDeps {
  now: () => Date;
  /** New content waits to be verified. */
  contentArrived: () => void;
  changes: Changes;
  serviceConfig: ReadServiceConfig;
}
