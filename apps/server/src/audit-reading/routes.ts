import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { changeRegion, createRegion, removeRegion } from './change-regions.ts';
import { chartOfLog } from './chart-log.ts';
import type { AuditReadingDeps } from './deps.ts';
import { exportLog } from './export-log.ts';
import { pageOfLog } from './list-log.ts';
import { findRegions } from './region-queries.ts';

const { adminLog, adminRegion } = calls;

export const routes = ({ database, now }: AuditReadingDeps): Binding[] => [
  answer(adminLog.page, (input) => pageOfLog(database, input)),
  answer(adminLog.chart, (input) => chartOfLog(database, input, now())),
  answer(adminLog.exportLog, (input, context) => exportLog(database, input, context)),
  answer(adminRegion.list, async () => ({ regions: await findRegions(database) })),
  answer(adminRegion.create, (input, { caller }) => createRegion(database, input, caller)),
  answer(adminRegion.update, (input, { caller }) => changeRegion(database, input, caller)),
  answer(adminRegion.remove, (input, { caller }) => removeRegion(database, input, caller)),
];
