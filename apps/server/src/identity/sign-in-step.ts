/**
 * A sign-in that waits for the second factor. It is a row and a cookie of the browser: no session, and nothing can be done with it but to give
 * the factor or to leave. What the person proved is kept and looked at again when they do.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Cookies } from '../http/index.ts';
import type { Proof, SpendFactor } from './sessions.ts';
import { deleteStep, findStep, insertStep, spendStep } from './sign-in-step-queries.ts';
import type { FoundStep, SignInStep } from './sign-in-step-queries.ts';

const stepCookie = 'alcove_step';
const lifeSeconds = 300;

const hashOf = (cookies: Pick<Cookies, 'cookie'>): Buffer =>
  createHash('sha256')
    .update(cookies.cookie(stepCookie) ?? '')
    .digest();

/** Begins it, in place of one that this browser had. */
export async function beginStep(
  database: Kysely<Tables>,
  { proof, ...of }: Pick<SignInStep, 'userId' | 'kind' | 'returnTo'> & { proof: Proof },
  cookies: Cookies,
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const kept = {
    passwordHash: 'passwordHash' in proof ? proof.passwordHash : null,
    firstSecret: 'firstSecret' in proof ? proof.firstSecret : null,
    platform: 'platform' in proof ? proof.platform : null,
  };
  await deleteStep(database, hashOf(cookies));
  await insertStep(database, createHash('sha256').update(token).digest(), { ...of, ...kept }, lifeSeconds);
  cookies.setCookie(stepCookie, token, lifeSeconds);
}

/** The sign-in of this browser. Throws SIGN_IN_STEP_OVER. */
export async function stepOf(database: Kysely<Tables>, cookies: Cookies): Promise<FoundStep> {
  const step = await findStep(database, hashOf(cookies));
  if (!step) throw new Failure('SIGN_IN_STEP_OVER');
  return step;
}

/** Uses it up, in the transaction that opens the session. Throws SIGN_IN_STEP_OVER. */
export const spendStepOf =
  (cookies: Cookies): SpendFactor =>
  async (transaction) => {
    if (!(await spendStep(transaction, hashOf(cookies)))) throw new Failure('SIGN_IN_STEP_OVER');
  };

export async function leaveStep(database: Kysely<Tables>, cookies: Cookies): Promise<void> {
  await deleteStep(database, hashOf(cookies));
  cookies.setCookie(stepCookie, null);
}
