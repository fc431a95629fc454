/** The cost of finding a file among a million names: seeds them, then searches over HTTP. */
import { openDatabase } from '../apps/server/src/database/index.ts';
import type { Bench } from './bench.ts';
import { smallContent } from './content.ts';
import { timeLists, timeSearching } from './finding.ts';
import { elapsedMs } from './measure.ts';
import { indexSeeded, readSeeded, seedNames } from './seed-search.ts';
import { seedFolder } from './seed.ts';

export async function search(bench: Bench): Promise<void> {
  const { report, quick, alcove, client } = bench;
  const folderId = await client.createFolder('search');
  const { instanceId } = await client.upload(smallContent(1002), 'seed.txt', folderId, 0, 1);
  for (const count of [1000, quick ? 10_000 : 100_000]) await seedFolder(bench, `list of ${count}`, count);
  const databaseUrl = alcove.databaseUrl();
  const opened = await openDatabase({
    database: { kind: 'external', url: databaseUrl },
    poolSize: 2,
  });
  try {
    const { blob_id } = await opened.kysely.selectFrom('instance').select('blob_id').where('id', '=', instanceId).executeTakeFirstOrThrow();
    await seedNames(databaseUrl, blob_id!, quick);
    let names = 0;
    const seconds = (await elapsedMs(async () => void (names = await readSeeded(opened.kysely)))) / 1000;
    await indexSeeded(databaseUrl);
    report.add({ what: 'search: names read while the server runs, per s', value: names / seconds, unit: '/s' });
  } finally {
    await opened.stop();
  }
  await timeSearching(bench);
  await timeLists(bench);
}
