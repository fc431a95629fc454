/** The cost of finding a file by its name among 110,000 in one person's own space, which lie in 1,100 folders. */
import pg from 'pg';
import { calls } from '../packages/contract/src/index.ts';
import type { NarrowPage } from '../packages/contract/src/index.ts';
import type { Bench } from './bench.ts';
import { smallContent } from './content.ts';
import { elapsedMs, median, repeat } from './measure.ts';
import { seedOwnNames } from './seed-search.ts';
import { namesIndexed } from './seed.ts';
import { processorEach } from './servers.ts';

/** Words with these numbers of hits; of more than a thousand, a thousand are told. */
const words: Record<string, { word: string; finds: (hits: number) => boolean }> = {
  nothing: { word: 'zqxwv', finds: (hits) => hits === 0 },
  'one file': { word: '100005', finds: (hits) => hits === 1 },
  'some 150 files, Chinese': { word: '季度报告', finds: (hits) => hits > 100 && hits < 250 },
  'some 150 files, English': { word: 'Annual Report', finds: (hits) => hits > 100 && hits < 250 },
  'thousands of files': { word: '报告', finds: (hits) => hits === 1000 },
};
const goalMs = 2.5;

export async function ownSearch({ alcove, client, report, quick }: Bench): Promise<void> {
  const folderId = await client.createFolder('own search');
  const { instanceId } = await client.upload(smallContent(1003), 'seed.txt', folderId, 0, 1);
  const database = new pg.Client({ connectionString: alcove.databaseUrl(), statement_timeout: 0 });
  await database.connect();
  await seedOwnNames(database, instanceId);
  await namesIndexed(database);
  await database.query('vacuum analyze');
  await database.end();

  const times = quick ? 50 : 300;
  for (const [what, { word, finds }] of Object.entries(words))
    for (const pageSize of [20, 100]) {
      const ask = async (): Promise<number> =>
        (await client.json<NarrowPage>(calls.search.narrowPage.path, { keyword: word, page: 1, pageSize })).total;
      const hits = median(await repeat(30, ask));
      if (!finds(hits)) throw new Error(`${word}: ${hits} found`);
      const all: number[] = [];
      const processorMs = await processorEach(alcove, times, async () => {
        await repeat(times, async () => void all.push(await elapsedMs(ask)));
      });
      const p50 = median(all);
      report.add({
        what: `search of 110,000 own names, page of ${pageSize}, ${what}, p50`,
        value: p50,
        unit: 'ms',
        goal: `<= ${goalMs} ms`,
        holds: p50 <= goalMs,
      });
      report.add({ what: 'the same, processor time of each', value: processorMs, unit: 'ms' });
    }
}
