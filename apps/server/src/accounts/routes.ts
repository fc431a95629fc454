import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import type { ReadSessionTimes } from '../identity/index.ts';
import { changeAccounts } from './change-accounts.ts';
import { createAccount } from './create-account.ts';
import type { AccountDeps } from './deps.ts';
import { pageOfAccounts } from './page-of-accounts.ts';
import { removeFactors } from './remove-factors.ts';
import { resetPassword } from './reset-password.ts';
import { endSessions, listSessions } from './sessions.ts';
import { setFrozen } from './set-frozen.ts';
import { updateAccount } from './update-account.ts';

const { adminUser } = calls;

interface Deps extends AccountDeps {
  sessionTimes: ReadSessionTimes;
}

export const routes = ({ database, serviceConfig, sessionTimes }: Deps): Binding[] => [
  answer(adminUser.page, (input) => pageOfAccounts(database, input)),
  answer(adminUser.create, (input, { caller }) => createAccount({ database, serviceConfig }, input, caller)),
  answer(adminUser.update, (input, { caller }) => updateAccount(database, input, caller)),
  answer(adminUser.batch, (input, context) => changeAccounts(database, input, context)),
  answer(adminUser.freeze, (input, context) => setFrozen(database, { ...input, frozen: true }, context)),
  answer(adminUser.thaw, (input, context) => setFrozen(database, { ...input, frozen: false }, context)),
  answer(adminUser.sessions, (input, { caller }) => listSessions({ database, sessionTimes }, input, caller)),
  answer(adminUser.endSessions, (input, { caller }) => endSessions(database, input, caller)),
  answer(adminUser.removeFactors, (input, { caller }) => removeFactors(database, input, caller)),
  answer(adminUser.resetPassword, (input, { caller }) => resetPassword(database, input, caller)),
];
