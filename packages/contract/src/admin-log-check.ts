/** Whether the audit log is what was sealed outside the database. */

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
