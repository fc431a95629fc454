/** The memory of server and PostgreSQL together, and the time from a cold start to the first successful page. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import { Connection } from './connection.ts';
import { GiB, largeContent, smallContent } from './content.ts';
import { elapsedMs, perSecond } from './measure.ts';
import { memoryMiB, startAlcove } from './servers.ts';

/** After this, idle connections are closed, and the thread of the readings that the first names needed has ended. */
const idleMs = 70_000;

/** Requires a server that has just started. */
export async function memory({ alcove, client, report, quick }: Bench): Promise<void> {
  const now = (): number => memoryMiB(alcove.processes());
  await client.page(client.user.personalRootId, 1, 'instanceName', 'asc');
  await sleep(idleMs);
  const idle = now();
  report.add({ what: 'memory of server and PostgreSQL, idle', value: idle, unit: 'MiB', goal: '<= 130 MiB', holds: idle <= 130 });

  const folderId = await client.createFolder('memory');
  const contents = [largeContent(GiB), largeContent(GiB), largeContent(GiB)];
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, now());
  }, 100);
  await Promise.all(contents.map((content, index) => client.upload(content, `memory-${index}.bin`, folderId, 20 + index * 10)));
  clearInterval(watch);
  report.add({
    what: 'growth under three 1 GiB uploads at once',
    value: peak - idle,
    unit: 'MiB',
    goal: '<= 160 MiB',
    holds: peak - idle <= 160,
  });
  await smallWork(client, quick ? 10 : 1);
  const worked = now();
  report.add({ what: "memory after a day's work", value: worked, unit: 'MiB', goal: '<= 300 MiB', holds: worked <= 300 });
  await sleep(60_000);
  const rested = now();
  report.add({ what: 'memory a minute later', value: rested, unit: 'MiB', goal: '<= 200 MiB', holds: rested <= 200 });
}

/** What a few people do in a day, after the large files: 1,500 small files, 3,000 pages and 100 searches, some at once. */
async function smallWork(client: Bench['client'], less: number): Promise<void> {
  const folderId = await client.createFolder('day');
  await perSecond(1500 / less, 8, (index, lane) =>
    client.upload(smallContent(10_240), `${index % 2 ? '会议纪要' : 'report'} ${index}.txt`, folderId, lane, 1),
  );
  await perSecond(3000 / less, 4, (index, lane) =>
    client.json(
      '/disk/api/instance/page',
      { parentId: folderId, page: 1 + (index % 15), pageSize: 100, sortField: 'instanceName', sortOrder: 'asc' },
      lane,
    ),
  );
  await perSecond(100 / less, 2, (index, lane) =>
    client.json('/disk/api/search/searchInstancePage', { keyword: index % 2 ? '纪要' : `report ${index}`, page: 1, pageSize: 20 }, lane),
  );
}

/** With everything that the other subjects stored. Ends with a running server, as it began. */
export async function coldStart(bench: Bench): Promise<void> {
  const { client, report, folder } = bench;
  const times: number[] = [];
  for (let run = 0; run < bench.runs; run++) {
    await bench.alcove.stop();
    client.close();
    times.push(
      await elapsedMs(async () => {
        const starting = startAlcove(folder, client.port);
        starting.catch(() => {});
        while (!(await goodPage(bench))) await sleep(5);
        bench.alcove = await starting;
      }),
    );
  }
  report.add({
    what: 'cold start to the first successful page',
    value: times,
    unit: 'ms',
    goal: '<= 1.9 x copyparty empty: compared elsewhere',
  });
}

async function goodPage({ client }: Bench): Promise<boolean> {
  const connection = new Connection(client.port);
  try {
    const body = Buffer.from(JSON.stringify({ parentId: client.user.personalRootId, page: 1, pageSize: 100 }));
    return (
      (await connection.request('POST', '/disk/api/instance/page', { ...client.headers, 'Content-Type': 'application/json' }, [body]))
        .status === 200
    );
  } catch {
    return false;
  } finally {
    connection.close();
  }
}
