/**
 * Makes a change one transaction (docs/decisions/0049). With an `Idempotency-Key`, the key and the answer are in it too. Whatever breaks at
 * whatever moment, the repeated request finds either nothing and does the change, or all of it and returns the stored answer.
 */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { failures } from '@alcove/contract';
import type { FailureCode } from '@alcove/contract';
import type { Database, Tables } from '../database/index.ts';
import { classify, Failure } from '../http/index.ts';
import type { Once } from '../http/index.ts';
import { claim, keepAnswer, readAnswer } from './answer-queries.ts';
import type { KeyedRequest } from './answer-queries.ts';

/** A refusal is an answer like any other, and what was written before it is committed. */
type Outcome = { data: unknown } | { refused: FailureCode; details: Record<string, string | number> };

interface Deps {
  database: Kysely<Tables>;
  asOne: Database['asOne'];
}

export const answerOnce =
  ({ database, asOne }: Deps): Once =>
  async ({ userId, key, call, fields }, work) => {
    const outcome =
      key === null
        ? await withoutKey(asOne, work)
        : await withKey({ database, asOne }, { userId, key, fieldsHash: hashOf(call, fields) }, work);
    if ('refused' in outcome) throw new Failure(outcome.refused, outcome.details);
    return outcome.data;
  };

/** If the connection breaks during the commit, nobody knows whether the change was made, so it is not done again. */
const withoutKey = (asOne: Deps['asOne'], work: () => Promise<unknown>): Promise<Outcome> =>
  asOne(() => outcomeOf(work), { afterLostLine: false });

const withKey = ({ database, asOne }: Deps, request: KeyedRequest, work: () => Promise<unknown>): Promise<Outcome> =>
  asOne(async () => {
    if (!(await claimInTime(database, request))) return answerBefore(database, request);
    const outcome = await outcomeOf(work);
    await keepAnswer(database, request, JSON.stringify(outcome));
    return outcome;
  });

/** Throws REQUEST_UNDER_WAY if the same request is still in progress after the lock timeout. */
async function claimInTime(database: Kysely<Tables>, request: KeyedRequest): Promise<boolean> {
  try {
    return await claim(database, request);
  } catch (error) {
    throw classify(error).code === 'CHANGING_HERE' ? new Failure('REQUEST_UNDER_WAY', {}, error) : error;
  }
}

/** Throws KEY_REUSED if the key belongs to a different request, and REQUEST_UNDER_WAY if no answer is stored. */
async function answerBefore(database: Kysely<Tables>, request: KeyedRequest): Promise<Outcome> {
  const before = await readAnswer(database, request);
  // The row existed, and has just been deleted because of its age.
  if (!before || before.outcome === null) throw new Failure('REQUEST_UNDER_WAY');
  if (!before.fields_hash.equals(request.fieldsHash)) throw new Failure('KEY_REUSED');
  return JSON.parse(before.outcome) as Outcome;
}

async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { data: (await work()) ?? null };
  } catch (error) {
    if (!(error instanceof Failure) || !isKept(error.code)) throw error;
    return { refused: error.code, details: error.details };
  }
}

/** Whether a refusal is the answer. One that is only temporary undoes what was done before it: a retry may get another answer. */
export const isKept = (code: FailureCode): boolean =>
  code !== 'CHANGING_HERE' && failures[code].status !== 429 && failures[code].status < 500;

/** Hashes what was requested, without passwords: nothing is stored that would allow guessing them quickly. */
function hashOf(call: string, fields: unknown): Buffer {
  const said = JSON.stringify([call, fields], (name, value: unknown) => {
    if (/password/i.test(name)) return undefined;
    return value instanceof Uint8Array ? createHash('sha256').update(value).digest('hex') : value;
  });
  return createHash('sha256').update(said).digest();
}
