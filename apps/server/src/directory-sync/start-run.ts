import type { Kysely } from 'kysely';
import type { AnswerOf, RequestOf, calls } from '@alcove/contract';
import { addBefore } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { administer } from '../roles/index.ts';
import { askToCancel, findToApply, insertRun, lockDirectory, readSettings, setToApply, writeSettings } from './run-queries.ts';

type Calls = typeof calls.adminPlatform;

interface Deps {
  database: Kysely<Tables>;
  wake: (job: 'synchronise directories') => void;
}

/** Reads a directory without changing anything, also one that is not switched on yet. Throws PLATFORM_GONE, SYNC_RUNNING. */
export const dryRun = (deps: Deps, { platformId }: RequestOf<Calls['dryRun']>, caller: Caller): Promise<AnswerOf<Calls['dryRun']>> =>
  begin(deps, { platformId, kind: 'dry' }, caller);

/**
 * Reads a directory and applies what it says; with a run, applies its plan as it is. Asked again for the same run, it answers the same. Throws
 * PLATFORM_GONE, SYNC_RUNNING, and for a run SYNC_GONE if its plan is not the latest any more, and SYNC_REASON_MISSING if it would freeze too many.
 */
export async function sync(
  deps: Deps,
  { platformId, runId, syncReason = '' }: RequestOf<Calls['sync']>,
  caller: Caller,
): Promise<AnswerOf<Calls['sync']>> {
  if (runId === undefined) return begin(deps, { platformId, kind: 'now' }, caller);
  await administer(deps.database, caller, 'platforms.edit', async (transaction) => {
    if (!(await lockDirectory(transaction, platformId, { on: true }))) throw new Failure('PLATFORM_GONE');
    const run = await findToApply(transaction, platformId, runId);
    if (run?.state === 'applying' || run?.state === 'done') return;
    if (!run?.applicable) throw new Failure('SYNC_GONE');
    if (run.tooMany && syncReason === '') throw new Failure('SYNC_REASON_MISSING', { field: 'syncReason' });
    await setToApply(transaction, runId, { authorId: caller.userId, reason: syncReason || null });
  });
  deps.wake('synchronise directories');
  return { runId };
}

async function begin(
  { database, wake }: Deps,
  { platformId, kind }: { platformId: string; kind: 'dry' | 'now' },
  caller: Caller,
): Promise<{ runId: string }> {
  const runId = await administer(database, caller, 'platforms.edit', async (transaction) => {
    if (!(await lockDirectory(transaction, platformId, { on: kind === 'now' }))) throw new Failure('PLATFORM_GONE');
    return insertRun(transaction, { platformId, kind, authorId: caller.userId });
  });
  if (runId === null) throw new Failure('SYNC_RUNNING');
  wake('synchronise directories');
  return { runId };
}

/** Throws PLATFORM_GONE. */
export const setSync = (
  { database }: Pick<Deps, 'database'>,
  { platformId, ...given }: RequestOf<Calls['setSync']>,
  caller: Caller,
): Promise<AnswerOf<Calls['setSync']>> =>
  administer(database, caller, 'platforms.edit', async (transaction) => {
    if (!(await lockDirectory(transaction, platformId, { on: false }))) throw new Failure('PLATFORM_GONE');
    const before = await readSettings(transaction, platformId);
    const after = { timedSync: given.timedSync ?? before.timedSync, syncsDepartments: given.syncsDepartments ?? before.syncsDepartments };
    addBefore(platformId, { ...before });
    await writeSettings(transaction, platformId, after);
    return after;
  });

/** Nothing runs: it has ended already. */
export const cancelSync = (
  { database }: Pick<Deps, 'database'>,
  { platformId }: RequestOf<Calls['cancelSync']>,
  caller: Caller,
): Promise<null> =>
  administer(database, caller, 'platforms.edit', async (transaction) => {
    await askToCancel(transaction, platformId);
    return null;
  });
