/** Copies the database into a backup, as it is at one moment, and lists the objects that it refers to. */
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type { PoolClient } from 'pg';
import { CopyOut } from '../database/index.ts';
import { beginSnapshot, copyOutText, end, objectsOf, readAppliedMigrations, readSequences, readTables } from './dump-queries.ts';
import type { NeededObject, TableShape } from './dump-queries.ts';
import { digesting } from './file-digest.ts';
import type { BackupFile, Manifest } from './manifest.ts';

export type Dump = Pick<Manifest, 'takenAt' | 'migrations' | 'tables' | 'sequences'>;

/** `onceTaken` runs when the moment is fixed; `eachTable` is told the name before a table is copied; `eachObjects` receives the objects that the same moment refers to. */
export async function dumpDatabase(
  client: PoolClient,
  folder: string,
  {
    bucket,
    onceTaken,
    eachTable,
    eachObjects,
  }: {
    bucket: string;
    onceTaken: () => Promise<void>;
    eachTable: (table: string) => void;
    eachObjects: (objects: NeededObject[]) => Promise<void>;
  },
): Promise<Dump> {
  const takenAt = await beginSnapshot(client);
  await onceTaken();
  const tables: Manifest['tables'] = [];
  for (const shape of await readTables(client)) {
    eachTable(shape.name);
    tables.push(await dumpTable(client, folder, shape));
  }
  const migrations = await readAppliedMigrations(client);
  for await (const objects of objectsOf(client, bucket)) await eachObjects(objects);
  const sequences = await readSequences(client);
  await end(client);
  return { takenAt: takenAt.toISOString(), migrations, tables, sequences };
}

async function dumpTable(client: PoolClient, folder: string, shape: TableShape): Promise<Manifest['tables'][number]> {
  const file = `${shape.name}.copy.gz`;
  const rows = client.query(new CopyOut(copyOutText(shape)));
  const written = await writeCompressed(folder, file, (into) => pipeline(rows, into));
  return { ...written, table: shape.name, columns: shape.columns, rows: rows.rows };
}

/** Writes a compressed file durably, and digests it as it is on the disk. */
export async function writeCompressed(
  folder: string,
  file: string,
  write: (into: NodeJS.WritableStream) => Promise<void>,
): Promise<BackupFile> {
  const path = join(folder, file);
  const zip = createGzip({ level: constants.Z_BEST_SPEED });
  const { through, result } = digesting();
  const written = pipeline(zip, through, createWriteStream(path, { mode: 0o600, flush: true }));
  // If the writing fails, so does the reading, and only one of them must be thrown.
  await Promise.all([write(zip), written]);
  await syncFile(path);
  return { file, ...result() };
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
