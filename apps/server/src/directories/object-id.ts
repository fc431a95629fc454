import { EqualityFilter } from 'ldapts';
import type { Filter } from 'ldapts';

/** An LDAP directory (RFC 4530) or Active Directory. */
export type DirectoryKind = 'ldap' | 'ad';

/** The attribute that says who an entry is, for ever. Names change, and are given to others. */
export const idAttribute = (kind: DirectoryKind): string => (kind === 'ad' ? 'objectGUID' : 'entryUUID');

/** Active Directory writes the first three parts backwards. */
const turned = (bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(bytes.subarray(0, 4)).reverse(),
    Buffer.from(bytes.subarray(4, 6)).reverse(),
    Buffer.from(bytes.subarray(6, 8)).reverse(),
    bytes.subarray(8),
  ]);
const uuidPattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** The id of an entry as one text, in lower case, as both kinds of directory show it. Null if the value is no id. */
export function idOf(kind: DirectoryKind, value: Buffer): string | null {
  const text =
    kind === 'ad'
      ? value.length === 16 &&
        turned(value)
          .toString('hex')
          .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
      : value.toString('latin1').toLowerCase();
  return text !== false && uuidPattern.test(text) && !/^[0-]*$/.test(text) ? text : null;
}

/** Finds the entry with an id that `idOf` has returned. */
export const filterOfId = (kind: DirectoryKind, id: string): Filter =>
  new EqualityFilter({
    attribute: idAttribute(kind),
    value: kind === 'ad' ? turned(Buffer.from(id.replaceAll('-', ''), 'hex')) : id,
  });
