/** Moves and copies as tasks: what is stored with them, and what their owner is told. */
import { calls, failures } from '@alcove/contract';
import type { FailureCode, InstanceId, PlacingKind } from '@alcove/contract';
import { z } from 'zod';
import { failedItem } from '../files/index.ts';
import type { TaskKindOf } from '../tasks/index.ts';

/** The request, with the names that the task list shows. */
const placingInput = calls.instance.move.request.extend({ itemName: z.string(), targetName: z.string() });
export type PlacingInput = z.output<typeof placingInput>;

const instanceId = z.custom<InstanceId>((id) => typeof id === 'string');
const placingOutcome = z.discriminatedUnion('done', [
  z.object({ instanceId, done: z.literal(true) }),
  z.object({
    instanceId,
    done: z.literal(false),
    code: z.custom<FailureCode>((code) => Object.hasOwn(failures, String(code))),
    details: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
]);
export type PlacingOutcome = z.output<typeof placingOutcome>;

const placingTask = (kind: PlacingKind): TaskKindOf<PlacingInput, PlacingOutcome> => ({
  name: kind,
  input: placingInput,
  outcome: placingOutcome,
  describe: ({ itemName, instanceIds, targetName, targetParentId }, outcomes, language) => ({
    kind,
    itemName,
    items: instanceIds.length,
    targetName,
    targetParentId,
    failed: outcomes.flatMap((one) => (one.done ? [] : [failedItem(one.instanceId, one.code, language, one.details)])),
  }),
});

export const placingTasks = { move: placingTask('move'), copy: placingTask('copy') };
