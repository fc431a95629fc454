import { accountNameFault } from '@alcove/contract';

/** Whom somebody means by what they typed as their name. */
export interface TypedName {
  /** `name`: the account name; `principal`: the name with its domain, which Active Directory keeps beside it. */
  kind: 'name' | 'principal';
  value: string;
}

/** Directories take many spellings of other signs for the same, and each would have attempts of its own. */
const plain = /^[0-9A-Za-z_.-]{1,64}$/;

/**
 * People of a domain are used to `user`, `DOMAIN\user` and `user@domain`. The domain before a backslash is what Windows calls it, which nobody told us: there is only one here. The
 * domain behind an @ is that of the directory (`dc=corp,dc=test` is corp.test), or part of a principal name: in Active Directory, a name with a dot or a
 * hyphen there may be that alone. Null for a name that is not plain.
 */
export function typedName(typed: string, { base, protocol }: { base: string; protocol: 'ldap' | 'ad' }): TypedName | null {
  const name = /^[0-9A-Za-z_.-]{1,64}\\([^\\]+)$/.exec(typed)?.[1] ?? typed;
  if (plain.test(name)) return { kind: 'name', value: name };
  const [, user, domain] = /^([0-9A-Za-z_.-]{1,64})@([0-9A-Za-z.-]{1,255})$/.exec(name) ?? [];
  if (user === undefined || domain === undefined || name !== typed) return null;
  const isName = protocol === 'ldap' || accountNameFault(user) === null;
  if (domain.toLowerCase() === domainOf(base) && isName) return { kind: 'name', value: user };
  return protocol === 'ad' ? { kind: 'principal', value: name } : null;
}

/** `ou=people,dc=corp,dc=test` is in corp.test. */
const domainOf = (base: string): string =>
  base
    .split(',')
    .flatMap((part) => /^\s*dc\s*=\s*(.+?)\s*$/i.exec(part)?.[1]?.toLowerCase() ?? [])
    .join('.');
