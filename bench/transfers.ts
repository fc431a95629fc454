/** Large files: uploads, downloads and ranges. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { uploadFlags } from '../packages/contract/src/index.ts';
import type { Bench } from './bench.ts';
import { Connection } from './connection.ts';
import { GiB, largeContent } from './content.ts';
import type { Content } from './content.ts';
import { elapsedMs, load, median, repeat } from './measure.ts';

const rangeLength = 32_768;
const rate = (ms: number): number => GiB / 1e3 / ms;

export async function transfers(bench: Bench): Promise<void> {
  const { client, nginx, report, runs } = bench;
  const folderId = await client.createFolder('transfers');
  let content = largeContent(GiB);
  let instanceId = '';

  const nginxUp: number[] = [];
  const alcoveUp: number[] = [];
  await repeat(runs, async (run) => {
    nginxUp.push(rate(await elapsedMs(() => putWhole(nginx.port, content))));
    if (run > 0) content = largeContent(GiB); // known content would not be sent again
    alcoveUp.push(
      rate(
        await elapsedMs(async () => {
          instanceId = (await client.upload(content, `large-${run}.bin`, folderId)).instanceId;
        }),
      ),
    );
    await sleep(2500); // the server is still reading the file to verify its hash
  });
  report.compare('1 GiB upload by parts, the whole flow', alcoveUp, 'MB/s', nginxUp, { least: 0.45, of: 'nginx PUT' });

  const link = async (): Promise<string> => {
    const { url } = await client.query<{ url: string }>('GET', '/disk/api/instance/download', { instanceId });
    const { pathname, search } = new URL(url, `http://127.0.0.1:${client.port}`);
    return pathname + search;
  };
  const nginxDown: number[] = [];
  const alcoveDown: number[] = [];
  await repeat(runs, async () => {
    nginxDown.push(rate(await elapsedMs(() => getWhole(nginx.port, '/large.bin'))));
    alcoveDown.push(rate(await elapsedMs(async () => getWhole(client.port, await link()))));
  });
  report.compare('1 GiB download by signed link', alcoveDown, 'MB/s', nginxDown, { least: 1, of: 'nginx GET' });

  const firstBytes = await repeat(bench.quick ? 15 : 50, async () => {
    const path = await link();
    const connection = new Connection(client.port);
    const started = performance.now();
    const answer = await connection.request('GET', path, { Range: 'bytes=0-0' });
    connection.close();
    if (answer.status !== 206) throw new Error(`a range answered ${answer.status}`);
    return performance.now() - started;
  });
  report.add({
    what: 'first byte of a download on a new connection, p50',
    value: median(firstBytes),
    unit: 'ms',
    goal: '<= 0.5 ms',
    holds: median(firstBytes) <= 0.5,
  });

  const script = join(bench.folder, 'ranges.lua');
  writeFileSync(
    script,
    `math.randomseed(7)\nrequest = function() local o = math.random(0, ${GiB - rangeLength - 1})\n  return wrk.format("GET", nil, { ["Range"] = "bytes=" .. o .. "-" .. (o + ${rangeLength - 1}) }) end\n`,
  );
  const seconds = bench.quick ? 2 : 5;
  const nginxRanges: number[] = [];
  const alcoveRanges: number[] = [];
  await repeat(runs, async () => {
    nginxRanges.push((await load(`http://127.0.0.1:${nginx.port}/large.bin`, { connections: 8, seconds, script })).perSecond);
    alcoveRanges.push((await load(`http://127.0.0.1:${client.port}${await link()}`, { connections: 8, seconds, script })).perSecond);
  });
  report.compare('random 32 KiB ranges, 8 at once', alcoveRanges, 'per s', nginxRanges, { least: 0.35, of: 'nginx' });

  await knownLarge(bench, content, folderId);
}

async function knownLarge({ client, report, quick }: Bench, content: Content, folderId: string): Promise<void> {
  for (let tries = 0; (await client.check(content, 'known.bin', folderId)).uploadflag !== uploadFlags.known; tries++) {
    if (tries > 60) throw new Error('the content was not verified within 30 seconds');
    await sleep(500);
  }
  const times = await repeat(quick ? 10 : 30, (index) => elapsedMs(() => client.uploadInstantly(content, `known-${index}.bin`, folderId)));
  report.add({
    what: 'instant transfer of a known 1 GiB file, p50',
    value: median(times),
    unit: 'ms',
    goal: '<= 5 ms',
    holds: median(times) <= 5,
  });
}

async function putWhole(port: number, content: Content): Promise<void> {
  const connection = new Connection(port);
  const answer = await connection.request('PUT', '/large.bin', {}, content.pieces(0, content.size));
  connection.close();
  if (answer.status >= 300) throw new Error(`nginx PUT: ${answer.status}`);
}

async function getWhole(port: number, path: string): Promise<void> {
  const connection = new Connection(port);
  const answer = await connection.request('GET', path, {}, [], true);
  connection.close();
  if (answer.status !== 200 || answer.bodyBytes !== GiB) throw new Error(`GET ${path}: ${answer.status}, ${answer.bodyBytes} bytes`);
}
