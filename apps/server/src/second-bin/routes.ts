import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { startClearing } from './clear.ts';
import type { SecondBinDeps } from './deps.ts';
import { keepMarked, markForGood } from './mark.ts';
import { pageOfSecondBin } from './page.ts';
import { restoreFromSecondBin } from './restore.ts';

const { adminRecycle } = calls;

export const routes = (deps: SecondBinDeps): Binding[] => [
  answer(adminRecycle.page, (input) => pageOfSecondBin(deps, input)),
  answer(adminRecycle.restore, (input, context) => restoreFromSecondBin(deps, input, context)),
  answer(adminRecycle.remove, (input, context) => markForGood(deps, input, context)),
  answer(adminRecycle.keep, (input, context) => keepMarked(deps, input, context)),
  answer(adminRecycle.clear, (input, context) => startClearing(deps, input, context)),
];
