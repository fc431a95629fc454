import { z } from 'zod';
import { limits } from './limits.ts';
import { decodeName } from './names.ts';
import { normalised } from './normalised.ts';

/** Field schemas that several calls share. */

export const id = z.uuid();
export const md5 = z.string().regex(/^[0-9a-f]{32}$/);
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** These calls serve signed-in people alone: a link means nothing to them, and one that is named is refused, not ignored. */
export const noLink = z.literal('').optional();
/** As many as its column counts. */
export const version = z.coerce
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1);

/** A file name as the specification sends it; decoded and normalised, not yet checked against the name rules. */
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

/** A name sent as it is. Length and characters are judged by the name rules, so that the answer is their failure. */
export const plainName = z
  .string()
  .max(4096)
  .transform((text) => normalised(text));

/** A file as a call receives it, whole. */
export interface SentFile {
  /** As the sender calls it; not checked against the name rules. */
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
/** The one file of a multipart call, under this field's own name. */
export const file = z.custom<SentFile>(isSentFile) as unknown as z.ZodType<SentFile, FileToSend>;

export const onConflict = z.enum(['fail', 'rename', 'version']);
/** The same for what goes to another folder as a whole: `merge` brings a folder's content into the folder that has its name. */
export const onTaken = z.enum(['fail', 'rename', 'version', 'merge']);
/** The same for what comes out of the bin. */
export const onRestored = z.enum(['rename', 'version', 'merge']);
/** What becomes of a file that meets one of its name while folders are merged. */
export const onFileTaken = z.enum(['version', 'rename', 'skip']);

/** Every GET carries a timestamp `t` that only defeats caches. */
export const timestamp = z.string().max(32).optional();

export const sortOrder = z.enum(['asc', 'desc']);

export const pageFields = {
  page: z.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.union(limits.pageSizes.map((size) => z.literal(size))).default(limits.defaultPageSize),
  sortOrder: sortOrder.default('asc'),
};

export interface Page<Item> {
  total: number;
  page: number;
  pageSize: number;
  items: Item[];
}
