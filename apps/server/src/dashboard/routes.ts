import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import type { DashboardDeps } from './deps.ts';
import { readFigures } from './read-figures.ts';
import { readState } from './read-state.ts';

const { adminDashboard } = calls;

export const routes = (deps: DashboardDeps): Binding[] => [
  answer(adminDashboard.figures, ({ days }) => readFigures(deps.database, days)),
  answer(adminDashboard.state, () => readState(deps)),
];
