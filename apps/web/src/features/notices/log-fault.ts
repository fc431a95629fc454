import type { LogFault, LogFaultKind } from '@alcove/contract';
import { t } from '../../i18n/index.ts';

const faults = {
  missing: 'notices.logMissing',
  changed: 'notices.logChanged',
  swapped: 'notices.logSwapped',
  added: 'notices.logAdded',
  olderDatabase: 'notices.logOlderDatabase',
  sealMissing: 'notices.logSealMissing',
  sealAltered: 'notices.logSealAltered',
  notSealed: 'notices.logNotSealed',
} as const satisfies Record<LogFaultKind, string>;

/** What is wrong with the chain of records, and at which of them first. */
export const logFaultText = ({ kind, entry }: LogFault): string => t(faults[kind], { entry: entry ?? '' });
