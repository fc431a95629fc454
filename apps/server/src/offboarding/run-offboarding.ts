import { Failure, isNotNow } from '../http/index.ts';
import { taskKind } from '../tasks/index.ts';
import type { TaskKind } from '../tasks/index.ts';
import { setError } from './offboarding-queries.ts';
import type { OffboardingRun, PartDeps } from './part.ts';
import { closeForGood, endHeld, endWork, passOnDepartmentsPart, passOnGroupPart, passOnRequests, passOnSharesPart } from './small-parts.ts';
import { passOnSpace } from './space-part.ts';
import { offboardingTask } from './task-kind.ts';
import type { OffboardingItem } from './task-kind.ts';

export const taskKinds = (deps: PartDeps): TaskKind[] => [taskKind(offboardingTask, (run) => offboard(deps, run))];

type Part = (deps: PartDeps, run: OffboardingRun, index: number, item: OffboardingItem) => Promise<void>;

const parts: Record<OffboardingItem['part'], Part> = {
  work: endWork,
  space: passOnSpace,
  groups: passOnGroupPart,
  departments: passOnDepartmentsPart,
  shares: passOnSharesPart,
  requests: passOnRequests,
  held: endHeld,
  account: closeForGood,
};

/**
 * Does the parts in their order, each in the transaction that stores its outcome and its line of the report. Throws OFFBOARD_RIGHT_ENDED,
 * USER_FROZEN, OFFBOARD_SUCCESSOR_WRONG, OFFBOARD_NO_ROOM and the like; what is done stays done, and the offboarding can be continued.
 */
async function offboard(deps: PartDeps, run: OffboardingRun): Promise<void> {
  try {
    for (const [index, item] of run.input.items.entries()) {
      if (index < run.outcomes.length) continue;
      await run.advance(0);
      await parts[item.part](deps, run, index, item);
    }
  } catch (error) {
    if (error instanceof Failure && !isNotNow(error)) await setError(deps.database, run.input.userId, error.code, error.details);
    throw error;
  }
}
