import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { countAttempt, deleteAttempts, deleteAttemptsUnder, secondsLeft, uncountAttempt } from './attempt-queries.ts';

/**
 * Wrong passwords slow down whoever sends them, not the account's owner: attempts are counted per account *and* origin. A known browser is
 * an origin of its own; everybody else is counted by network.
 */
const freeAttempts = { account: 5, address: 50 };
const longestMs = 15 * 60_000;

export interface AttemptOrigin {
  accountName: string;
  /** The browser's name if it is known for this account, or else the network. */
  name: string;
  known: boolean;
}

/** An attempt, counted before the password is checked, so that parallel attempts cannot all pass on the same count. */
export interface Attempt {
  /** The password was right: resets the count of this account and origin, and the attempt no longer counts for the network. */
  succeeded(): Promise<void>;
  /** The password was not checked: takes the attempt back. */
  giveBack(): Promise<void>;
}

interface Counted {
  key: string;
  blockedUntil: string;
}

/** The prefix of the keys that count an account's attempts, by kind of origin. */
const beginOf = (kind: 'place' | 'known', accountName: string): string => `${kind}:${accountName.toLowerCase()}:`;

const keysOf = ({ accountName, name, known }: AttemptOrigin): { key: string; free: number }[] => {
  const own = { key: `${beginOf(known ? 'known' : 'place', accountName)}${name}`, free: freeAttempts.account };
  return known ? [own] : [own, { key: `address:${name}`, free: freeAttempts.address }];
};

/**
 * Counts an attempt as failed before the password is checked. Each one beyond the free ones doubles the wait for the next: 1, 2, 4 …
 * seconds, at most 15 minutes. After an hour without attempts the count starts again. Throws SIGN_IN_SLOWED with the seconds to wait.
 */
export async function takeAttempt(database: Kysely<Tables>, origin: AttemptOrigin): Promise<Attempt> {
  const counted: Counted[] = [];
  const giveBack = async (): Promise<void> => {
    for (const { key, blockedUntil } of counted) await uncountAttempt(database, key, blockedUntil);
  };
  for (const { key, free } of keysOf(origin)) {
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

/** Forgets all wrong attempts for an account, from any origin. The counts of networks stay. */
export async function forgetAttempts(transaction: Transaction<Tables>, accountName: string): Promise<void> {
  await deleteAttemptsUnder(transaction, [beginOf('place', accountName), beginOf('known', accountName)]);
}
