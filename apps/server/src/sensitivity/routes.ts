import { calls } from '@alcove/contract';
import type { Binding } from '../http/index.ts';
import { answerAuthorised } from '../permission/index.ts';
import { setSensitivity } from './set-sensitivity.ts';
import type { SensitivityDeps } from './set-sensitivity.ts';

export const routes = (deps: SensitivityDeps): Binding[] => [
  answerAuthorised(deps.database, calls.instance.setSensitivity, (input, context) => setSensitivity(deps, input, context)),
];
