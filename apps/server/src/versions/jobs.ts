import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { hour } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { VersionPolicy } from './deps.ts';
import { freeOldVersions } from './free-old-versions.ts';

export const jobs = ({ database, versionPolicy }: { database: Kysely<Tables>; versionPolicy: VersionPolicy }) =>
  ({
    'free old versions': { everyMs: hour, work: () => freeOldVersions(database, versionPolicy) },
  }) satisfies Jobs;
