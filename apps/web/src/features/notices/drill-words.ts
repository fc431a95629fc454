import type { DrillReason } from '@alcove/contract';
import { t, type PlainKey } from '../../i18n/index.ts';

const reasons: Readonly<Record<DrillReason, PlainKey>> = {
  faults: 'notices.drillFaults',
  noRoom: 'notices.drillNoRoom',
  manifestDamaged: 'notices.drillDamaged',
  fileDamaged: 'notices.drillDamaged',
  objectsDamaged: 'notices.drillObjectsDamaged',
  otherRelease: 'notices.drillNewer',
  newerFormat: 'notices.drillNewer',
  broke: 'notices.drillBroke',
};

/** Why the restore of a backup for practice failed, and what to do. */
export const drillFailure = (reason: DrillReason | null): string => t(reasons[reason ?? 'broke']);
