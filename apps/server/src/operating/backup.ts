/**
 * `serve backup`: database and objects as they belong together at one moment, while people work. Removal from the store is held until all objects of
 * that moment are copied. A backup that was killed leaves no manifest; the next one takes over the objects that it had copied.
 */
import { mkdir, unlink } from 'node:fs/promises';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { PoolClient } from 'pg';
import type { Config } from '../config.ts';
import { openDatabase, requireMigrated } from '../database/index.ts';
import type { Database } from '../database/index.ts';
import { endHold, holdRemoval, markKey, sealFolder, storeFault } from '../removal/index.ts';
import { openToLook } from '../storage/index.ts';
import type { ObjectStore } from '../storage/index.ts';
import { backupPath, backupsIn, openForBackup, putManifest } from './backup-folder.ts';
import { dumpDatabase, writeCompressed } from './dump-database.ts';
import { holdSeals, prepareForBulk, readMark, releaseSeals } from './dump-queries.ts';
import type { NeededObject } from './dump-queries.ts';
import { backupFormat, writeManifest } from './manifest.ts';
import { readLines } from './object-list.ts';
import { progressOf } from './progress.ts';
import { pruneBackups } from './prune.ts';
import { Refused } from './refusal.ts';
import { looseObjects, saveObjects } from './save-objects.ts';
import type { Report } from './progress-report.ts';

export interface BackupOptions {
  /** How many backups are kept; null: all. */
  keep: number | null;
  signal: AbortSignal;
  tell: (what: Report) => void;
}

export interface BackupMade {
  name: string;
  rows: number;
  objects: number;
  bytes: number;
  copied: number;
  copiedBytes: number;
  /** Keys that the database needs and the store does not have; the first ones. */
  missing: string[];
  missingCount: number;
  pruned: number;
}

const mostShown = 10;
/** Objects that have no row: the store's mark, and the seals of the audit log. */
const looseKeys = [markKey];
const loosePrefixes = [sealFolder];

/** Throws Refused, and what opening the database throws. */
export async function backup(config: Config, given: string, options: BackupOptions): Promise<BackupMade> {
  const folder = resolve(given);
  const opened = await openDatabase({ ...config, poolSize: 3 }, { beside: true });
  try {
    await requireMigrated(opened.kysely);
    const store = await openToLook(config.store);
    try {
      return await withHold(opened, options.signal, (client, signal) => backUp({ opened, store, client, folder }, { ...options, signal }));
    } finally {
      await store.close();
    }
  } finally {
    await opened.stop();
  }
}

/** Runs `work` while nothing is removed from the store. If the connection breaks, the hold is gone, and so is the work. */
export async function withHold<Answer>(
  { pool }: Database,
  given: AbortSignal,
  work: (client: PoolClient, signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const client = await pool.connect();
  const lost = new AbortController();
  const lose = (): void => lost.abort(new Refused({ kind: 'connectionLost' }));
  client.on('end', lose);
  const alive = setInterval(() => void client.query('select 1').catch(lose), 20_000);
  try {
    await prepareForBulk(client);
    if (!(await holdRemoval(client))) throw new Refused({ kind: 'anotherRuns' });
    const answer = await work(client, AbortSignal.any([given, lost.signal]));
    if (!(await endHold(client))) throw new Refused({ kind: 'connectionLost' });
    return answer;
  } catch (error) {
    if (lost.signal.aborted) throw new Refused({ kind: 'connectionLost' }, { cause: error });
    throw error;
  } finally {
    clearInterval(alive);
    client.off('end', lose);
    client.release(true);
  }
}

interface Parts {
  opened: Database;
  store: ObjectStore;
  client: PoolClient;
  folder: string;
}

async function backUp({ opened, store, client, folder }: Parts, { keep, signal, tell }: BackupOptions): Promise<BackupMade> {
  const { bucket } = store;
  const mark = await readMark(client, bucket);
  if (mark === null || (await storeFault(opened.kysely, store)) !== null) throw new Refused({ kind: 'wrongStore', bucket });
  await openForBackup(folder, mark);
  const name = await newBackup(folder);
  const path = backupPath(folder, name);
  const made = { name, rows: 0, objects: 0, bytes: 0, copied: 0, copiedBytes: 0, missing: [] as string[], missingCount: 0, pruned: 0 };

  const list = async (into: NodeJS.WritableStream, object: object): Promise<void> => {
    if (!into.write(`${JSON.stringify(object)}\n`)) await once(into, 'drain');
  };
  const saving = (into: NodeJS.WritableStream, progress: (bytes: number) => void) => ({
    store,
    folder,
    signal,
    progress,
    saved: async (object: { size: number }, { copied }: { copied: boolean }) => {
      made.objects += 1;
      made.bytes += object.size;
      if (copied) made.copied += 1;
      if (copied) made.copiedBytes += object.size;
      await list(into, object);
    },
    missing: (key: string) => {
      made.missingCount += 1;
      if (made.missing.length < mostShown) made.missing.push(key);
    },
  });

  let dump: Awaited<ReturnType<typeof dumpDatabase>> | undefined;
  const objects = await writeCompressed(path, 'objects.jsonl.gz', async (into) => {
    // Neither may a seal know entries of the log that the snapshot does not have, nor the snapshot a seal that is not here.
    await holdSeals(client);
    await saveObjects(
      saving(into, () => {}),
      [await looseObjects(store, looseKeys, loosePrefixes)],
      { fresh: true },
    );
    let bytes = 0;
    const needed = await writeCompressed(path, 'needed.jsonl.gz', async (wanted) => {
      dump = await dumpDatabase(client, path, {
        bucket,
        onceTaken: () => releaseSeals(client),
        eachTable: (table) => {
          signal.throwIfAborted();
          tell({ kind: 'table', table });
        },
        eachObjects: async (portion) => {
          signal.throwIfAborted();
          for (const object of portion) {
            bytes += object.size;
            await list(wanted, object);
          }
        },
      });
      wanted.end();
    });
    const progress = progressOf(bytes, (line) => tell({ kind: 'objects', ...line }));
    await saveObjects(saving(into, progress.add), readLines<NeededObject>(join(path, needed.file)));
    await unlink(join(path, needed.file));
    into.end();
  });
  made.rows = dump!.tables.reduce((sum, { rows }) => sum + rows, 0);
  await putManifest(
    folder,
    name,
    writeManifest({
      format: backupFormat,
      ...dump!,
      bucket,
      storeKind: store.kind,
      objects: { ...objects, count: made.objects, objectBytes: made.bytes },
      missing: made.missingCount,
    }),
  );
  if (keep !== null) made.pruned = await pruneBackups(folder, keep);
  return made;
}

/** A name that sorts by time, also after the clock was set back. */
async function newBackup(folder: string): Promise<string> {
  const newest = (await backupsIn(folder)).at(-1) ?? '';
  const stamp = new Date().toISOString().replace(/\..*$/, 'Z').replaceAll(':', '-');
  const name = stamp > newest ? stamp : `${newest}-1`;
  await mkdir(backupPath(folder, name), { recursive: true, mode: 0o700 });
  return name;
}
