/**
 * Ids are strings on the wire. In the types the kinds below are their own, so that the compiler refuses, say, a blob's id where an item's
 * belongs. Ids of people, departments and shares are plain strings, which are never accepted as one of these. An id gets its kind where it
 * enters: from a request by its schema, from a row by the type of its query, and from `newId`.
 */
declare const kinds: unique symbol;
type Id<Kind extends string> = string & { readonly [kinds]: { readonly [Name in Kind]: true } };

/** A file or folder. */
export type InstanceId = Id<'instance'>;
export type SpaceId = Id<'space'>;
/** The same value names a group's space and its top folder. */
export type GroupId = SpaceId & InstanceId;
/** Stored content, which several files may share. */
export type BlobId = Id<'blob'>;
