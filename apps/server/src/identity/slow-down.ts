import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { countAttempt, deleteAttempts, deleteAttemptsUnder, secondsLeft, uncountAttempt } from './attempt-queries.ts';

/**
 * Wrong passwords slow down whoever sends them, not the account's owner: the count belongs to the account *and* the place the
 * attempts come from. A browser that signed in before is a place of its own.
 */
const freeAttempts = { account: 5, address: 50 };
const longestMs = 15 * 60_000;

export interface Place {
  accountName: string;
  /** The browser, where it is known for this account; else the address. */
  name: string;
  known: boolean;
}

/** An attempt that was counted before the password is looked at, so that many at once cannot all go by the same count. */
export interface Attempt {
  /** The password was right: the account's count at this place begins anew, and the attempt does not count for the address. */
  succeeded(): Promise<void>;
  /** The password was not looked at: as if it had not been made. */
  giveBack(): Promise<void>;
}

interface Counted {
  key: string;
  blockedUntil: string;
}

/** How the keys of an account's counts begin, at places of either kind. */
const beginOf = (kind: 'place' | 'known', accountName: string): string => `${kind}:${accountName.toLowerCase()}:`;

const keysOf = ({ accountName, name, known }: Place): { key: string; free: number }[] => {
  const own = { key: `${beginOf(known ? 'known' : 'place', accountName)}${name}`, free: freeAttempts.account };
  return known ? [own] : [own, { key: `address:${name}`, free: freeAttempts.address }];
};

/**
 * Counts an attempt to sign in as one that fails, before the password is looked at. Each beyond the free ones doubles the wait
 * until the next: 1, 2, 4 … seconds, at most 15 minutes. A quiet hour forgets. Throws SIGN_IN_SLOWED with the seconds to wait.
 */
export async function takeAttempt(database: Kysely<Tables>, place: Place): Promise<Attempt> {
  const counted: Counted[] = [];
  const giveBack = async (): Promise<void> => {
    for (const { key, blockedUntil } of counted) await uncountAttempt(database, key, blockedUntil);
  };
  for (const { key, free } of keysOf(place)) {
    const blockedUntil = await countAttempt(database, key, { free, longestMs });
    if (blockedUntil === null) {
      await giveBack();
      throw new Failure('SIGN_IN_SLOWED', { seconds: await secondsLeft(database, key) });
    }
    counted.push({ key, blockedUntil });
  }
  return {
    giveBack,
    async succeeded() {
      await giveBack();
      await deleteAttempts(database, counted[0]!.key);
    },
  };
}

/** What was wrong for an account until now no longer counts, wherever it came from. Addresses keep their own counts. */
export async function forgetAttempts(transaction: Transaction<Tables>, accountName: string): Promise<void> {
  await deleteAttemptsUnder(transaction, [beginOf('place', accountName), beginOf('known', accountName)]);
}
