import type { Translated } from '../../i18n/translate.ts';
import type * as chinese from './texts.zh-CN.ts';

export const tasks: Translated<typeof chinese.tasks> = {
  list: 'Tasks in progress',
  progress: '{done} of {total}',
  cancel: 'Cancel task',
  other: 'Background task',
  otherDone: 'Background task finished',
  otherCancelled: 'Background task canceled',
  otherFailed: 'Background task failed: {reason}',
  offboarding: 'Offboarding {name}',
  offboardingDone: '{name} was offboarded',
  offboardingCancelled: 'The offboarding of {name} was canceled',
  offboardingFailed: 'The offboarding of {name} stopped: {reason}',
  clearing: 'Emptying the secondary bin',
  clearingDone: '{n} {n|item was|items were} marked for permanent deletion',
  clearingCancelled: 'Emptying was stopped; {n} {n|item had|items had} been marked',
  clearingFailed: 'The secondary bin was not emptied: {reason}',
  importTitle: 'Importing people: {name}',
  importDone: '{n} {n|person was|people were} imported',
  importCancelled: 'The import was stopped; {n} {n|account was|accounts were} created',
  importSome: '{n} {n|row was|rows were} left out; see the import page',
};
