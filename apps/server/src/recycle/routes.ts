import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import type { RecycleChangeDeps } from './deps.ts';
import { clearBin, removeEntries } from './leave-bin.ts';
import { pageOfBin } from './page-of-bin.ts';
import { restore } from './restore.ts';
import { undoRemove } from './undo-remove.ts';

const { instance, recycle } = calls;

export const routes = (deps: RecycleChangeDeps): Binding[] => [
  answer(instance.undoRemove, ({ instanceIds }, context) => undoRemove(deps, instanceIds, context)),
  answer(recycle.page, (input, context) => pageOfBin(deps.database, input, context)),
  answer(recycle.restore, (input, context) => restore(deps, input, context)),
  answer(recycle.remove, (input, context) => removeEntries(deps, input, context)),
  answer(recycle.clear, (input, context) => clearBin(deps, input, context)),
];
