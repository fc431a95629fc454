import type { Kysely } from 'kysely';
import { failureText } from '@alcove/contract';
import type { AnswerOf, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { UserContext } from '../http/index.ts';
import { countEntries, pageOfEntries } from './entry-queries.ts';
import { countActive, listRuns, readSettings } from './run-queries.ts';

type Calls = typeof calls.adminPlatform;

export async function syncState(
  database: Kysely<Tables>,
  { platformId }: RequestOf<Calls['syncState']>,
  { language }: UserContext,
): Promise<AnswerOf<Calls['syncState']>> {
  const runs = await listRuns(database, platformId);
  const counted = await countEntries(
    database,
    runs.map(({ runId }) => runId),
  );
  const active = await countActive(database, platformId);
  return {
    ...(await readSettings(database, platformId)),
    runs: runs.map(({ createdAt, readAt, endedAt, error, ...run }) => ({
      ...run,
      ...counted.get(run.runId)!,
      active,
      failure: error && failureText(error, language),
      startTime: createdAt.toISOString(),
      readTime: readAt?.toISOString() ?? null,
      endTime: endedAt?.toISOString() ?? null,
    })),
  };
}

/** A run that is gone has found nothing. */
export async function syncChanges(
  database: Kysely<Tables>,
  { runId, group, page, pageSize }: RequestOf<Calls['syncChanges']>,
): Promise<AnswerOf<Calls['syncChanges']>> {
  const found = await pageOfEntries(database, { runId, group }, { offset: (page - 1) * pageSize, limit: pageSize });
  return { ...found, page, pageSize };
}
