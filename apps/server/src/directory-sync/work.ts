/** One run at a time works in the company. A killed process leaves its run behind, which ends as failed; the next one begins anew. */
import type { FailureCode } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import { OutgoingError } from '../outgoing/index.ts';
import { applyDepartments } from './apply-departments.ts';
import { applyPeople } from './apply-people.ts';
import { isTooMany } from './brake.ts';
import type { SyncDeps, Working } from './deps.ts';
import { analyzeEntries, countLeavers, deleteEntries } from './entry-queries.ts';
import { planRun } from './plan-run.ts';
import { readRun } from './read-run.ts';
import { beginRun, endKilled, endRun, insertDue, setMarker, setPlanned, whyEnded } from './run-queries.ts';
import type { OpenRun } from './run-queries.ts';
import { tell } from './tell.ts';
import type { News } from './tell.ts';

class Cancelled extends Error {}

/** Works on the first run that waits or is due. Returns 1, or 0 if there is none, or if another process works on one. */
export async function workOnRuns(deps: SyncDeps, stopping: AbortSignal): Promise<number> {
  const { database, locks, serviceConfig } = deps;
  const worked = await locks.whileLocked('directory sync', async () => {
    await endKilled(database);
    await insertDue(database, (await serviceConfig()).directorySyncMinutes);
    const run = await beginRun(database);
    if (!run) return 0;
    await workOn(deps, run, stopping);
    return 1;
  });
  return worked ?? 0;
}

async function workOn(deps: SyncDeps, run: OpenRun, stopping: AbortSignal): Promise<void> {
  const { database, logger } = deps;
  const { runId, platformId } = run;
  let isApplying = run.state === 'applying';
  const check = async (): Promise<void> => {
    if (stopping.aborted) throw new Failure('SYNC_INTERRUPTED');
    const why = await whyEnded(database, runId);
    if (why === 'cancelled') throw new Cancelled();
    if (why === 'changed') throw new Failure('PLATFORM_GONE');
  };
  const working: Working = { runId, platformId, check };
  try {
    isApplying ||= await readAndPlan(deps, run, working, stopping);
    if (!isApplying) return;
    await applyDepartments(database, working);
    await applyPeople(deps, working);
    await setMarker(database, runId);
    const { leaving } = await countLeavers(database, runId, platformId);
    await endRun(database, runId, 'done');
    if (leaving > 0) await tellOfTimed(deps, run, { news: 'left', people: leaving });
  } catch (error) {
    // What was applied until now stays, and is shown.
    if (!isApplying) await deleteEntries(database, runId);
    if (error instanceof Cancelled) await endRun(database, runId, 'cancelled');
    else {
      logger.warn({ err: error, platformId, run: runId }, 'the synchronisation with a directory failed');
      await endRun(database, runId, 'failed', codeOf(error));
      if (!stopping.aborted) await tellOfTimed(deps, run, { news: 'failed' });
    }
  }
}

/** Whoever asked for a run looks at it. */
async function tellOfTimed({ database }: SyncDeps, { kind, platformId }: OpenRun, news: News): Promise<void> {
  if (kind === 'timed') await database.transaction().execute((transaction) => tell(transaction, platformId, news));
}

const codeOf = (error: unknown): FailureCode =>
  error instanceof Failure ? error.code : error instanceof OutgoingError ? 'SYNC_NOT_WHOLE' : 'SERVER_ERROR';

/** Returns whether the plan is to be applied now: it was asked for, and not too many would be frozen. */
async function readAndPlan(deps: SyncDeps, run: OpenRun, working: Working, stopping: AbortSignal): Promise<boolean> {
  const { database, openSource, serviceConfig } = deps;
  const { complete, marker: since, withDepartments, runId, platformId } = run;
  using source = await openSource(platformId, stopping);
  const read = await readRun(database, source, working, { complete, since, withDepartments });
  await analyzeEntries(database);
  const same = await planRun(database, working);
  const { leaving, before } = await countLeavers(database, runId, platformId);
  const tooMany = isTooMany({ leaving, before, told: complete ? read.people : null }, (await serviceConfig()).directorySyncBrakePercent);
  const isApplied = run.kind !== 'dry' && !tooMany;
  await working.check();
  await setPlanned(database, runId, { ...read, same: read.same + same, tooMany, state: isApplied ? 'applying' : 'planned' });
  if (tooMany) await tellOfTimed(deps, run, { news: 'held', people: leaving });
  return isApplied;
}
