import type { Logger } from 'pino';
import type { Changes } from '../live-updates/index.ts';
import type { PreviewDeps } from '../preview/index.ts';

export interface FileManagementDeps extends PreviewDeps {
  logger: Logger;
  changes: Changes;
  wake: (job: 'count what went to the bins') => void;
}
