/**
 * If two transactions wait for each other, PostgreSQL ends one of them and expects it to be sent again, since nothing of it was done. This
 * is done here for every transaction, so that no user sees an error because of concurrency (I19).
 */
import { channel } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely } from 'kysely';
import type { Transaction, TransactionBuilder } from 'kysely';
import type { Tables } from './tables.ts';
import { sharedClient } from './unit-of-work.ts';

const deadlock = '40P01';
const serializationFailure = '40001';
/** "cached plan must not change result type": a migration changed the columns of a statement that was prepared before it. */
const planOutdated = '0A000';

const mostRepeats = 3;
const pauseMs = 20;

export const isEndedForOthers = (error: unknown): boolean => {
  const { code, routine } = error as { code?: string; routine?: string };
  return code === deadlock || code === serializationFailure || (code === planOutdated && routine === 'RevalidateCachedQuery');
};

/** Publishes the error and the caller's stack each time work is repeated: `{ error, stack }`. */
export const repeated = channel('alcove:database:repeated');

/** Repeats the work up to three times if PostgreSQL ended it because of another transaction. A failed attempt must leave nothing behind. */
export async function repeatedly<Answer>(
  work: () => Promise<Answer>,
  mayRepeat: (error: unknown) => boolean = isEndedForOthers,
): Promise<Answer> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await work();
    } catch (error) {
      if (repeats === mostRepeats || !mayRepeat(error)) throw error;
      if (repeated.hasSubscribers) repeated.publish({ error, stack: new Error('repeated').stack });
      // A random pause, so that the two do not collide again.
      await sleep(Math.random() * pauseMs * (repeats + 1));
    }
  }
}

/**
 * Kysely that repeats transactions. The callback of a transaction may therefore run more than once: it must have no effect outside the
 * database, and must keep nothing between two runs.
 */
export class RepeatingKysely extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    return repeating(super.transaction());
  }
}

function repeating(builder: TransactionBuilder<Tables>): TransactionBuilder<Tables> {
  const execute = builder.execute.bind(builder);
  const setIsolationLevel = builder.setIsolationLevel.bind(builder);
  const setAccessMode = builder.setAccessMode.bind(builder);
  return Object.assign(builder, {
    execute: <Answer>(work: (transaction: Transaction<Tables>) => Promise<Answer>) =>
      // Inside a unit of work, the locks of a part last until the end of the whole, so only the whole is repeated.
      sharedClient() ? execute(work) : repeatedly(() => execute(work)),
    setIsolationLevel: (level: Parameters<typeof setIsolationLevel>[0]) => repeating(setIsolationLevel(level)),
    setAccessMode: (mode: Parameters<typeof setAccessMode>[0]) => repeating(setAccessMode(mode)),
  });
}
