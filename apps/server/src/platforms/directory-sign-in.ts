import { setTimeout } from 'node:timers/promises';
import type { calls, CurrentUser, RequestOf } from '@alcove/contract';
import { FairQueue, QueueFull } from '../fair-queue.ts';
import { Failure, networkOf } from '../http/index.ts';
import type { CallContext } from '../http/index.ts';
import { noteRegion, readKnownBrowser, signIn, signInAs, takeAttempt } from '../identity/index.ts';
import { whoIs } from './ask-directory.ts';
import type { Known } from './ask-directory.ts';
import type { PlatformDeps } from './deps.ts';
import { findEnabledDirectory } from './directory-queries.ts';
import type { StoredDirectory } from './directory-queries.ts';
import { accountOf } from './first-sign-in.ts';
import { notAnswering, proofOf } from './sign-in.ts';
import { typedName } from './typed-name.ts';
import type { TypedName } from './typed-name.ts';

/** No refusal comes earlier, so that its time does not tell whether there is such a person. */
const refusedAfterMs = 300;
/** Directories are asked by this many people at once; others wait in turn, by where they are. */
const asked = new FairQueue({ atOnce: 16, mostWaiting: 100 });

/** With the password of Alcove, or with that of a directory if one is named. Throws PLATFORM_UNKNOWN, and what each of them throws. */
export const signInAnywhere = (
  deps: PlatformDeps,
  input: RequestOf<typeof calls.user.login>,
  context: CallContext,
  kind: 'browser' | 'client',
): Promise<CurrentUser> =>
  input.platform === undefined || input.platform === '' || input.platform === 'local'
    ? signIn(deps, input, context, kind)
    : signInAtDirectory(deps, { ...input, platform: input.platform }, context, kind);

/**
 * Signs in with an account of a directory. Wrong passwords count as those of Alcove do, for this directory. Throws PLATFORM_UNKNOWN, SIGN_IN_REGION_UNKNOWN,
 * SIGN_IN_SLOWED, WRONG_PASSWORD, PLATFORM_NOT_ANSWERING, PLATFORM_ACCOUNT_MISSING, DIRECTORY_ADVANCED_ADMINISTRATOR, and what each sign-in throws.
 */
async function signInAtDirectory(
  deps: PlatformDeps,
  input: { username: string; password: string; region?: string | undefined; platform: string },
  context: CallContext,
  kind: 'browser' | 'client',
): Promise<CurrentUser> {
  const directory = await findEnabledDirectory(deps.database, input.platform);
  if (!directory) throw new Failure('PLATFORM_UNKNOWN');
  await noteRegion(deps, input.region);
  const { platformId, protocol } = directory;
  const typed = input.username.trim();
  const name = typedName(typed, directory);
  const accountName = name?.value ?? typed;
  const browser = readKnownBrowser(deps.browserSecret, context);
  const isKnown = browser?.knows(accountName) ?? false;
  const origin = isKnown && browser ? browser.name : networkOf(context.ip);
  // What somebody tries at a directory neither slows nor frees the account of this name.
  const attempt = await takeAttempt(deps, { accountName: `${accountName}@${platformId}`, name: origin, known: isKnown });
  const earliest = setTimeout(refusedAfterMs);
  const known = await ask(deps, directory, { name, password: input.password }, origin).catch(async (error: unknown) => {
    await attempt.giveBack();
    throw error;
  });
  if (!known) {
    await earliest;
    throw new Failure('WRONG_PASSWORD');
  }
  await attempt.succeeded();
  const identity = { platformId, issuer: protocol, subject: known.id };
  const user = await accountOf(deps, directory, identity, known.claims);
  const told = { ...identity, revision: directory.revision, providerSession: null, signOut: null, asked: false, proved: 'now' } as const;
  return signInAs(deps, { user, kind, proof: proofOf(user.userId, told) }, context);
}

/** Nobody, if no account can have the name: it is not asked for, so a spelling that the directory takes for the same has no attempts of its own. */
async function ask(
  deps: PlatformDeps,
  directory: StoredDirectory,
  { name, password }: { name: TypedName | null; password: string },
  lane: string,
): Promise<Known | null> {
  if (!name) return null;
  try {
    return await asked.run(lane, () =>
      deps.outgoing
        .inTime((_, signal) => whoIs(deps, directory, { name, password }, signal))
        .catch(notAnswering(deps, directory.platformId)),
    );
  } catch (error) {
    throw error instanceof QueueFull ? new Failure('SIGN_IN_SLOWED', { seconds: 3 }, error) : error;
  }
}
