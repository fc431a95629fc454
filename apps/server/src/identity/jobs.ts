import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { hour } from '../jobs/index.ts';
import type { Jobs } from '../jobs/index.ts';
import { deleteOldAttempts } from './attempt-queries.ts';
import { forgetUnusedDevices } from './device-queries.ts';
import { deleteExpiredSecrets } from './first-secret-queries.ts';
import { knownForDays } from './known-browser.ts';
import { deleteOldQr } from './qr-queries.ts';
import { deleteEndedSessions } from './session-queries.ts';
import { deleteOldSteps } from './sign-in-step-queries.ts';

export const jobs = ({ database }: { database: Kysely<Tables> }) =>
  ({
    'end old sessions': { everyMs: hour, work: () => removeEnded(database) },
  }) satisfies Jobs;

/** Returns 0, because one run deletes everything. */
async function removeEnded(database: Kysely<Tables>): Promise<0> {
  await deleteEndedSessions(database);
  await deleteOldQr(database);
  await deleteOldAttempts(database);
  await deleteExpiredSecrets(database);
  await deleteOldSteps(database);
  await forgetUnusedDevices(database, knownForDays);
  return 0;
}
