/** Public API: the company's directory (LDAP, Active Directory), asked through the one way out. */
export { directoryAddress } from './directory-address.ts';
export { andEqual, andSince, readFilter } from './filters.ts';
export { filterOfId, idOf } from './object-id.ts';
export type { DirectoryKind } from './object-id.ts';
export { BindFailed, firstOf, openDirectory } from './open-directory.ts';
export type { Directory, DirectoryEntry, DirectoryTarget, Search } from './open-directory.ts';
