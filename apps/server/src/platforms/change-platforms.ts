import type { Transaction } from 'kysely';
import { calls, limits, signedOutPath, signInBackPath } from '@alcove/contract';
import type { OidcPlatform, RequestOf } from '@alcove/contract';
import { addBefore } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { newId } from '../ids.ts';
import { administer } from '../roles/index.ts';
import type { PlatformDeps } from './deps.ts';
import { endSessionsOfPlatform } from './link-queries.ts';
import { countPlatforms, deletePlatform, listPlatforms, lockPlatform, putPlatform } from './platform-queries.ts';
import type { ListedPlatform, StoredPlatform } from './platform-queries.ts';

type Calls = typeof calls.adminPlatform;

/** For administrators. The secret is not among it. */
export function present(listed: ListedPlatform, origin: string): OidcPlatform {
  const { secret, revision: _, place: __, lastSignIn, ...platform } = listed;
  return {
    ...platform,
    protocol: 'oidc',
    hasSecret: secret !== null,
    lastSignIn: lastSignIn?.toISOString() ?? null,
    addresses: {
      redirect: `${origin}${signInBackPath}/${platform.platformId}`,
      signedOut: `${origin}${signedOutPath}`,
      logout: `${origin}${calls.platform.backchannelLogout.path}`,
    },
  };
}

/** As the platform itself writes it, to the letter. Throws PLATFORM_ISSUER_WRONG. */
export function checkedIssuer(given: string): string {
  const issuer = given.trim();
  const url = URL.parse(issuer);
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && !/[?#\s\p{C}]/u.test(issuer);
  if (!isPlain) throw new Failure('PLATFORM_ISSUER_WRONG', { field: 'issuer' });
  return issuer;
}

/** Throws PLATFORMS_TOO_MANY. */
export async function requireRoom(transaction: Transaction<Tables>): Promise<void> {
  if ((await countPlatforms(transaction)) >= limits.platforms) throw new Failure('PLATFORMS_TOO_MANY', { limit: limits.platforms });
}

async function put(transaction: Transaction<Tables>, platform: StoredPlatform, origin: string): Promise<OidcPlatform> {
  if (!(await putPlatform(transaction, platform))) throw new Failure('PLATFORM_NAME_TAKEN', { field: 'name' });
  return present((await listPlatforms(transaction, platform.platformId))[0]!, origin);
}

/** Throws PLATFORM_ISSUER_WRONG, PLATFORM_NAME_TAKEN, PLATFORMS_TOO_MANY. */
export async function createPlatform(
  { database, sealer }: PlatformDeps,
  { secret, ...input }: RequestOf<Calls['create']>,
  { caller, origin }: UserContext,
): Promise<OidcPlatform> {
  const [platformId, issuer] = [newId(), checkedIssuer(input.issuer)];
  const sealed = secret === '' ? null : sealer.seal(secret, { id: platformId, address: issuer });
  return administer(database, caller, 'platforms.edit', async (transaction) => {
    await requireRoom(transaction);
    return put(transaction, { ...input, issuer, platformId, secret: sealed, revision: newId() }, origin);
  });
}

/**
 * A new issuer or client has no secret until it is typed in: it belongs to the old one. Sign-ins that are under way start again, and what the platform
 * opened ends if it is off or somebody else now. Throws PLATFORM_GONE, PLATFORM_ISSUER_WRONG, PLATFORM_NAME_TAKEN, PLATFORM_SECRET_NEEDED.
 */
export async function changePlatform(
  { database, sealer }: PlatformDeps,
  { platformId, secret, ...input }: RequestOf<Calls['update']>,
  { caller, origin }: UserContext,
): Promise<OidcPlatform> {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<StoredPlatform>;
  if (given.issuer !== undefined) given.issuer = checkedIssuer(given.issuer);
  return administer(database, caller, 'platforms.edit', async (transaction) => {
    await lockPlatform(transaction, platformId);
    const [before] = await listPlatforms(transaction, platformId);
    if (!before) throw new Failure('PLATFORM_GONE');
    const { people: _, lastSignIn: __, place: ___, ...kept } = before;
    const after: StoredPlatform = { ...kept, ...given, revision: newId() };
    const isOther = after.issuer !== before.issuer || after.clientId !== before.clientId;
    if (isOther && before.secret !== null && secret === undefined) throw new Failure('PLATFORM_SECRET_NEEDED', { field: 'secret' });
    if (secret !== undefined) after.secret = secret === '' ? null : sealer.seal(secret, { id: platformId, address: after.issuer });
    addBefore(platformId, Object.fromEntries(Object.keys(given).map((name) => [name, before[name as keyof StoredPlatform]])));
    if (isOther || !after.enabled) await endSessionsOfPlatform(transaction, platformId);
    return put(transaction, after, origin);
  });
}

/** One that is gone already was removed before, by this request or by somebody else. */
export const removePlatform = (
  { database }: PlatformDeps,
  { platformId }: RequestOf<Calls['remove']>,
  { caller }: UserContext,
): Promise<null> =>
  administer(database, caller, 'platforms.edit', async (transaction) => {
    await lockPlatform(transaction, platformId);
    await endSessionsOfPlatform(transaction, platformId);
    await deletePlatform(transaction, platformId);
    return null;
  });
