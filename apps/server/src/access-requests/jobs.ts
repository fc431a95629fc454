import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { minute } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { endRequests } from './end-requests.ts';
import { notifyAnswerers } from './notify-answerers.ts';

export const jobs = ({ database }: { database: Kysely<Tables> }) =>
  ({
    'notify of access requests': { everyMs: minute, work: () => notifyAnswerers(database) },
    'end access requests': { everyMs: 10 * minute, work: () => endRequests(database) },
  }) satisfies Jobs;
