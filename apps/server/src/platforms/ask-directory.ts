/** A platform that is a directory, asked through the one way out. */
import { randomUUID } from 'node:crypto';
import { andEqual, firstOf, openDirectory, readFilter } from '../directories/index.ts';
import type { Directory, DirectoryEntry } from '../directories/index.ts';
import { OutgoingError } from '../outgoing/index.ts';
import { passwordFor } from './change-directories.ts';
import type { PlatformDeps } from './deps.ts';
import type { StoredDirectory } from './directory-queries.ts';
import type { Claims } from './first-sign-in.ts';
import type { TypedName } from './typed-name.ts';

export type Asked = Omit<StoredDirectory, 'name' | 'enabled' | 'revision' | 'matchesAccounts' | 'createsAccounts' | 'secret'>;

/** Somebody whom the directory knows by their password. */
export interface Known {
  /** Never given to anybody else. */
  id: string;
  claims: Claims;
}

/** Its filter, which was checked when it was saved. Throws OutgoingError. */
export function filterOf({ filter }: Pick<Asked, 'filter'>) {
  const read = readFilter(filter);
  if (!read) throw new OutgoingError('the filter cannot be read');
  return read;
}

/** Opens it, without signing in. Throws OutgoingError. */
export const openAsked = ({ outgoing }: Pick<PlatformDeps, 'outgoing'>, asked: Asked, signal: AbortSignal): Promise<Directory> =>
  openDirectory(
    outgoing,
    { kind: asked.protocol, url: asked.url, startTls: asked.startTls, authority: asked.authority === '' ? null : asked.authority },
    signal,
  );

/** Opens it as the account that reads. Throws OutgoingError. */
export async function openReading(
  deps: Pick<PlatformDeps, 'outgoing' | 'sealer'>,
  directory: StoredDirectory,
  signal: AbortSignal,
): Promise<Directory> {
  const { platformId, secret, user } = directory;
  const password = secret && deps.sealer.open(secret, passwordFor(platformId, directory));
  if (password === null) throw new OutgoingError('there is no password for this address and account');
  const opened = await openAsked(deps, directory, signal);
  if (await opened.bind(user, password)) return opened;
  opened[Symbol.dispose]();
  throw new OutgoingError('the account that reads was refused');
}

/**
 * Who has this name and password. Null for a wrong password, for nobody and for several, after the same questions. The name is a
 * value in a search, and the password goes to the one entry that was found. Throws OutgoingError.
 */
export async function whoIs(
  deps: Pick<PlatformDeps, 'outgoing' | 'sealer'>,
  directory: StoredDirectory,
  { name: { kind, value }, password }: { name: TypedName; password: string },
  signal: AbortSignal,
): Promise<Known | null> {
  const { base, accountNameClaim, realNameClaim, mailClaim } = directory;
  using reading = await openReading(deps, directory, signal);
  const found = await reading.findOne({
    base,
    filter: andEqual(filterOf(directory), kind === 'name' ? accountNameClaim : 'userPrincipalName', value),
    attributes: [accountNameClaim, realNameClaim, mailClaim],
  });
  const fits = await reading.bind(found?.dn ?? `cn=${randomUUID()},${base}`, password);
  if (!found || !fits) return null;
  if (found.id === null) throw new OutgoingError('the directory does not say who the entry is');
  return { id: found.id, claims: claimsOf(found, directory) };
}

/** An account name that has several values is none: one of them could be somebody else's. */
export function claimsOf(entry: DirectoryEntry, { accountNameClaim, realNameClaim, mailClaim }: Asked): Claims {
  const names = entry.values.get(accountNameClaim.toLowerCase()) ?? [];
  return {
    [realNameClaim]: firstOf(entry, realNameClaim),
    [mailClaim]: firstOf(entry, mailClaim),
    [accountNameClaim]: names.length === 1 ? names[0] : null,
  };
}
