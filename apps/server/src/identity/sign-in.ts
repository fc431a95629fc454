import type { CurrentUser } from '@alcove/contract';
import { addDetail } from '../audit/index.ts';
import { Failure, networkOf } from '../http/index.ts';
import type { CallContext } from '../http/index.ts';
import type { IdentityDeps } from './deps.ts';
import { secretProof } from './first-secret.ts';
import { readKnownBrowser } from './known-browser.ts';
import { passwordFits } from './passwords.ts';
import { signInAs } from './sign-in-as.ts';
import { takeAttempt } from './slow-down.ts';
import { findUserByName } from './user-queries.ts';

/**
 * Signs in with Alcove's own form. An unknown name and a wrong password give the same answer in the same time, and so does an account without
 * a password. Its secret for the first sign-in takes the place of the password, once. Only a person with the right password learns that the
 * account is frozen or expired.
 * Throws SIGN_IN_REGION_UNKNOWN, SIGN_IN_SLOWED, WRONG_PASSWORD, USER_FROZEN, USER_EXPIRED, ADDRESS_NOT_ALLOWED, SECOND_FACTOR_NEEDED, and SIGN_IN_NEEDED if the password
 * changed, or the secret was used, at the same moment.
 */
export async function signIn(
  deps: IdentityDeps,
  input: { username: string; password: string; region?: string | undefined },
  context: CallContext,
  kind: 'browser' | 'client',
): Promise<CurrentUser> {
  const { database } = deps;
  await noteRegion(deps, input.region);
  const accountName = input.username.trim();
  const browser = readKnownBrowser(deps.browserSecret, context);
  const known = browser?.knows(accountName) ?? false;
  const origin = known && browser ? browser.name : networkOf(context.ip);
  const attempt = await takeAttempt(deps, { accountName, name: origin, known });
  const user = await findUserByName(database, accountName);
  const fits = await passwordFits(user?.passwordHash ?? null, input.password, origin).catch(async (error: unknown) => {
    await attempt.giveBack();
    throw error;
  });
  const proof = user && (fits ? { passwordHash: user.passwordHash } : secretProof(user, input.password));
  if (!proof) throw new Failure('WRONG_PASSWORD');
  await attempt.succeeded();
  if (user.frozen) throw new Failure('USER_FROZEN');
  if (user.expired) throw new Failure('USER_EXPIRED');
  const { id: userId, accountName: name, welcomed } = user;
  return signInAs(deps, { user: { userId, accountName: name, welcomed }, kind, proof }, context);
}

/** The log keeps the region that was chosen. Throws SIGN_IN_REGION_UNKNOWN. */
export async function noteRegion({ serviceConfig }: Pick<IdentityDeps, 'serviceConfig'>, region: string | undefined): Promise<void> {
  if (region === undefined || region === '') return;
  const { signInRegions } = await serviceConfig();
  if (!signInRegions.some((one) => one === region)) throw new Failure('SIGN_IN_REGION_UNKNOWN', { field: 'region' });
  addDetail({ region });
}
