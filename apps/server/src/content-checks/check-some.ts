/**
 * The standing check: one process at a time reads all stored contents again, slowly, and begins where the last one stopped. What it finds is
 * looked at again each hour, so that it is forgotten once it is whole.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BlobId } from '@alcove/contract';
import { limits as productLimits } from '@alcove/contract';
import { contentsAfter, readContent } from '../contents/index.ts';
import { notify } from '../notices/index.ts';
import { advancedAdministrators } from '../roles/index.ts';
import { SpeedLimits } from '../storage/index.ts';
import {
  beginPass,
  endTurn,
  faultsToLookAt,
  finishPass,
  forgetUnneeded,
  readStanding,
  setCheckedTo,
  takeTelling,
  takeTurn,
} from './check-queries.ts';
import type { Standing } from './check-queries.ts';
import { lookAgain } from './look-again.ts';
import type { LookDeps } from './look-again.ts';
import { isPassDue, paceOf } from './pace.ts';

/** For `/metrics`, as this process has read it last. */
export type ContentFigures = Standing;
export const newFigures = (): ContentFigures => ({ damaged: 0, finishedSecondsAgo: null });

export interface CheckSomeDeps extends Pick<LookDeps, 'database' | 'store' | 'logger' | 'signal'> {
  contentFigures: ContentFigures;
  /** People wait for the database at this moment. */
  isBusy: () => boolean;
}

export interface CheckSettings {
  /** The days in which all contents are read once; 0: nothing is read. */
  days: number;
  /** Bytes a second at most; null: no limit. */
  most: number | null;
  /** The process. */
  holder: string;
  /** How long one run lasts. */
  runMs?: number;
}

export const heldMs = 2 * 60_000;
export const keptMs = 5000;
const rowsAtOnce = 200;
const lookAgainMs = 3_600_000;
const lookedAtOnce = 20;

/** Returns 1 if there is more to read now. */
export async function checkSome(deps: CheckSomeDeps, settings: CheckSettings): Promise<0 | 1> {
  const { database, contentFigures } = deps;
  const { holder, days } = settings;
  const pass = days > 0 ? await takeTurn(database, holder, heldMs) : null;
  if (pass === null) {
    Object.assign(contentFigures, await readStanding(database));
    return 0;
  }
  try {
    const isThrough = !pass.begun && !isPassDue(pass.beganMsAgo, days);
    const { bytes, beganAt } = pass.begun || isThrough ? { bytes: pass.pass_bytes, beganAt: pass.began_at! } : await beginPass(database);
    const looking = { ...deps, limits: new SpeedLimits(), bytesPerSecond: paceOf(bytes, { days, most: settings.most }), beganAt };
    await lookAtFaults(looking);
    return isThrough || (await readOn(looking, settings, pass.begun ? pass.checked_to : null)) ? 0 : 1;
  } finally {
    await tell(deps);
    Object.assign(contentFigures, await readStanding(database));
    await endTurn(database, holder);
  }
}

/**
 * True if the pass is through. What was stored after it began was read by its verification just now, and has its turn in the next pass: busy hours
 * would be spent with reading twice what arrives.
 */
async function readOn(
  deps: CheckSomeDeps & Pick<LookDeps, 'limits' | 'bytesPerSecond'> & { beganAt: Date },
  { holder, runMs = 5 * 60_000 }: CheckSettings,
  after: BlobId | null,
): Promise<boolean> {
  const { database, store, signal, isBusy } = deps;
  const until = performance.now() + runMs;
  let checkedTo = after;
  let keptAt = performance.now();
  /** A large file at a slow pace takes longer than the turn. */
  const keepTurn = async (): Promise<void> => {
    while (isBusy()) await sleep(250, undefined, { signal });
    if (performance.now() - keptAt < keptMs) return;
    if ((await takeTurn(database, holder, heldMs)) === null) throw new Error('another process reads the contents now');
    if (checkedTo !== null) await setCheckedTo(database, holder, checkedTo);
    keptAt = performance.now();
  };
  try {
    for (;;) {
      const page = await contentsAfter(database, store.bucket, checkedTo, rowsAtOnce, deps.beganAt);
      if (page.length === 0) {
        await finishPass(database);
        return true;
      }
      for (const content of page) {
        signal?.throwIfAborted();
        if (performance.now() > until) return false;
        await lookAgain({ ...deps, beforePiece: keepTurn }, content);
        checkedTo = content.id;
        await keepTurn();
      }
    }
  } finally {
    if (checkedTo !== null) await setCheckedTo(database, holder, checkedTo);
  }
}

async function lookAtFaults(deps: LookDeps): Promise<void> {
  await forgetUnneeded(deps.database);
  for (const id of await faultsToLookAt(deps.database, lookAgainMs, lookedAtOnce)) {
    deps.signal?.throwIfAborted();
    const content = await readContent(deps.database, id, deps.store.bucket);
    if (content) await lookAgain(deps, content);
  }
}

/** Those who answer for the system are told at most once a day, of all there is. */
async function tell({ database }: Pick<CheckSomeDeps, 'database'>): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (!(await takeTelling(transaction))) return;
    const { damaged } = await readStanding(transaction);
    const people = await advancedAdministrators(transaction, productLimits.reviewersTold);
    await notify(transaction, people, { kind: 'contentFault', data: { contents: damaged } });
  });
}
