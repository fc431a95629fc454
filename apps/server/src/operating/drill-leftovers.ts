/** What a drill that was killed has left: a folder with a copy of the company's data, and perhaps a PostgreSQL that still runs on it. */
import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { endLeftover } from '../database/index.ts';

/** Those of one backup folder begin alike, so that several installations may share the place. */
export const scratchPrefix = (backups: string): string =>
  `alcove-drill-${createHash('sha256').update(backups).digest('hex').slice(0, 12)}-`;

/** The caller holds the lock of drills, so none of these is in use. */
export async function removeLeftovers(scratch: string, prefix: string): Promise<void> {
  for (const name of await readdir(scratch).catch(() => []))
    if (name.startsWith(prefix)) {
      await endLeftover(join(scratch, name, 'postgres'));
      await rm(join(scratch, name), { recursive: true, force: true });
    }
}
