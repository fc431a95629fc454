/** Puts the tables of a backup into an empty database, all or nothing. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { PoolClient } from 'pg';
import { forgetWriters } from '../audit-reading/index.ts';
import { renameReplicas, revealContents } from '../contents/index.ts';
import { CopyIn, kyselyOn, migrateWithin, readMigrations } from '../database/index.ts';
import { renameBucket } from '../removal/index.ts';
import type { ObjectStore } from '../storage/index.ts';
import { analyze, copyInText, openForLoading, prepareForIndexes, runAll, setSequences } from './dump-queries.ts';
import type { Manifest } from './manifest.ts';
import { Refused } from './refusal.ts';
import type { Report } from './progress-report.ts';

/**
 * The schema is made by the migrations that the database had, so a later release updates it at its start. Foreign keys are checked for all rows at the
 * end. Returns the number of rows.
 */
export async function loadDatabase(
  client: PoolClient,
  {
    path,
    manifest,
    store,
    tell,
  }: { path: string; manifest: Manifest; store: Pick<ObjectStore, 'bucket' | 'kind'>; tell: (what: Report) => void },
): Promise<number> {
  const migrations = (await readMigrations()).slice(0, manifest.migrations.length);
  let rows = 0;
  await kyselyOn(client)
    .transaction()
    .execute(async (transaction) => {
      await migrateWithin(transaction, migrations);
      const back = await openForLoading(client);
      await prepareForIndexes(client);
      for (const table of manifest.tables) {
        tell({ kind: 'table', table: table.table });
        const into = new CopyIn(copyInText({ name: table.table, columns: table.columns }));
        await pipeline(createReadStream(join(path, table.file)), createGunzip(), client.query(into));
        if (into.rows !== table.rows) throw new Refused({ kind: 'fileDamaged', file: join(path, table.file) });
        rows += into.rows;
      }
      await setSequences(client, manifest.sequences);
      for (const indexes of back.indexes.values()) await runAll(client, indexes);
      await runAll(client, [...back.references, ...back.triggers]);
      await forgetWriters(transaction);
      await renameReplicas(transaction, manifest.bucket, store.bucket);
      await renameBucket(transaction, manifest.bucket, store.bucket);
      if (store.kind === 's3') await revealContents(transaction);
    });
  await analyze(client);
  return rows;
}
