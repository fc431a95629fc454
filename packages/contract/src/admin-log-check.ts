/** Whether the audit log is what was sealed outside the database (decision 0083). */
import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';

/**
 * What can be wrong with it:
 * - `missing`: a sealed entry is gone; `changed`: it is another one; `swapped`: it has changed places; `added`: there is one that was not sealed.
 * - `olderDatabase`: the database ends before the newest seal, as after restoring an older one.
 * - `sealMissing`, `sealAltered`: the evidence itself is not what was written.
 * - `notSealed`: entries have waited for more than a quarter of an hour.
 */
export const logFaultKinds = [
  'missing',
  'changed',
  'swapped',
  'added',
  'olderDatabase',
  'sealMissing',
  'sealAltered',
  'notSealed',
] as const;
export type LogFaultKind = (typeof logFaultKinds)[number];

export interface LogFault {
  kind: LogFaultKind;
  /** The id of the first entry that it concerns; null where it is a seal. */
  entry: number | null;
}

export interface LogCheck {
  /** `late`: entries wait for too long to be sealed; `unsealed`: nothing was sealed yet. */
  state: 'intact' | 'fault' | 'late' | 'unsealed';
  /** The id of the last entry that the background check has compared, and when it was through for the last time. */
  checkedTo: number;
  checkedTime: string | null;
  /** The id of the last entry that is sealed, and when it was. */
  sealedTo: number;
  sealedTime: string | null;
  fault: LogFault | null;
}

export const verify = call<LogCheck>()({
  name: 'adminLog.verify',
  method: 'GET',
  path: '/disk/api/admin/log/verify',
  fieldsIn: 'query',
  caller: 'administrator',
  adminItem: 'logs.view',
  request: z.strictObject({ t: fields.timestamp }),
  log: 'none',
  summary:
    'What the background check of the audit log has found, and how far the log is sealed. `serve verify-log` compares all of it at once.',
});
