import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { scimPath } from '@alcove/contract';
import type { AnswerOf, calls, RequestOf, ScimPlatform } from '@alcove/contract';
import { addBefore, enter } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure, refusal } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { newId } from '../ids.ts';
import { administer } from '../roles/index.ts';
import { requireRoom } from './change-platforms.ts';
import type { PlatformDeps } from './deps.ts';
import { findState, isProvider, latestRequests, listScim, putScim, setReleased, setToken } from './scim-queries.ts';
import type { ListedScim, StoredScim } from './scim-queries.ts';

type Calls = typeof calls.adminPlatform;
type Deps = Pick<PlatformDeps, 'database'>;

/** For administrators. The token is not among it: only its hash is kept. */
export function presentScim(listed: ListedScim, origin: string): ScimPlatform {
  const { revision: _, place: __, tokenTime, usedTime, ...platform } = listed;
  return {
    ...platform,
    protocol: 'scim',
    hasSecret: tokenTime !== null,
    accountNameClaim: 'userName',
    realNameClaim: 'displayName',
    mailClaim: 'emails',
    createsAccounts: true,
    lastSignIn: null,
    address: `${origin}${scimPath}/${platform.platformId}`,
    tokenTime: tokenTime?.toISOString() ?? null,
    usedTime: usedTime?.toISOString() ?? null,
  };
}

async function put(transaction: Transaction<Tables>, platform: StoredScim, origin: string): Promise<ScimPlatform> {
  const { platformId, signInPlatformId } = platform;
  if (signInPlatformId !== null && !(await isProvider(transaction, signInPlatformId)))
    throw new Failure('PLATFORM_GONE', { field: 'signInPlatformId' });
  if (!(await putScim(transaction, platform))) throw new Failure('PLATFORM_NAME_TAKEN', { field: 'name' });
  return presentScim((await listScim(transaction, platformId))[0]!, origin);
}

/** Throws PLATFORM_NAME_TAKEN, PLATFORMS_TOO_MANY, and PLATFORM_GONE for a platform to sign in with. */
export const createScim = (
  { database }: Deps,
  input: RequestOf<Calls['createScim']>,
  { caller, origin }: UserContext,
): Promise<ScimPlatform> =>
  administer(database, caller, 'platforms.edit', async (transaction) => {
    await requireRoom(transaction);
    return put(transaction, { ...input, platformId: newId(), revision: newId() }, origin);
  });

/** Throws PLATFORM_GONE, PLATFORM_NAME_TAKEN. */
export const changeScim = (
  { database }: Deps,
  { platformId, ...input }: RequestOf<Calls['updateScim']>,
  { caller, origin }: UserContext,
): Promise<ScimPlatform> =>
  administer(database, caller, 'platforms.edit', async (transaction) => {
    const [before] = await listScim(transaction, platformId);
    if (!before) throw new Failure('PLATFORM_GONE');
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<StoredScim>;
    addBefore(platformId, Object.fromEntries(Object.keys(given).map((name) => [name, before[name as keyof StoredScim]])));
    return put(transaction, { ...before, ...given, revision: newId() }, origin);
  });

/** 256 random bits, so a fast hash is enough. Every request reads the hash, so the token before is over at once, in all processes. Throws PLATFORM_GONE. */
export async function renewScimToken(
  { database }: Deps,
  { platformId }: RequestOf<Calls['renewScimToken']>,
  { caller }: UserContext,
): Promise<AnswerOf<Calls['renewScimToken']>> {
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest();
  await administer(database, caller, 'platforms.edit', async (transaction) => {
    if (!(await setToken(transaction, platformId, hash))) throw new Failure('PLATFORM_GONE');
    await enter(transaction, [{ kind: 'platform', id: platformId }]);
  });
  return { token };
}

/** Throws PLATFORM_GONE. */
export const releaseScim = ({ database }: Deps, { platformId }: RequestOf<Calls['releaseScim']>, { caller }: UserContext): Promise<null> =>
  administer(database, caller, 'platforms.edit', async (transaction) => {
    if (!(await setReleased(transaction, platformId))) throw new Failure('PLATFORM_GONE');
    return null;
  });

const shownRequests = 50;

/** Throws PLATFORM_GONE. */
export async function scimState(
  { database }: Deps,
  { platformId }: RequestOf<Calls['scimState']>,
  { language }: UserContext,
): Promise<AnswerOf<Calls['scimState']>> {
  const state = await findState(database, platformId);
  if (!state) throw new Failure('PLATFORM_GONE');
  const requests = await latestRequests(database, platformId, shownRequests);
  return {
    ...state,
    releasedUntil: state.releasedUntil?.toISOString() ?? null,
    requests: requests.map(({ time, failure, field, ...one }) => ({
      ...one,
      time: time.toISOString(),
      failure: failure === null ? null : refusal(failure, language, field === null ? {} : { field, names: field }).errmsg,
    })),
  };
}
