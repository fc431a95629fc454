import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import type { OffboardingDeps } from './deps.ts';
import { previewOffboarding } from './preview.ts';
import { reportOf } from './report.ts';
import { reportSheet } from './report-sheet.ts';
import { startOffboarding } from './start-offboarding.ts';

const { adminUser } = calls;

export const routes = (deps: OffboardingDeps): Binding[] => [
  answer(adminUser.offboardPreview, (input, context) => previewOffboarding(deps, input, context)),
  answer(adminUser.offboard, (input, context) => startOffboarding(deps, input, context)),
  answer(adminUser.offboardReport, (input, context) => reportOf(deps.database, input, context)),
  answer(adminUser.offboardSheet, (input, context) => reportSheet(deps.database, input, context)),
];
