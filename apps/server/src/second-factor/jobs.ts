import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { hour } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { deleteOldEnrolments } from './factor-queries.ts';
import { deleteOldChallenges } from './passkey-queries.ts';

export const jobs = ({ database }: { database: Kysely<Tables> }) =>
  ({
    'delete unconfirmed factors': { everyMs: hour, work: () => removeOld(database) },
  }) satisfies Jobs;

/** Returns 0, because one run deletes everything. */
async function removeOld(database: Kysely<Tables>): Promise<0> {
  await deleteOldEnrolments(database);
  await deleteOldChallenges(database);
  return 0;
}
