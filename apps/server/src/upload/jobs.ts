import { hour, minute } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { abortUnknownUploads, collectAbandoned } from './abort-upload.ts';
import type { UploadDeps } from './deps.ts';

export const jobs = (deps: Pick<UploadDeps, 'database' | 'store' | 'now'>) =>
  ({
    'collect abandoned uploads': { everyMs: 10 * minute, work: () => collectAbandoned(deps) },
    'abort unknown uploads': { everyMs: 6 * hour, work: () => abortUnknownUploads(deps) },
  }) satisfies Jobs;
