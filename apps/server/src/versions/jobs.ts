import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { hour } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { ReadVersionPolicy } from './deps.ts';
import { freeOldVersions } from './free-old-versions.ts';

export const jobs = ({ database, versionPolicy }: { database: Kysely<Tables>; versionPolicy: ReadVersionPolicy }) =>
  ({
    'free old versions': { everyMs: hour, work: async () => freeOldVersions(database, await versionPolicy()) },
  }) satisfies Jobs;
