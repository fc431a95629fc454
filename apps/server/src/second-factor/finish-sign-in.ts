import type { AnswerOf, calls, RequestOf } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import type { CallContext } from '../http/index.ts';
import { leaveStep, signInAs, spendStepOf, stepOf } from '../identity/index.ts';
import type { Proof, SignInStep } from '../identity/index.ts';
import { proofOf } from '../platforms/index.ts';
import type { ToldByPlatform } from '../platforms/index.ts';
import type { SecondFactorDeps } from './deps.ts';
import { readFactors } from './factor-queries.ts';
import { proveFactor } from './prove.ts';

type Calls = typeof calls.user;

/** The sign-in that waits in this browser. If the factors are gone in the meantime, there is nothing to wait for. Throws SIGN_IN_STEP_OVER. */
async function waitingStep({ database }: SecondFactorDeps, context: CallContext) {
  const step = await stepOf(database, context);
  const factors = await readFactors(database, step.userId);
  if (!factors.totp && !factors.passkeys) throw new Failure('SIGN_IN_STEP_OVER');
  return { step, factors };
}

/** Whose sign-in waits in this browser. Throws SIGN_IN_STEP_OVER. */
export async function readStep(deps: SecondFactorDeps, context: CallContext): Promise<AnswerOf<Calls['signInStep']>> {
  const { step, factors } = await waitingStep(deps, context);
  const { accountName, realName, expiresAt, returnTo } = step;
  return { accountName, realName, factors, expireTime: expiresAt.toISOString(), returnTo };
}

/**
 * Opens the session. What the person proved first is looked at again: a new password, a freeze or a changed platform since then ends the
 * sign-in. Throws SIGN_IN_STEP_OVER, and what `proveFactor` and `signInAs` throw.
 */
export async function giveSecondFactor(
  deps: SecondFactorDeps,
  given: RequestOf<Calls['giveSecondFactor']>,
  context: CallContext,
): Promise<AnswerOf<Calls['giveSecondFactor']>> {
  const { step } = await waitingStep(deps, context);
  const { kind, returnTo } = step;
  const spendGiven = await proveFactor(deps, step.userId, given, context);
  const spendStep = spendStepOf(context);
  const user = await signInAs(
    deps,
    {
      user: step,
      kind,
      proof: firstProof(step),
      spendFactor: async (transaction) => {
        await spendStep(transaction);
        await spendGiven(transaction);
      },
    },
    context,
  ).catch((error: unknown) => {
    throw error instanceof Failure && error.code === 'SIGN_IN_NEEDED' ? new Failure('SIGN_IN_STEP_OVER', {}, error) : error;
  });
  await leaveStep(deps.database, context);
  return { user, returnTo };
}

/** What the person proved in the first step. */
function firstProof({ userId, passwordHash, firstSecret, platform }: SignInStep): Proof {
  if (passwordHash !== null) return { passwordHash };
  if (firstSecret !== null) return { firstSecret };
  return proofOf(userId, platform as ToldByPlatform);
}
