/** Small requests at a high rate, alone and during an upload. */
import type { Bench } from './bench.ts';
import { encodeFields } from './client.ts';
import { GiB, largeContent } from './content.ts';
import { load, median, repeat } from './measure.ts';
import type { Load } from './measure.ts';

export async function requests({ client, nginx, report, runs, quick }: Bench): Promise<void> {
  const seconds = quick ? 2 : 5;
  const rounds = Math.min(runs, 3);
  const folderId = await client.createFolder('requests');
  const url = `http://127.0.0.1:${client.port}/disk/api/instance/queryInstanceDetail?${encodeFields({ instanceId: folderId })}`;
  const ask = (): Promise<Load> => load(url, { connections: 50, seconds, headers: client.headers });

  const alone: Load[] = [];
  const still: Load[] = [];
  await repeat(rounds, async () => {
    still.push(await load(`http://127.0.0.1:${nginx.port}/small.txt`, { connections: 50, seconds }));
    alone.push(await ask());
  });
  const middle = (loads: Load[], figure: keyof Load): number => median(loads.map((one) => one[figure]));
  report.compare('one item with session and permissions, 50 connections', middle(alone, 'perSecond'), 'per s', middle(still, 'perSecond'), {
    least: 0.15,
    of: 'nginx static',
  });

  const busy: Load[] = [];
  await repeat(rounds, async (round) => {
    const contents = [largeContent(GiB), largeContent(GiB)];
    const asking = { on: true };
    const uploading = (async () => {
      for (let n = 0; asking.on && n < contents.length; n++) await client.upload(contents[n]!, `beside-${round}-${n}.bin`, folderId, 10);
    })();
    busy.push(await ask());
    asking.on = false;
    await uploading;
  });
  report.compare('its p99 during a 1 GiB upload (baseline: alone)', middle(busy, 'p99Ms'), 'ms', middle(alone, 'p99Ms'), {
    most: 3,
    of: 'alone',
  });
}
