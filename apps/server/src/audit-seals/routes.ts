import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { LogCheck } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { oldestAfter, readState } from './state-queries.ts';
import { latestMs } from './verify.ts';

export const routes = ({ database }: { database: Kysely<Tables> }): Binding[] => [
  answer(calls.adminLog.verify, () => logCheckOf(database)),
];

/** What the jobs have found. It compares nothing itself, so that it costs the same for a log of any size. */
async function logCheckOf(database: Kysely<Tables>): Promise<LogCheck> {
  const state = await readState(database);
  const oldest = await oldestAfter(database, state?.sealed_to ?? 0);
  const found = state?.checking_fault ?? state?.sealing_fault ?? null;
  const late = state?.late && oldest && oldest.ageMs > latestMs ? ({ kind: 'notSealed', entry: oldest.entry } as const) : null;
  const sealed = state?.newest_key != null;
  return {
    state: found ? 'fault' : late ? 'late' : sealed ? 'intact' : 'unsealed',
    checkedTo: state?.checked_to ?? 0,
    checkedTime: state?.checked_at?.toISOString() ?? null,
    sealedTo: state?.sealed_to ?? 0,
    sealedTime: sealed ? state.sealed_at.toISOString() : null,
    fault: found ?? late,
  };
}
