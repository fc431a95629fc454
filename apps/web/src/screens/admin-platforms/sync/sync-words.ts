import type { SyncChange, SyncDifference, SyncEntry, SyncRun, SyncedField } from '@alcove/contract';
import { t } from '../../../i18n/index.ts';

const changeWords = {
  leave: 'adminSync.wordLeave',
  conflict: 'adminSync.wordConflict',
  new: 'adminSync.wordNew',
  match: 'adminSync.wordMatch',
  change: 'adminSync.wordChange',
  return: 'adminSync.wordReturn',
  free: 'adminSync.wordFree',
} as const satisfies Record<SyncChange, string>;

export const changeWord = (change: SyncChange): string => t(changeWords[change]);

const fieldWords = {
  realName: 'adminSync.fieldRealName',
  email: 'adminSync.fieldEmail',
  department: 'adminSync.fieldDepartment',
  name: 'adminSync.fieldName',
  parent: 'adminSync.fieldParent',
} as const satisfies Record<SyncedField, string>;

const differenceWord = ({ field, before, after }: SyncDifference): string => {
  const none = t('adminSync.none');
  return t('adminSync.difference', { field: t(fieldWords[field]), before: before || none, after: after || none });
};

/** What becomes of an entry, and why. */
export function entryWords({ change, conflict, ofPerson, differences, done }: SyncEntry): string {
  const words: Record<SyncChange, () => string> = {
    leave: () => t(done ? 'adminSync.leftText' : 'adminSync.leaveText'),
    conflict: () => (conflict ? t(`adminSync.${conflict}`) : ''),
    new: () => t(ofPerson ? 'adminSync.newPerson' : 'adminSync.newDepartment'),
    match: () => t(ofPerson ? 'adminSync.matchPerson' : 'adminSync.matchDepartment'),
    change: () => '',
    return: () => t('adminSync.returnText'),
    free: () => t('adminSync.freeText'),
  };
  return [words[change](), ...differences.map(differenceWord)].filter(Boolean).join(' · ');
}

const kindWords = { dry: 'adminSync.kindDry', now: 'adminSync.kindNow', timed: 'adminSync.kindTimed' } as const;
export const kindWord = ({ kind }: SyncRun): string => t(kindWords[kind]);

const stateWords = {
  waiting: 'adminSync.stateWaiting',
  reading: 'adminSync.stateRunning',
  planned: 'adminSync.statePlanned',
  applying: 'adminSync.stateRunning',
  done: 'adminSync.stateDone',
  failed: 'adminSync.stateFailed',
  cancelled: 'adminSync.stateCancelled',
} as const;
export const stateWord = ({ state, tooMany }: SyncRun): string =>
  t(state === 'planned' && tooMany ? 'adminSync.stateStopped' : stateWords[state]);

/** How many differences there are that something is done about. */
export const plannedIn = ({ counts: { leave, change, new: made } }: SyncRun): number => leave + change + made;
