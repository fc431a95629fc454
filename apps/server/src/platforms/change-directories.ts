import { X509Certificate } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { calls, DirectoryPlatform, RequestOf } from '@alcove/contract';
import { addBefore } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { directoryAddress, readFilter } from '../directories/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { newId } from '../ids.ts';
import { administer } from '../roles/index.ts';
import type { SealedFor } from '../sealed-secrets/index.ts';
import { requireRoom } from './change-platforms.ts';
import type { PlatformDeps } from './deps.ts';
import { listDirectories, putDirectory } from './directory-queries.ts';
import type { ListedDirectory, StoredDirectory } from './directory-queries.ts';
import { endSessionsOfPlatform } from './link-queries.ts';
import { lockPlatform } from './platform-queries.ts';

type Calls = typeof calls.adminPlatform;
type Reached = Pick<StoredDirectory, 'url' | 'startTls' | 'authority' | 'user'>;

/** For administrators. The password is not among it. */
export function presentDirectory(listed: ListedDirectory): DirectoryPlatform {
  const { secret, revision: _, place: __, lastSignIn, lastSync, ...directory } = listed;
  const times = { lastSignIn: lastSignIn?.toISOString() ?? null, lastSync: lastSync?.toISOString() ?? null };
  return { ...directory, ...times, hasSecret: secret !== null };
}

/** A password is for an account at an address, sent as it was set: nobody can have it sent elsewhere, or in the clear. */
export const passwordFor = (platformId: string, { url, startTls, authority, user }: Reached): SealedFor => ({
  id: platformId,
  address: JSON.stringify([url, startTls, authority, user]),
});

const mostAuthorities = 8;
const certificate = /-----BEGIN CERTIFICATE-----[\w+/=\s]+-----END CERTIFICATE-----/g;

/** Throws DIRECTORY_ADDRESS_WRONG, DIRECTORY_FILTER_WRONG, DIRECTORY_AUTHORITY_WRONG. */
export function checkedDirectory<Given extends { url?: string | undefined; filter?: string | undefined; authority?: string | undefined }>(
  given: Given,
): Given {
  const checked = { ...given };
  if (given.url !== undefined) {
    checked.url = given.url.trim();
    if (!directoryAddress(checked.url)) throw new Failure('DIRECTORY_ADDRESS_WRONG', { field: 'url' });
  }
  if (given.filter !== undefined && !readFilter(given.filter)) throw new Failure('DIRECTORY_FILTER_WRONG', { field: 'filter' });
  if (given.authority !== undefined) {
    checked.authority = given.authority.trim();
    const found = checked.authority.match(certificate) ?? [];
    const isRest = checked.authority.replace(certificate, '').trim() !== '';
    if (isRest || found.length > mostAuthorities || !found.every(isCertificate))
      throw new Failure('DIRECTORY_AUTHORITY_WRONG', { field: 'authority' });
  }
  return checked;
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0;
  } catch {
    return false;
  }
}

async function put(transaction: Transaction<Tables>, directory: StoredDirectory): Promise<DirectoryPlatform> {
  if (!(await putDirectory(transaction, directory))) throw new Failure('PLATFORM_NAME_TAKEN', { field: 'name' });
  return presentDirectory((await listDirectories(transaction, directory.platformId))[0]!);
}

/** Throws what checkedDirectory throws, PLATFORM_NAME_TAKEN, PLATFORMS_TOO_MANY. */
export async function createDirectory(
  { database, sealer }: PlatformDeps,
  { secret, ...given }: RequestOf<Calls['createDirectory']>,
  { caller }: UserContext,
): Promise<DirectoryPlatform> {
  const [platformId, input] = [newId(), checkedDirectory(given)];
  const sealed = secret === '' ? null : sealer.seal(secret, passwordFor(platformId, input));
  return administer(database, caller, 'platforms.edit', async (transaction) => {
    await requireRoom(transaction);
    return put(transaction, { ...input, platformId, secret: sealed, revision: newId() });
  });
}

/**
 * Another address, encryption, authority or account has no password until it is typed in again. What the directory opened ends if it is off, or
 * may be another one now. Throws what checkedDirectory throws, PLATFORM_GONE, PLATFORM_NAME_TAKEN, DIRECTORY_PASSWORD_NEEDED.
 */
export async function changeDirectory(
  { database, sealer }: PlatformDeps,
  { platformId, secret, ...input }: RequestOf<Calls['updateDirectory']>,
  { caller }: UserContext,
): Promise<DirectoryPlatform> {
  const given = checkedDirectory(
    Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<StoredDirectory>,
  );
  return administer(database, caller, 'platforms.edit', async (transaction) => {
    await lockPlatform(transaction, platformId);
    const [before] = await listDirectories(transaction, platformId);
    if (!before) throw new Failure('PLATFORM_GONE');
    const { people: _, lastSignIn: __, lastSync: ___, place: ____, ...kept } = before;
    const after: StoredDirectory = { ...kept, ...given, revision: newId() };
    const isOther = passwordFor(platformId, after).address !== passwordFor(platformId, before).address;
    if (isOther && before.secret !== null && secret === undefined) throw new Failure('DIRECTORY_PASSWORD_NEEDED', { field: 'secret' });
    if (secret !== undefined) after.secret = secret === '' ? null : sealer.seal(secret, passwordFor(platformId, after));
    addBefore(platformId, Object.fromEntries(Object.keys(given).map((name) => [name, before[name as keyof StoredDirectory]])));
    if (isOther || !after.enabled) await endSessionsOfPlatform(transaction, platformId);
    return put(transaction, after);
  });
}
