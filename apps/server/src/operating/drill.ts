/**
 * `serve restore-drill`: restores a backup beside the running system into a scratch folder, compares every byte, measures, and throws all of it away. A
 * backup that was never restored is only a hope.
 */
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { migrate, openDatabase } from '../database/index.ts';
import { runCheck } from '../integrity-check/index.ts';
import { readBackup } from './backup-folder.ts';
import type { Report } from './progress-report.ts';
import { Refused } from './refusal.ts';
import { restore } from './restore.ts';

export interface DrillOptions {
  /** Undefined: the newest backup. */
  name?: string | undefined;
  /** The folder in which the scratch folder is made. */
  within: string;
  /** How the name of the scratch folder begins. */
  prefix?: string;
  signal: AbortSignal;
  tell: (what: Report) => void;
  say: (line: string) => void;
}

export interface Drilled {
  name: string;
  takenAt: string;
  rows: number;
  objects: number;
  bytes: number;
  restoreSeconds: number;
  checkSeconds: number;
  /** The exit code of the check. */
  check: number;
}

/** What the rows of a backup take in a database, with their indexes, as a multiple of the compressed files. */
const databaseFactor = 15;

/** Throws Refused if the backup cannot be restored. The result is also written to `last-drill.json` in the backup folder. */
export async function drill(
  config: Config,
  given: string,
  { name, within, prefix = 'alcove-drill-', signal, tell, say }: DrillOptions,
): Promise<Drilled> {
  const folder = resolve(given);
  const backup = await readBackup(folder, name);
  await requireRoom(within, backup.manifest);
  const scratch = await mkdtemp(join(within, prefix));
  try {
    await chmod(scratch, 0o711); // PostgreSQL may run as another user
    const target: Config = {
      ...config,
      dataDir: scratch,
      database: { kind: 'embedded', folder: join(scratch, 'postgres') },
      store: { kind: 'disk', folder: join(scratch, 'objects'), receives: 'inside' },
    };
    const began = performance.now();
    const { takenAt, rows, objects, bytes } = await restore(target, folder, { name: backup.name, despiteDamage: false, signal, tell });
    await bringUpToDate(target);
    const restored = performance.now();
    const check = await runCheck(target, say, { contents: true, signal });
    const drilled: Drilled = {
      name: backup.name,
      takenAt,
      rows,
      objects,
      bytes,
      restoreSeconds: secondsBetween(began, restored),
      checkSeconds: secondsBetween(restored, performance.now()),
      check,
    };
    await writeFile(join(folder, 'last-drill.json'), `${JSON.stringify({ at: new Date().toISOString(), ...drilled })}\n`, { mode: 0o600 });
    return drilled;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const secondsBetween = (from: number, to: number): number => Math.round((to - from) / 100) / 10;

/** As the next start would: a backup may be of an older release. */
async function bringUpToDate(target: Config): Promise<void> {
  const opened = await openDatabase({ ...target, poolSize: 2 });
  try {
    await migrate(opened.kysely);
  } finally {
    await opened.stop();
  }
}

async function requireRoom(
  within: string,
  { tables, objects }: { tables: readonly { bytes: number }[]; objects: { objectBytes: number } },
) {
  const needed = objects.objectBytes + databaseFactor * tables.reduce((sum, { bytes }) => sum + bytes, 0);
  const { bavail, bsize } = await statfs(within);
  if (bavail * bsize < needed) throw new Refused({ kind: 'noRoom', folder: within, needed });
}
