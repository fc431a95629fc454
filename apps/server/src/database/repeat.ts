/**
 * PostgreSQL ends one of two transactions that wait for each other, and expects it to be sent again: nothing of it was done. That
 * is done here, for all of them, so that nobody is told of an error for being two (I19).
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

/** Hears the error of each work that is done again, and where that was asked for: `{ error, stack }`. */
export const repeated = channel('alcove:database:repeated');

/** Does it again up to three times when PostgreSQL ended it for the sake of others. Nothing of what `work` did may be left by then. */
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
      // Not both at once again.
      await sleep(Math.random() * pauseMs * (repeats + 1));
    }
  }
}

/**
 * Kysely whose transactions are repeated. The work of a transaction is therefore called more than once: it has no effect but
 * in the database, and keeps nothing between two calls.
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
      // The locks of a part of a unit of work stay with the whole: that is what is repeated.
      sharedClient() ? execute(work) : repeatedly(() => execute(work)),
    setIsolationLevel: (level: Parameters<typeof setIsolationLevel>[0]) => repeating(setIsolationLevel(level)),
    setAccessMode: (mode: Parameters<typeof setAccessMode>[0]) => repeating(setAccessMode(mode)),
  });
}
