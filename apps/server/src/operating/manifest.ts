/**
 * The manifest of a backup: what it consists of, with digests. It is written last, so a folder without one is not a backup. Its own digest
 * stands in it.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Rises when an older release could no longer read it. */
export const backupFormat = 1;

const hex = z.string().regex(/^[0-9a-f]{64}$/);

/** One file of the backup: the SHA-256 and size of the file as it is on the disk. */
const backupFile = z.object({ file: z.string().regex(/^[a-z0-9_.-]+$/), bytes: z.int().min(0), sha256: hex });
export type BackupFile = z.infer<typeof backupFile>;

const content = z.object({
  format: z.int(),
  /** When the snapshot was taken, by the clock of the database. */
  takenAt: z.iso.datetime(),
  /** The migrations of the database, in their order. */
  migrations: z.array(z.string()),
  tables: z.array(backupFile.extend({ table: z.string(), columns: z.array(z.string()), rows: z.int().min(0) })),
  sequences: z.array(z.object({ name: z.string(), last: z.int(), called: z.boolean() })),
  /** Where the objects were. */
  bucket: z.string(),
  storeKind: z.enum(['disk', 's3']),
  objects: backupFile.extend({ count: z.int().min(0), objectBytes: z.int().min(0) }),
  /** Objects that the database needs but the store did not have. */
  missing: z.int().min(0),
});
export type Manifest = z.infer<typeof content>;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export function writeManifest(manifest: Manifest): string {
  const text = JSON.stringify(manifest, null, 1);
  return `${JSON.stringify({ sha256: digestOf(text) })}\n${text}\n`;
}

/** Null: it is damaged. `newer`: a later release wrote it, in a form that this one does not know. */
export function readManifest(written: string): Manifest | 'newer' | null {
  const [first = '', ...rest] = written.split('\n');
  const text = rest.join('\n').replace(/\n$/, '');
  try {
    if ((JSON.parse(first) as { sha256?: unknown }).sha256 !== digestOf(text)) return null;
    const parsed = JSON.parse(text) as { format?: unknown };
    if (typeof parsed.format === 'number' && parsed.format > backupFormat) return 'newer';
    return content.parse(parsed);
  } catch {
    return null;
  }
}

/** The first migration of the backup that this release does not have at that place; null if it can restore it. */
export const unknownMigration = (ofBackup: readonly string[], ofRelease: readonly string[]): string | null =>
  ofBackup.find((name, index) => ofRelease[index] !== name) ?? null;
