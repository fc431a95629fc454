/** The memory of server and PostgreSQL together, and the time from a cold start to the first successful page. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import { Connection } from './connection.ts';
import { GiB, largeContent } from './content.ts';
import { elapsedMs, median } from './measure.ts';
import { memoryMiB, startAlcove } from './servers.ts';

/** Requires a server that has just started. */
export async function memory({ alcove, client, report }: Bench): Promise<void> {
  await client.page(client.user.personalRootId, 1, 'instanceName', 'asc');
  await sleep(12_000);
  const idle = memoryMiB(alcove.processes());
  report.add({ what: 'memory of server and PostgreSQL, idle', value: idle, unit: 'MiB', goal: '<= 2.5 x copyparty: compared elsewhere' });

  const folderId = await client.createFolder('memory');
  const contents = [largeContent(GiB), largeContent(GiB), largeContent(GiB)];
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryMiB(alcove.processes()));
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
    value: median(times),
    unit: 'ms',
    goal: '<= 2 x copyparty empty: compared elsewhere',
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
