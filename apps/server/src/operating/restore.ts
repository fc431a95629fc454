/**
 * `serve restore`: puts a backup into an empty database and an empty store. Objects first, each compared with its digest; then the database, in one
 * transaction. A restore that was killed goes on with the objects that are there.
 */
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { join, resolve } from 'node:path';
import type { PoolClient } from 'pg';
import type { Config } from '../config.ts';
import { openDatabase, readMigrations } from '../database/index.ts';
import { inLanes } from '../integrity-check/index.ts';
import type { ObjectStore } from '../storage/index.ts';
import { backupPath, keyHash, objectFile, readBackup } from './backup-folder.ts';
import { findAnyTable, prepareForBulk } from './dump-queries.ts';
import { digestOfFile } from './file-digest.ts';
import { loadDatabase } from './load-database.ts';
import { unknownMigration } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { readList } from './object-list.ts';
import type { ListedObject } from './object-list.ts';
import { openTarget } from './open-target.ts';
import { progressOf } from './progress.ts';
import { putBack } from './put-back.ts';
import { Refused } from './refusal.ts';
import type { Report } from './progress-report.ts';

export interface RestoreOptions {
  /** The name of the backup; undefined: the newest. */
  name?: string | undefined;
  /** Damaged objects are left out instead of refusing the whole. */
  despiteDamage: boolean;
  signal: AbortSignal;
  tell: (what: Report) => void;
}

export interface Restored {
  name: string;
  takenAt: string;
  rows: number;
  objects: number;
  bytes: number;
  /** Objects that were left out, damaged in the backup or missing when it was made; the first ones. */
  damaged: string[];
  damagedCount: number;
  missingCount: number;
}

const lanes = 4;
const mostShown = 10;

/** Throws Refused before anything is written, or after objects only: the database is restored last, as a whole. */
export async function restore(config: Config, given: string, options: RestoreOptions): Promise<Restored> {
  const folder = resolve(given);
  const { name, manifest } = await readBackup(folder, options.name);
  const path = backupPath(folder, name);
  const migrations = await readMigrations();
  const unknown = unknownMigration(
    manifest.migrations,
    migrations.map((migration) => migration.name),
  );
  if (unknown !== null) throw new Refused({ kind: 'otherRelease', name, migration: unknown });
  for (const file of [...manifest.tables, manifest.objects]) await requireWhole(path, file);

  const opened = await openDatabase({ ...config, poolSize: 2 });
  try {
    const client = await opened.pool.connect();
    try {
      await prepareForBulk(client);
      const table = await findAnyTable(client);
      if (table !== null) throw new Refused({ kind: 'databaseNotEmpty', table });
      const store = await openTarget(config);
      try {
        return await restoreInto({ store, client, folder, path }, { name, manifest }, options);
      } finally {
        await store.close();
      }
    } finally {
      client.release(true);
    }
  } finally {
    await opened.stop();
  }
}

async function requireWhole(path: string, { file, bytes, sha256 }: { file: string; bytes: number; sha256: string }): Promise<void> {
  const found = await digestOfFile(join(path, file)).catch(() => null);
  if (found?.bytes !== bytes || found.sha256 !== sha256) throw new Refused({ kind: 'fileDamaged', file: join(path, file) });
}

interface Parts {
  store: ObjectStore;
  client: PoolClient;
  folder: string;
  /** Of the backup. */
  path: string;
}

async function restoreInto(
  { store, client, folder, path }: Parts,
  { name, manifest }: { name: string; manifest: Manifest },
  { despiteDamage, signal, tell }: RestoreOptions,
): Promise<Restored> {
  const list = join(path, manifest.objects.file);
  const goesOn = await requireOwnOrEmpty(store, name);
  const damaged: string[] = [];
  let damagedCount = 0;
  const leaveOut = ({ key, sha256 }: ListedObject): void => {
    damagedCount += 1;
    if (damaged.length < mostShown) damaged.push(`${key} (${objectFile(folder, keyHash(key), sha256)})`);
  };
  const progress = progressOf(manifest.objects.objectBytes, (line) => tell({ kind: 'objects', ...line }));
  for await (const portion of readList(list))
    await inLanes(portion, lanes, async (object) => {
      signal.throwIfAborted();
      if (!(await putBack({ store, folder, goesOn }, object))) leaveOut(object);
      progress.add(object.size);
    });
  if (damagedCount > 0 && !despiteDamage) throw new Refused({ kind: 'objectsDamaged', count: damagedCount, shown: damaged });
  const rows = await loadDatabase(client, { path, manifest, store, tell });
  await store.remove(restoringKey);
  return {
    name,
    takenAt: manifest.takenAt,
    rows,
    objects: manifest.objects.count - damagedCount,
    bytes: manifest.objects.objectBytes,
    damaged,
    damagedCount,
    missingCount: manifest.missing,
  };
}

/** In the store until the restore is done: what it has put there so far may be taken over by the next attempt. */
const restoringKey = 'alcove-restoring';

/** Returns whether an interrupted restore of the same backup goes on. Throws Refused if the store has anything else. */
async function requireOwnOrEmpty(store: ObjectStore, name: string): Promise<boolean> {
  const stream = await store.read(restoringKey);
  if (stream) {
    const other = await text(stream);
    if (other === name) return true;
    throw new Refused({ kind: 'storeNotEmpty', bucket: store.bucket });
  }
  if ((await store.listObjects(null, 1)).objects.length > 0) throw new Refused({ kind: 'storeNotEmpty', bucket: store.bucket });
  await store.put(restoringKey, Readable.from([Buffer.from(name)]), Buffer.byteLength(name));
  return false;
}
