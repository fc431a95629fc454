import type { Transaction } from 'kysely';
import type { calls, RequestOf, SecondBinOutcome } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { refusal } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import type { SecondBinDeps } from './deps.ts';
import { setKept, setMarked } from './mark-queries.ts';
import { requireStill } from './right.ts';

/** Marks entries to be deleted for good some hours later. Each fails with FILE_NOT_FOUND if it is no longer in the bin. */
export async function markForGood(
  { database, serviceConfig, wake }: SecondBinDeps,
  { recycleIds }: RequestOf<typeof calls.adminRecycle.remove>,
  context: UserContext,
): Promise<SecondBinOutcome[]> {
  const { secondBinMarkedHours: hours } = await serviceConfig();
  const outcomes = await eachOf(database, recycleIds, context, (transaction) =>
    setMarked(transaction, recycleIds, { userId: context.caller.userId, hours }),
  );
  wake('empty the second bin');
  return outcomes;
}

/** Takes the marks back, also of what the brake holds. */
export const keepMarked = (
  { database }: SecondBinDeps,
  { recycleIds }: RequestOf<typeof calls.adminRecycle.keep>,
  context: UserContext,
): Promise<SecondBinOutcome[]> => eachOf(database, recycleIds, context, (transaction) => setKept(transaction, recycleIds));

async function eachOf(
  database: SecondBinDeps['database'],
  recycleIds: readonly string[],
  { caller, language }: UserContext,
  change: (transaction: Transaction<Tables>) => Promise<string[]>,
): Promise<SecondBinOutcome[]> {
  const done = await database.transaction().execute(async (transaction) => {
    const ids = await change(transaction);
    await requireStill(transaction, caller.userId, 'secondBin.remove');
    return new Set(ids);
  });
  return [...new Set(recycleIds)].map((recycleId) =>
    done.has(recycleId) ? { recycleId, done: true } : { recycleId, done: false, ...refusal('FILE_NOT_FOUND', language) },
  );
}
