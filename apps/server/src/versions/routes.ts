import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import type { VersionDeps } from './deps.ts';
import { listVersions } from './list-versions.ts';
import { removeVersion } from './remove-version.ts';
import { restoreVersion } from './restore-version.ts';

const { version } = calls;

export const routes = (deps: VersionDeps): Binding[] => [
  answer(version.list, (input, context) => listVersions(deps, input, context)),
  answer(version.restore, (input, context) => restoreVersion(deps, input, context)),
  answer(version.remove, (input, context) => removeVersion(deps, input, context)),
];
