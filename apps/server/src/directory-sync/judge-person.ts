import { accountNameFault } from '@alcove/contract';
import type { SyncConflict, SyncDifference } from '@alcove/contract';
import type { PlacedPerson } from './directory-entries.ts';

/** An account that is linked to an entry, or that has the entry's account name. */
export interface KnownPerson {
  userId: string;
  accountName: string;
  realName: string;
  email: string;
  /** The department's name in the directory. Null: none, or one that was made here. */
  department: string | null;
  /** Its name, to be shown. Empty: none. */
  departmentName: string;
  frozen: boolean;
  /** It was the synchronisation that froze them, and nobody since. */
  frozenBySync: boolean;
  expired: boolean;
  left: boolean;
  advanced: boolean;
  /** Their data come from this directory already. */
  synced: boolean;
  /** Their data come from another directory, or they are another entry of this one. */
  ofOther: boolean;
}

/** What is compared of somebody whose entry is known already. */
export type LinkedPerson = Omit<KnownPerson, 'accountName' | 'expired' | 'advanced' | 'ofOther'>;

export type Judgement =
  | { change: 'same' }
  | { change: 'conflict'; conflict: SyncConflict; userId: string | null }
  | { change: 'new' }
  | { change: 'leave'; userId: string }
  | { change: 'match' | 'change' | 'return'; userId: string; differences: SyncDifference[] };

export interface Judging {
  /** Who is linked to the entry. */
  linked: LinkedPerson | null;
  /** Who has the entry's account name, in upper or lower case. */
  named: KnownPerson | null;
  /** Another entry has the same account name. */
  twice: boolean;
  /** An account with the same name becomes the entry's. */
  matchesAccounts: boolean;
}

const same: Judgement = { change: 'same' };
const conflict = (code: SyncConflict, user: LinkedPerson | null): Judgement => ({
  change: 'conflict',
  conflict: code,
  userId: user?.userId ?? null,
});

/** What becomes of a person that the directory tells of. An account name never changes: it is only looked at before there is an account. */
export function judgePerson(told: PlacedPerson, { linked, named, twice, matchesAccounts }: Judging): Judgement {
  if (linked) return judgeLinked(told, linked);
  if (!told.active) return same;
  if (accountNameFault(told.accountName)) return conflict('nameWrong', null);
  if (twice) return conflict('nameTwice', named);
  if (!named) return { change: 'new' };
  const why = whyNotMatched(told, named, matchesAccounts && !told.nameMade);
  return why ? conflict(why, named) : { change: 'match', userId: named.userId, differences: differencesOf(told, named) };
}

/** Of somebody whose entry is known: nothing else matters. */
export function judgeLinked(told: PlacedPerson, known: LinkedPerson): Judgement {
  const { userId } = known;
  if (known.left) return told.active ? conflict('accountLeft', known) : same;
  if (!told.active) return known.frozen ? same : { change: 'leave', userId };
  const differences = differencesOf(told, known);
  if (!known.synced) return { change: 'match', userId, differences };
  if (known.frozen && known.frozenBySync) return { change: 'return', userId, differences };
  return differences.length > 0 ? { change: 'change', userId, differences } : same;
}

/** Whoever runs the directory must not become an administrator, nor somebody who left, nor somebody of another platform. */
function whyNotMatched({ accountName }: PlacedPerson, named: KnownPerson, matchesAccounts: boolean): SyncConflict | null {
  if (named.ofOther) return 'nameOfOther';
  if (!matchesAccounts) return 'nameOfLocal';
  if (named.accountName !== accountName) return 'nameDiffers';
  if (named.advanced) return 'nameOfAdministrator';
  return named.frozen || named.expired || named.left ? 'nameOfFrozen' : null;
}

function differencesOf(told: PlacedPerson, known: LinkedPerson): SyncDifference[] {
  const found: SyncDifference[] = [];
  const compare = (field: SyncDifference['field'], before: string, after: string) => {
    if (before !== after) found.push({ field, before, after });
  };
  compare('realName', known.realName, told.realName);
  compare('email', known.email, told.email);
  const { department } = told;
  const isElsewhere = department !== undefined && (department !== known.department || (department === null && known.departmentName !== ''));
  if (isElsewhere) found.push({ field: 'department', before: known.departmentName, after: told.departmentName });
  return found;
}
