import { calls } from '@alcove/contract';
import type { Binding } from '../http/index.ts';
import { answerAuthorised } from '../permission/index.ts';
import type { VersionDeps } from './deps.ts';
import { listVersions } from './list-versions.ts';
import { removeVersion } from './remove-version.ts';
import { restoreVersion } from './restore-version.ts';

const { version } = calls;

export const routes = (deps: VersionDeps): Binding[] => [
  answerAuthorised(deps.database, version.list, (input, context) => listVersions(deps, input, context)),
  answerAuthorised(deps.database, version.restore, (input, context) => restoreVersion(deps, input, context)),
  answerAuthorised(deps.database, version.remove, (input, context) => removeVersion(deps, input, context)),
];
