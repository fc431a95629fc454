import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { signInWays } from '../identity/index.ts';
import { changePlatform, createPlatform, present, removePlatform } from './change-platforms.ts';
import type { PlatformDeps } from './deps.ts';
import { findSignInPlatforms, listPlatforms } from './platform-queries.ts';
import { reportSignOut } from './report-sign-out.ts';
import { finishSignIn, startSignIn } from './sign-in.ts';
import { testPlatform } from './test-platform.ts';

const { adminPlatform, platform, user } = calls;

export const routes = (deps: PlatformDeps): Binding[] => [
  answer(user.checkRedirect, async () => ({ ...(await signInWays(deps.serviceConfig)), ...(await findSignInPlatforms(deps.database)) })),
  answer(platform.startSignIn, (input, context) => startSignIn(deps, input, context)),
  answer(platform.finishSignIn, (input, context) => finishSignIn(deps, input, context)),
  answer(platform.backchannelLogout, ({ logout_token: token }) => reportSignOut(deps, token)),
  answer(adminPlatform.page, async (_, { origin }) => (await listPlatforms(deps.database)).map((one) => present(one, origin))),
  answer(adminPlatform.create, (input, context) => createPlatform(deps, input, context)),
  answer(adminPlatform.update, (input, context) => changePlatform(deps, input, context)),
  answer(adminPlatform.remove, (input, context) => removePlatform(deps, input, context)),
  answer(adminPlatform.test, (input) => testPlatform(deps, input)),
];
