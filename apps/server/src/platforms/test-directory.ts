import type { calls, DirectoryTest, RequestOf } from '@alcove/contract';
import { BindFailed } from '../directories/index.ts';
import { Failure } from '../http/index.ts';
import { claimsOf, filterOf, openAsked } from './ask-directory.ts';
import { checkedDirectory, passwordFor } from './change-directories.ts';
import type { PlatformDeps } from './deps.ts';
import { listDirectories } from './directory-queries.ts';

const mostPeople = 100;

/**
 * Asks as a sign-in does. The steps after the one that failed are false. Throws what checkedDirectory throws, and DIRECTORY_PASSWORD_NEEDED if the stored
 * password is for another address or account.
 */
export async function testDirectory(
  deps: PlatformDeps,
  { platformId, secret, ...given }: RequestOf<typeof calls.adminPlatform.testDirectory>,
): Promise<DirectoryTest> {
  const { outgoing, logger } = deps;
  const directory = {
    ...checkedDirectory(given),
    platformId: platformId ?? '',
    realNameClaim: given.accountNameClaim,
    mailClaim: given.accountNameClaim,
    departmentClaim: '',
  };
  const password = secret ?? (await storedPassword(deps, directory));
  // Without one, nothing would be asked.
  if (password === '') throw new Failure('DIRECTORY_PASSWORD_NEEDED', { field: 'secret' });
  const reached: DirectoryTest = { answers: false, accepts: false, finds: false, people: 0 };
  const work = outgoing.inTime(async (_, signal) => {
    using opened = await openAsked(deps, directory, signal);
    // An open port is not yet a directory that answers: who asks would learn which ports are open.
    reached.accepts = await opened.bind(directory.user, password).catch((error: unknown) => {
      reached.answers = error instanceof BindFailed;
      throw error;
    });
    reached.answers = true;
    if (!reached.accepts) return;
    const search = { base: directory.base, filter: filterOf(directory), attributes: [directory.accountNameClaim] };
    for await (const page of opened.searchPaged({ ...search, most: Infinity, pageSize: mostPeople })) {
      const usable = page.filter((entry) => entry.id !== null && claimsOf(entry, directory)[directory.accountNameClaim] !== null);
      Object.assign(reached, { finds: usable.length === page.length, people: usable.length });
      return;
    }
  });
  await work.catch((error: unknown) => logger.warn({ reason: String(error) }, 'the test of a directory failed'));
  return reached;
}

/** Throws DIRECTORY_PASSWORD_NEEDED. */
async function storedPassword(
  { database, sealer }: PlatformDeps,
  directory: { platformId: string } & Parameters<typeof passwordFor>[1],
): Promise<string> {
  const [stored] = directory.platformId === '' ? [] : await listDirectories(database, directory.platformId);
  const password = stored?.secret && sealer.open(stored.secret, passwordFor(directory.platformId, directory));
  if (password == null) throw new Failure('DIRECTORY_PASSWORD_NEEDED', { field: 'secret' });
  return password;
}
