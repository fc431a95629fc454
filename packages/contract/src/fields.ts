import { z } from 'zod';
import type { GroupId, InstanceId } from './ids.ts';
import { limits } from './limits.ts';
import { decodeName, nameLength, unsafeText } from './names.ts';
import { normalised } from './normalised.ts';
import { groupLevels } from './permission.ts';
import type { GroupLevel } from './permission.ts';

/** Field schemas shared by several calls. */

export const id = z.uuid();
/** The same on the wire; the server receives it with its kind. */
const idOf = <Of extends string>(): z.ZodType<Of, string> => id as unknown as z.ZodType<Of, string>;
export const instanceId = idOf<InstanceId>();
export const groupId = idOf<GroupId>();
export const md5 = z.string().regex(/^[0-9a-f]{32}$/);
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** These calls are for signed-in people only: naming a link is refused, not ignored. */
export const noLink = z.literal('').optional();
/** Any text that could be a link, so that a wrong one gets the failure for wrong links and not one for malformed fields. */
export const linkPath = z.string().min(1).max(128);
export const groupLevel = z.enum(Object.keys(groupLevels) as [GroupLevel, ...GroupLevel[]]);
export const grantSubject = { kind: z.enum(['person', 'department']), id };
/** The request for appointing managers, for every caller. */
export const managersOfDepartment = z.strictObject({ departmentId: id, userIds: z.array(id).max(limits.itemsPerCall) });
/** Bounded by its database column. */
export const version = z.coerce
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1);

/** A file name encoded as the specification says; decoded and normalized, but not yet checked against the name rules. */
export const encodedName = z
  .string()
  .max(4096)
  .transform((text, context) => {
    const name = decodeName(text);
    if (name === null) {
      context.addIssue({ code: 'custom', message: 'not an encoded name' });
      return z.NEVER;
    }
    return name;
  });

/** A name sent unencoded. The name rules check length and characters, so that the caller gets their failure. */
export const plainName = z
  .string()
  .max(4096)
  .transform((text) => normalised(text));

/** A tag as it is stored: NFC, trimmed. The calls check its length themselves, so that the caller gets a readable failure. */
export const tagText = z
  .string()
  .max(4 * limits.tagLength)
  .transform((text) => normalised(text).trim())
  .refine((text) => nameLength(text) > 0 && !unsafeText.test(text));

/** A complete file as the server receives it. */
export interface SentFile {
  /** The sender's file name; not checked against the name rules. */
  name: string;
  bytes: Uint8Array;
}
/** A file as a browser sends it: its `File`. */
export interface FileToSend {
  readonly name: string;
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}
const isSentFile = (given: unknown): boolean =>
  typeof given === 'object' && given !== null && (given as Partial<SentFile>).bytes instanceof Uint8Array;
/** The single file of a multipart call, under this field name. */
export const file = z.custom<SentFile>(isSentFile) as unknown as z.ZodType<SentFile, FileToSend>;

export const onConflict = z.enum(['fail', 'rename', 'version']);
/** The same for items that are moved or copied: `merge` merges a folder into the folder with its name. */
export const onTaken = z.enum(['fail', 'rename', 'version', 'merge']);
/** The same for items restored from the recycle bin. */
export const onRestored = z.enum(['rename', 'version', 'merge']);
/** What to do with a conflicting file while folders are merged. */
export const onFileTaken = z.enum(['version', 'rename', 'skip']);

/** Every GET carries a timestamp `t`, only to defeat caches. */
export const timestamp = z.string().max(32).optional();

export const sortOrder = z.enum(['asc', 'desc']);

export const pageFields = {
  page: z.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.union(limits.pageSizes.map((size) => z.literal(size))).default(limits.defaultPageSize),
  sortOrder: sortOrder.default('asc'),
};

export interface Page<Item> {
  total: number;
  /** There are more than `total`: the filter finds so many that they were not counted to the end. */
  more?: true;
  page: number;
  pageSize: number;
  items: Item[];
}
