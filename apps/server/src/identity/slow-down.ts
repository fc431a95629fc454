import type { Kysely, Transaction } from 'kysely';
import type { ServiceConfig } from '@alcove/contract';
import type { ReadServiceConfig, Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { countAttempt, deleteAttempts, deleteAttemptsUnder, secondsLeft, uncountAttempt } from './attempt-queries.ts';
import type { Slowing } from './attempt-queries.ts';

/**
 * Wrong passwords slow down whoever sends them, not the account's owner: attempts are counted per account *and* origin. A known browser is
 * an origin of its own; everybody else is counted by network.
 */
const freeOfNetwork = 50;

export interface AttemptOrigin {
  accountName: string;
  /** The browser's name if it is known for this account, or else the network. */
  name: string;
  known: boolean;
}

/** An attempt, counted before the password is checked, so that parallel attempts cannot all pass on the same count. */
export interface Attempt {
  /** How many more attempts there are before the first key makes one wait, if this one is wrong. */
  left: number;
  /** The password was right: resets the count of the first key, and the attempt no longer counts for the others. */
  succeeded(): Promise<void>;
  /** The password was not checked: takes the attempt back. */
  giveBack(): Promise<void>;
}

interface Key extends Slowing {
  key: string;
}

/** The prefix of the keys that count an account's attempts, by kind of origin. */
const beginOf = (kind: 'place' | 'known', accountName: string): string => `${kind}:${accountName.toLowerCase()}:`;

type SlowingSettings = Pick<ServiceConfig, 'signInTries' | 'signInWaitMinutes'>;

const keysOf = ({ accountName, name, known }: AttemptOrigin, { signInTries, signInWaitMinutes }: SlowingSettings): Key[] => {
  const slowing = { firstMs: 1000, longestMs: signInWaitMinutes * 60_000 };
  const own = { key: `${beginOf(known ? 'known' : 'place', accountName)}${name}`, free: signInTries, ...slowing };
  return known ? [own] : [own, { key: `address:${name}`, free: Math.max(freeOfNetwork, signInTries), ...slowing }];
};

/**
 * Counts an attempt as failed before the password is checked. Each one beyond the free ones doubles the wait for the next: 1, 2, 4 …
 * seconds, at most as long as the company has set. After an hour without attempts the count starts again. Throws SIGN_IN_SLOWED with the seconds to wait.
 */
export const takeAttempt = async (
  { database, serviceConfig }: { database: Kysely<Tables>; serviceConfig: ReadServiceConfig },
  origin: AttemptOrigin,
): Promise<Attempt> =>
  takeAttemptOf(database, keysOf(origin, await serviceConfig()), (seconds) => new Failure('SIGN_IN_SLOWED', { seconds }));

/** The same with other keys, each slowed in its own way. Throws what `refusal` makes of the seconds to wait. */
export async function takeAttemptOf(
  database: Kysely<Tables>,
  keys: readonly Key[],
  refusal: (seconds: number) => Failure,
): Promise<Attempt> {
  const counted: { key: string; blockedUntil: string; failures: number }[] = [];
  const giveBack = async (): Promise<void> => {
    for (const { key, blockedUntil } of counted) await uncountAttempt(database, key, blockedUntil);
  };
  for (const { key, ...slowed } of keys) {
    const attempt = await countAttempt(database, key, slowed);
    if (attempt === null) {
      await giveBack();
      throw refusal(await secondsLeft(database, key));
    }
    counted.push({ key, ...attempt });
  }
  return {
    left: Math.max(0, keys[0]!.free + 1 - counted[0]!.failures),
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
