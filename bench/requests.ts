/** Small requests at a high rate, alone and during an upload. */
import type { Bench } from './bench.ts';
import { encodeFields } from './client.ts';
import { GiB, largeContent, smallContent } from './content.ts';
import { load, median, repeat } from './measure.ts';
import type { Load } from './measure.ts';

export async function requests({ alcove, client, nginx, report, runs, quick }: Bench): Promise<void> {
  const seconds = quick ? 2 : 5;
  const folderId = await client.createFolder('requests');
  const url = `http://127.0.0.1:${client.port}/disk/api/instance/queryInstanceDetail?${encodeFields({ instanceId: folderId })}`;
  const ask = (): Promise<Load> => load(url, { connections: 50, seconds, headers: client.headers });

  const alone: Load[] = [];
  const still: Load[] = [];
  /** Processor time of the server and its PostgreSQL in ms for each request. */
  const spent: number[] = [];
  await repeat(runs, async () => {
    still.push(await load(`http://127.0.0.1:${nginx.port}/small.txt`, { connections: 50, seconds }));
    const before = alcove.processor();
    const asked = await ask();
    const after = alcove.processor();
    spent.push((after.serverMs + after.postgresMs - before.serverMs - before.postgresMs) / (asked.perSecond * seconds));
    alone.push(asked);
  });
  const of = (loads: Load[], figure: keyof Load): number[] => loads.map((one) => one[figure]);
  report.compare('one item with session and permissions, 50 connections', of(alone, 'perSecond'), 'per s', of(still, 'perSecond'), {
    least: 0.15,
    of: 'nginx static',
  });
  report.add({
    what: 'its processor time, server and PostgreSQL',
    value: spent,
    unit: 'ms',
    goal: '<= 0.12 ms',
    holds: median(spent) <= 0.12,
  });
  const p99 = of(alone, 'p99Ms');
  report.add({ what: 'its p99', value: p99, unit: 'ms', goal: '<= 10 ms', holds: median(p99) <= 10 });

  const { instanceId } = await client.upload(smallContent(10_240), 'asked.txt', folderId, 0, 1);
  const link = `http://127.0.0.1:${client.port}/disk/api/instance/download?${encodeFields({ instanceId })}`;
  for (const connections of [1, 50]) {
    const links: Load[] = [];
    const items: Load[] = [];
    await repeat(runs, async () => {
      items.push(await load(url, { connections, seconds, headers: client.headers }));
      links.push(await load(link, { connections, seconds, headers: client.headers }));
    });
    report.add({
      what: `a download link, in the audit log first, ${connections === 1 ? 'one at a time' : '50 connections'} (baseline: one item)`,
      value: of(links, 'perSecond'),
      unit: 'per s',
      beside: median(of(items, 'perSecond')),
      ratio: median(of(links, 'perSecond')) / median(of(items, 'perSecond')),
    });
  }

  const busy: Load[] = [];
  /** Of two people, who do not keep the server busy by themselves. */
  const calm: Load[] = [];
  const calmBusy: Load[] = [];
  await repeat(runs, async (round) => {
    calm.push(await load(url, { connections: 2, seconds, headers: client.headers }));
    const contents = [largeContent(GiB), largeContent(GiB), largeContent(GiB)];
    const asking = { on: true };
    const uploading = (async () => {
      for (let n = 0; asking.on && n < contents.length; n++) await client.upload(contents[n]!, `beside-${round}-${n}.bin`, folderId, 10);
    })();
    busy.push(await ask());
    calmBusy.push(await load(url, { connections: 2, seconds, headers: client.headers }));
    asking.on = false;
    await uploading;
  });
  report.add({
    what: 'one item, 2 connections, during a 1 GiB upload (baseline: alone)',
    value: of(calmBusy, 'perSecond'),
    unit: 'per s',
    beside: median(of(calm, 'perSecond')),
    ratio: median(of(calmBusy, 'perSecond')) / median(of(calm, 'perSecond')),
  });
  report.compare('its p99 during a 1 GiB upload (baseline: alone)', of(busy, 'p99Ms'), 'ms', p99, {
    most: 3,
    of: 'alone',
  });
}
