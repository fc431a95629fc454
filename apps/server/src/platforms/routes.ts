import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { changeDirectory, createDirectory } from './change-directories.ts';
import { changePlatform, createPlatform, removePlatform } from './change-platforms.ts';
import { changeScim, createScim, releaseScim, renewScimToken, scimState } from './change-scim.ts';
import type { PlatformDeps } from './deps.ts';
import { signInAnywhere } from './directory-sign-in.ts';
import { pageOfPlatforms } from './list-platforms.ts';
import { platformsOf, unlinkPlatform } from './person-links.ts';
import { reportSignOut } from './report-sign-out.ts';
import { finishSignIn, startSignIn } from './sign-in.ts';
import { waysToSignIn } from './ways-to-sign-in.ts';
import { testDirectory } from './test-directory.ts';
import { testPlatform } from './test-platform.ts';

const { adminPlatform, adminUser, platform, user } = calls;

export const routes = (deps: PlatformDeps): Binding[] => [
  answer(user.checkRedirect, (_, { origin }) => waysToSignIn(deps, origin)),
  answer(platform.startSignIn, (input, context) => startSignIn(deps, input, context)),
  answer(platform.finishSignIn, (input, context) => finishSignIn(deps, input, context)),
  answer(platform.backchannelLogout, ({ logout_token: token }) => reportSignOut(deps, token)),
  answer(user.signIn, (input, context) => signInAnywhere(deps, input, context, 'browser')),
  answer(user.login, (input, context) => signInAnywhere(deps, input, context, 'client')),
  answer(adminUser.platforms, (input) => platformsOf(deps.database, input)),
  answer(adminUser.unlinkPlatform, (input, { caller }) => unlinkPlatform(deps.database, input, caller)),
  answer(adminPlatform.page, (_, { origin }) => pageOfPlatforms(deps.database, origin)),
  answer(adminPlatform.createDirectory, (input, context) => createDirectory(deps, input, context)),
  answer(adminPlatform.updateDirectory, (input, context) => changeDirectory(deps, input, context)),
  answer(adminPlatform.testDirectory, (input) => testDirectory(deps, input)),
  answer(adminPlatform.createScim, (input, context) => createScim(deps, input, context)),
  answer(adminPlatform.updateScim, (input, context) => changeScim(deps, input, context)),
  answer(adminPlatform.renewScimToken, (input, context) => renewScimToken(deps, input, context)),
  answer(adminPlatform.releaseScim, (input, context) => releaseScim(deps, input, context)),
  answer(adminPlatform.scimState, (input, context) => scimState(deps, input, context)),
  answer(adminPlatform.create, (input, context) => createPlatform(deps, input, context)),
  answer(adminPlatform.update, (input, context) => changePlatform(deps, input, context)),
  answer(adminPlatform.remove, (input, context) => removePlatform(deps, input, context)),
  answer(adminPlatform.test, (input) => testPlatform(deps, input)),
];
