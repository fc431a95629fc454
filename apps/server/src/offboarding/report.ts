import type { Kysely } from 'kysely';
import { failureText } from '@alcove/contract';
import type { OffboardingReport } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { findLeaver } from './facts-queries.ts';
import { findOffboarding, stepsOf } from './offboarding-queries.ts';

/** Null if the offboarding of this person never began. Throws ACCOUNT_NOT_FOUND. */
export async function reportOf(
  database: Kysely<Tables>,
  { userId }: { userId: string },
  { language }: Pick<UserContext, 'language'>,
): Promise<OffboardingReport | null> {
  const person = await findLeaver(database, userId);
  if (!person) throw new Failure('ACCOUNT_NOT_FOUND');
  const row = await findOffboarding(database, userId);
  if (!row) return null;
  return {
    person,
    state: row.open ? 'running' : row.endedAt ? 'done' : 'stopped',
    taskId: row.taskId,
    cancelable: row.open && row.passedAt === null && !row.cancelAsked,
    error: row.error === null ? null : failureText(row.error, language, row.errorDetails),
    officer: { userId: row.officerId, name: row.officer },
    beginTime: row.begunAt.toISOString(),
    endTime: row.endedAt?.toISOString() ?? null,
    steps: await stepsOf(database, userId),
    left: row.open ? row.itemsLeft : 0,
    keptUntil: row.keptUntil?.toISOString() ?? null,
  };
}
