/** What a synchronisation with a directory finds, as it is stored and shown. */

/** What becomes of an entry. `free`: a department that the directory no longer has stays, and can be edited here. */
export const syncChanges = ['leave', 'conflict', 'new', 'match', 'change', 'return', 'free'] as const;
export type SyncChange = (typeof syncChanges)[number];

/** Why nothing is done with an entry. */
export const syncConflicts = [
  'nameWrong',
  'nameTwice',
  'nameOfLocal',
  'nameOfOther',
  'nameDiffers',
  'nameOfAdministrator',
  'nameOfFrozen',
  'accountLeft',
  'lastAdministrator',
  'departmentNameWrong',
  'departmentNameTaken',
  'departmentTwice',
  'departmentTooDeep',
  'departmentNowhere',
  'changedMeanwhile',
] as const;
export type SyncConflict = (typeof syncConflicts)[number];

/** The fields that a directory says. Nobody edits them here. */
export const syncedFields = ['realName', 'email', 'department', 'name', 'parent'] as const;
export type SyncedField = (typeof syncedFields)[number];

export interface SyncDifference {
  field: SyncedField;
  before: string;
  after: string;
}

/** A dry run changes nothing until somebody applies it. */
export type SyncKind = 'dry' | 'now' | 'timed';
/** `planned`: it waits for somebody to apply it. */
export type SyncState = 'waiting' | 'reading' | 'planned' | 'applying' | 'done' | 'failed' | 'cancelled';
