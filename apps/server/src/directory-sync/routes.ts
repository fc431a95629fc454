import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { exportChanges } from './export-changes.ts';
import { syncChanges, syncState } from './show-runs.ts';
import { cancelSync, dryRun, setSync, sync } from './start-run.ts';

const { adminPlatform } = calls;

interface Deps {
  database: Kysely<Tables>;
  wake: (job: 'synchronise directories') => void;
}

export const routes = (deps: Deps): Binding[] => [
  answer(adminPlatform.syncState, (input, context) => syncState(deps.database, input, context)),
  answer(adminPlatform.syncChanges, (input) => syncChanges(deps.database, input)),
  answer(adminPlatform.exportChanges, (input, context) => exportChanges(deps.database, input, context)),
  answer(adminPlatform.setSync, (input, { caller }) => setSync(deps, input, caller)),
  answer(adminPlatform.dryRun, (input, { caller }) => dryRun(deps, input, caller)),
  answer(adminPlatform.sync, (input, { caller }) => sync(deps, input, caller)),
  answer(adminPlatform.cancelSync, (input, { caller }) => cancelSync(deps, input, caller)),
];
