import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { leaveStep, readPasswordHash } from '../identity/index.ts';
import type { SecondFactorDeps } from './deps.ts';
import { findTotp, readFactors } from './factor-queries.ts';
import { giveSecondFactor, readStep } from './finish-sign-in.ts';
import { proveAgain } from './prove.ts';
import { drawRecoveryCodes } from './recovery-codes.ts';
import { beginTotp, confirmTotp, removeTotp } from './totp-factor.ts';

const { user } = calls;

export const routes = (deps: SecondFactorDeps): Binding[] => [
  answer(user.signInStep, (_, context) => readStep(deps, context)),
  answer(user.giveSecondFactor, (input, context) => giveSecondFactor(deps, input, context)),
  answer(user.leaveSignInStep, async (_, context) => {
    await leaveStep(deps.database, context);
    return null;
  }),
  answer(user.secondFactors, async (_, { caller: { userId } }) => {
    const [totp, { recoveryCodes }] = [await findTotp(deps.database, userId), await readFactors(deps.database, userId)];
    const hasPassword = (await readPasswordHash(deps.database, userId)) !== null;
    return { totp: totp && { createTime: totp.createdAt.toISOString() }, recoveryCodes, hasPassword };
  }),
  answer(user.proveAgain, (input, context) => proveAgain(deps, input, context)),
  answer(user.beginTotp, (_, context) => beginTotp(deps, context)),
  answer(user.confirmTotp, (input, context) => confirmTotp(deps, input, context)),
  answer(user.removeTotp, (_, context) => removeTotp(deps, context)),
  answer(user.drawRecoveryCodes, (_, context) => drawRecoveryCodes(deps, context)),
];
