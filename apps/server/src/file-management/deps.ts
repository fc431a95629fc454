import type { Logger } from 'pino';
import type { FileDeps } from '../files/index.ts';
import type { Changes } from '../live-updates/index.ts';
import type { PreviewDeps } from '../preview/index.ts';

export interface FileManagementDeps extends PreviewDeps, Pick<FileDeps, 'nameKeys'> {
  logger: Logger;
  changes: Changes;
  wake: (job: 'count what went to the bins' | 'work on tasks') => void;
}
