/**
 * Compares this build with another one: `bench/compare <commit>`. Both servers run at the same time, each with a database and a store
 * of its own on one disk, and are asked in turns of a second or less, so that a slow minute of the machine slows both. Prints for each figure
 * the median of the ratios of neighboring turns and the interval that contains the true median with 95 %.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { uploadFlags } from '../packages/contract/src/index.ts';
import { Client, encodeFields } from './client.ts';
import { smallContent } from './content.ts';
import { load, median, perSecond } from './measure.ts';
import { administratorPassword, freePort, startAlcove } from './servers.ts';
import type { AlcoveServer } from './servers.ts';

const [other, turns = '60'] = process.argv.slice(2);
if (other === undefined) throw new Error('bench/compare.ts <folder of the other checkout> [turns]');
const folder = mkdtempSync('/var/tmp/alcove-compare-');
chmodSync(folder, 0o711);

interface Build {
  server: AlcoveServer;
  client: Client;
  folderId: string;
  known: ReturnType<typeof smallContent>;
}

async function open(name: string, checkout?: string): Promise<Build> {
  const place = join(folder, name);
  mkdirSync(place, { mode: 0o711 });
  const client = new Client(await freePort());
  const server = await startAlcove(place, client.port, checkout);
  await client.signIn('admin', administratorPassword);
  const folderId = await client.createFolder('compared');
  const known = smallContent(10_240);
  await client.upload(known, 'known.txt', folderId, 0, 1);
  for (let tries = 0; (await client.check(known, 'probe.txt', folderId)).uploadflag !== uploadFlags.known; tries++) {
    if (tries > 120) throw new Error('the content was not verified within 60 seconds');
    await new Promise((done) => setTimeout(done, 500));
  }
  return { server, client, folderId, known };
}

let name = 0;
const uploads = (count: number, lanes: number) => {
  return ({ client, folderId }: Build): Promise<number> => {
    const contents = Array.from({ length: count }, () => smallContent(10_240));
    return perSecond(count, lanes, (index, lane) => client.upload(contents[index]!, `file-${name++}.txt`, folderId, lane, 1));
  };
};
const instant =
  (count: number, lanes: number) =>
  ({ client, folderId, known }: Build): Promise<number> =>
    perSecond(count, lanes, (_, lane) => client.uploadInstantly(known, `again-${name++}.txt`, folderId, lane));
const asked = (connections: number) => async (build: Build) => {
  const url = `http://127.0.0.1:${build.client.port}/disk/api/instance/queryInstanceDetail?${encodeFields({ instanceId: build.folderId })}`;
  return (await load(url, { connections, seconds: 1, headers: build.client.headers })).perSecond;
};
const paged =
  (count: number) =>
  ({ client, folderId }: Build): Promise<number> =>
    perSecond(count, 1, () => client.page(folderId, 1, 'instanceName', 'asc'));

const figures: Record<string, (build: Build) => Promise<number>> = {
  '10 KiB uploads, one at a time': uploads(25, 1),
  '10 KiB uploads, eight at once': uploads(64, 8),
  'instant transfers, one at a time': instant(40, 1),
  'instant transfers, eight at once': instant(80, 8),
  'one item, 50 connections': asked(50),
  'pages of 100, one at a time': paged(40),
};

/** The ranks of a sorted sample between which its true median lies with 95 % (sign test, normal approximation). */
const interval = (sorted: number[]): [number, number] => {
  const reach = 0.98 * Math.sqrt(sorted.length);
  return [sorted[Math.max(0, Math.floor(sorted.length / 2 - reach))]!, sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length / 2 + reach))]!]; // prettier-ignore
};

const builds: Build[] = [];
try {
  builds.push(await open('this'), await open('other', other));
  const [now, before] = builds as [Build, Build];
  for (const [what, measure] of Object.entries(figures)) {
    for (const build of builds) await measure(build); // warms up
    const pairs: { now: number; before: number }[] = [];
    for (let turn = 0; turn < Number(turns); turn++) {
      const first = turn % 2 === 0 ? now : before;
      const rates = new Map([[first, await measure(first)]]);
      const second = first === now ? before : now;
      rates.set(second, await measure(second));
      pairs.push({ now: rates.get(now)!, before: rates.get(before)! });
    }
    const ratios = pairs.map((pair) => pair.now / pair.before).toSorted((a, b) => a - b);
    const [low, high] = interval(ratios);
    console.log(
      `${what}: ${median(pairs.map((pair) => pair.now)).toFixed(1)} per s, before ${median(pairs.map((pair) => pair.before)).toFixed(1)}; ` +
        `ratio ${median(ratios).toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)}), ${turns} turns`,
    );
  }
} finally {
  await Promise.allSettled(builds.map(({ server, client }) => (client.close(), server.stop())));
  rmSync(folder, { recursive: true, force: true });
}
