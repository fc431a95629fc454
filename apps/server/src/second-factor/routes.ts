import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { leaveStep } from '../identity/index.ts';
import type { SecondFactorDeps } from './deps.ts';
import { giveSecondFactor, readStep } from './finish-sign-in.ts';
import { addPasskey, askPasskey, beginPasskey, removePasskey, renamePasskey, signInWithPasskey } from './passkeys.ts';
import { proveAgain } from './prove.ts';
import { drawRecoveryCodes } from './recovery-codes.ts';
import { secondFactorsOf } from './second-factors-of.ts';
import { beginTotp, confirmTotp, removeTotp } from './totp-factor.ts';

const { user } = calls;

export const routes = (deps: SecondFactorDeps): Binding[] => [
  answer(user.signInStep, (_, context) => readStep(deps, context)),
  answer(user.giveSecondFactor, (input, context) => giveSecondFactor(deps, input, context)),
  answer(user.leaveSignInStep, async (_, context) => {
    await leaveStep(deps.database, context);
    return null;
  }),
  answer(user.secondFactors, (_, { caller }) => secondFactorsOf(deps, caller.userId)),
  answer(user.askPasskey, (input, context) => askPasskey(deps, input, context)),
  answer(user.signInWithPasskey, (input, context) => signInWithPasskey(deps, input, context)),
  answer(user.beginPasskey, (_, context) => beginPasskey(deps, context)),
  answer(user.addPasskey, (input, context) => addPasskey(deps, input, context)),
  answer(user.renamePasskey, (input, context) => renamePasskey(deps, input, context)),
  answer(user.removePasskey, (input, context) => removePasskey(deps, input, context)),
  answer(user.proveAgain, (input, context) => proveAgain(deps, input, context)),
  answer(user.beginTotp, (_, context) => beginTotp(deps, context)),
  answer(user.confirmTotp, (input, context) => confirmTotp(deps, input, context)),
  answer(user.removeTotp, (_, context) => removeTotp(deps, context)),
  answer(user.drawRecoveryCodes, (_, context) => drawRecoveryCodes(deps, context)),
];
