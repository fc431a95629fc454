/** The import of people as a task: what is stored with it, and what its owner is told. */
import { z } from 'zod';
import type { TaskKindOf } from '../tasks/index.ts';

const input = z.object({ checkId: z.string(), fileName: z.string() });
/** Of one batch of rows. */
const outcome = z.object({ lastRow: z.number().int(), made: z.number().int(), failed: z.number().int() });
export type BatchOutcome = z.output<typeof outcome>;

export const importTask: TaskKindOf<z.output<typeof input>, BatchOutcome> = {
  name: 'peopleImport',
  input,
  outcome,
  describe: ({ checkId, fileName }, outcomes) => ({
    kind: 'peopleImport',
    checkId,
    fileName,
    made: outcomes.reduce((sum, { made }) => sum + made, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
  }),
};
