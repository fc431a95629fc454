/** Offboarding as a task: what is stored with it, and what its owner is told. The report is kept elsewhere (offboarding-queries.ts). */
import { z } from 'zod';
import { calls, offboardingParts } from '@alcove/contract';
import type { InstanceId, SpaceId } from '@alcove/contract';
import type { TaskKindOf } from '../tasks/index.ts';

/** What one transaction does. `id`: of the group. */
const item = z.object({ part: z.enum(offboardingParts), id: z.string().optional(), name: z.string().optional() });
export type OffboardingItem = z.output<typeof item>;

const input = z.object({
  userId: z.string(),
  name: z.string(),
  successors: calls.adminUser.offboard.request.shape.successors,
  folderName: z.string(),
  space: z.object({
    spaceId: z.custom<SpaceId>((id) => typeof id === 'string'),
    rootId: z.custom<InstanceId>((id) => typeof id === 'string'),
  }),
  items: z.array(item),
});
export type OffboardingInput = z.output<typeof input>;

const outcome = z.object({ part: z.enum(offboardingParts) });
export type OffboardingOutcome = z.output<typeof outcome>;

export const offboardingTask: TaskKindOf<OffboardingInput, OffboardingOutcome> = {
  name: 'offboarding',
  input,
  outcome,
  describe: ({ userId, name }) => ({ kind: 'offboarding', userId, name }),
  // Once the personal space is handed over, stopping would leave the person half there.
  pointOfNoReturn: ({ items }) => items.findIndex(({ part }) => part === 'space') + 1,
};
