import type { SyncChange, SyncEntry, SyncRun } from '@alcove/contract';
import { syncChangeWord, syncEntryWords } from '@alcove/contract/sync-entry-words';
import { currentLanguage, t } from '../../../i18n/index.ts';

export const changeWord = (change: SyncChange): string => syncChangeWord(change, currentLanguage());

/** What becomes of an entry, and why. */
export const entryWords = (entry: SyncEntry): string => syncEntryWords(entry, currentLanguage());

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
