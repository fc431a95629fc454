import { accountNameFault } from '@alcove/contract';

/** Whom somebody means by what they typed as their name. */
export interface TypedName {
  /** `name`: the account name; `principal`: the name with its domain, which Active Directory keeps beside it. */
  kind: 'name' | 'principal';
  value: string;
}

/**
 * People of a domain are used to `user`, `DOMAIN\user` and `user@domain`. The domain before a backslash is what Windows calls it, which nobody told us: there is only one here. The
 * domain behind an @ is that of the directory (`dc=corp,dc=test` is corp.test), or part of a principal name. Null for what no account can be
 * called. Only plain letters and digits, because directories take many spellings for the same, and each would have attempts of its own.
 */
export function typedName(typed: string, { base, protocol }: { base: string; protocol: 'ldap' | 'ad' }): TypedName | null {
  const name = /^[0-9A-Za-z_.-]{1,64}\\([^\\]+)$/.exec(typed)?.[1] ?? typed;
  if (!accountNameFault(name)) return { kind: 'name', value: name };
  const [, user, domain] = /^([0-9A-Za-z_.-]{1,64})@([0-9A-Za-z.-]{1,255})$/.exec(name) ?? [];
  if (user === undefined || domain === undefined || name !== typed) return null;
  if (domain.toLowerCase() === domainOf(base) && !accountNameFault(user)) return { kind: 'name', value: user };
  return protocol === 'ad' ? { kind: 'principal', value: name } : null;
}

/** `ou=people,dc=corp,dc=test` is in corp.test. */
const domainOf = (base: string): string =>
  base
    .split(',')
    .flatMap((part) => /^\s*dc\s*=\s*(.+?)\s*$/i.exec(part)?.[1]?.toLowerCase() ?? [])
    .join('.');
