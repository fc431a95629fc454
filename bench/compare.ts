/**
 * Compares this build with another one: `bench/compare <commit>`. Both servers run at the same time, each with a database and a store
 * of its own on one disk, and are asked in turns of a second or less, so that a slow minute of the machine slows both. Prints for each figure
 * the median of the ratios of neighboring turns and the interval that contains the true median with 95 %: of the speed, and of the processor
 * time that server and PostgreSQL need, which somebody else's work on the machine changes less.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { uploadFlags } from '../packages/contract/src/index.ts';
import { Client, encodeFields } from './client.ts';
import { largeContent, MiB, smallContent } from './content.ts';
import type { Content } from './content.ts';
import { load, median, perSecond } from './measure.ts';
import { seedFolder } from './seed.ts';
import { administratorPassword, freePort, startAlcove } from './servers.ts';
import type { AlcoveServer } from './servers.ts';

const [other, turns = '60', only = ''] = process.argv.slice(2);
if (other === undefined) throw new Error('bench/compare.ts <folder of the other checkout> [turns] [words of the figures]');
const folder = mkdtempSync('/var/tmp/alcove-compare-');
chmodSync(folder, 0o711);

interface Build {
  server: AlcoveServer;
  client: Client;
  folderId: string;
  known: ReturnType<typeof smallContent>;
  /** A file that is downloaded in ranges. */
  largeId: string;
}

const large = largeContent(256 * MiB);
const rangeLength = 32_768;
const rangesScript = join(folder, 'ranges.lua');
writeFileSync(
  rangesScript,
  `math.randomseed(7)\nrequest = function() local o = math.random(0, ${large.size - rangeLength - 1})\n  return wrk.format("GET", nil, { ["Range"] = "bytes=" .. o .. "-" .. (o + ${rangeLength - 1}) }) end\n`,
);

async function open(name: string, checkout?: string): Promise<Build> {
  const place = join(folder, name);
  mkdirSync(place, { mode: 0o711 });
  const client = new Client(await freePort());
  const server = await startAlcove(place, client.port, checkout);
  await client.signIn('admin', administratorPassword);
  const folderId = await client.createFolder('compared');
  const known = smallContent(10_240);
  await client.upload(known, 'known.txt', folderId, 0, 1);
  await untilVerified(client, known, folderId);
  const { instanceId: largeId } = await client.upload(large, 'large.bin', folderId);
  return { server, client, folderId, known, largeId };
}

async function untilVerified(client: Client, content: Content, folderId: string): Promise<void> {
  for (let tries = 0; (await client.check(content, 'probe.txt', folderId)).uploadflag !== uploadFlags.known; tries++) {
    if (tries > 120) throw new Error('the content was not verified within 60 seconds');
    await new Promise((done) => setTimeout(done, 500));
  }
}

/** Does something for a while. Returns how often, and how often a second. */
type Measure = (build: Build) => Promise<{ times: number; perSecond: number }>;

let name = 0;
const each =
  (times: number, lanes: number, work: (build: Build, lane: number, index: number) => Promise<unknown>): Measure =>
  async (build) => ({ times, perSecond: await perSecond(times, lanes, (index, lane) => work(build, lane, index)) });
const uploads = (times: number, lanes: number): Measure => {
  return (build) => {
    const contents = Array.from({ length: times }, () => smallContent(10_240));
    const one = ({ client, folderId }: Build, lane: number, index: number) =>
      client.upload(contents[index]!, `file-${name++}.txt`, folderId, lane, 1);
    return each(times, lanes, one)(build);
  };
};
/** With what follows: each content is read again, and its hashes are compared with those that were announced. */
const verified = (times: number, lanes: number): Measure => {
  return async (build) => {
    const contents = Array.from({ length: times }, () => largeContent(500_000));
    const speed = await each(times, lanes, ({ client, folderId }, lane, index) =>
      client.upload(contents[index]!, `photo-${name++}.bin`, folderId, lane, 1),
    )(build);
    for (const content of contents) await untilVerified(build.client, content, build.folderId);
    return speed;
  };
};
const instant = (times: number, lanes: number): Measure =>
  each(times, lanes, ({ client, folderId, known }, lane) => client.uploadInstantly(known, `again-${name++}.txt`, folderId, lane));
/** Sets of files that one call asks for and another one saves. */
const setOf = 20;
const uploadedSets = (sets: number, lanes: number): Measure => {
  return async (build) => {
    const contents = Array.from({ length: sets * setOf }, () => smallContent(10_240));
    const send = ({ client, folderId }: Build, lane: number, index: number) =>
      client.uploadSet(
        contents.slice(index * setOf, (index + 1) * setOf).map((content) => ({ content, name: `file-${name++}.txt` })),
        folderId,
        lane,
      );
    return ofFiles(await each(sets, lanes, send)(build));
  };
};
const instantSets = (sets: number, lanes: number): Measure => {
  return async (build) => {
    const send = ({ client, folderId, known }: Build, lane: number) =>
      client.uploadSetInstantly(
        Array.from({ length: setOf }, () => ({ content: known, name: `again-${name++}.txt` })),
        folderId,
        lane,
      );
    return ofFiles(await each(sets, lanes, send)(build));
  };
};
const ofFiles = ({ times, perSecond: sets }: { times: number; perSecond: number }) => ({ times: times * setOf, perSecond: sets * setOf });
const asked =
  (connections: number): Measure =>
  async ({ client, folderId }) => {
    const url = `http://127.0.0.1:${client.port}/disk/api/instance/queryInstanceDetail?${encodeFields({ instanceId: folderId })}`;
    const seconds = 1;
    const { perSecond } = await load(url, { connections, seconds, headers: client.headers });
    return { times: perSecond * seconds, perSecond };
  };
const longLists = new Map<string, Promise<string>>();
/** A page of a folder of so many files, which is made when it is first asked for. */
const paged =
  (times: number, of: number, page: number): Measure =>
  async (build) => {
    const key = `${build.client.port} ${of}`;
    if (!longLists.has(key)) longLists.set(key, seedFolder({ client: build.client, alcove: build.server }, `list of ${of}`, of));
    const listId = await longLists.get(key)!;
    return each(times, 1, ({ client }) => client.page(listId, page, 'instanceName', 'asc'))(build);
  };

const ranges =
  (connections: number): Measure =>
  async ({ client, largeId }) => {
    const { url } = await client.query<{ url: string }>('GET', '/disk/api/instance/download', { instanceId: largeId });
    const { pathname, search } = new URL(url, `http://127.0.0.1:${client.port}`);
    const seconds = 1;
    const { perSecond } = await load(`http://127.0.0.1:${client.port}${pathname}${search}`, { connections, seconds, script: rangesScript });
    return { times: perSecond * seconds, perSecond };
  };
const uploadedLarge: Measure = async ({ client, folderId }) => {
  const content = largeContent(64 * MiB);
  const megabytes = content.size / 1e6;
  const started = performance.now();
  await client.upload(content, `large-${name++}.bin`, folderId);
  return { times: megabytes, perSecond: (megabytes / (performance.now() - started)) * 1000 };
};

const figures: Record<string, Measure> = {
  '10 KiB uploads, one at a time': uploads(25, 1),
  '10 KiB uploads, eight at once': uploads(64, 8),
  'instant transfers, one at a time': instant(40, 1),
  'instant transfers, eight at once': instant(80, 8),
  'sets of 10 KiB uploads, four at once': uploadedSets(8, 4),
  'sets of instant transfers, four at once': instantSets(8, 4),
  'uploads of 500 KB until they are verified': verified(40, 2),
  'one item, 50 connections': asked(50),
  'page 1 of 10,000, one at a time': paged(200, 10_000, 1),
  'page 1 of 100,000, one at a time': paged(200, 100_000, 1),
  'page 500 of 100,000, one at a time': paged(200, 100_000, 500),
  'random 32 KiB ranges, eight at once': ranges(8),
  '64 MiB uploads by parts, MB': uploadedLarge,
};

/** The ranks of a sorted sample between which its true median lies with 95 % (sign test, normal approximation). */
const interval = (sorted: number[]): [number, number] => {
  const reach = 0.98 * Math.sqrt(sorted.length);
  return [sorted[Math.max(0, Math.floor(sorted.length / 2 - reach))]!, sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length / 2 + reach))]!]; // prettier-ignore
};

/** PostgreSQL gets to know its tables within minutes by itself; until then its plans differ from those of later, and by chance. */
async function warmUp(build: Build, measure: Measure): Promise<void> {
  await measure(build);
  const database = new pg.Client({ connectionString: build.server.databaseUrl() });
  await database.connect();
  await database.query('analyze');
  await database.end();
  await measure(build);
}

interface Turn {
  perSecond: number;
  /** For each time that something was done. */
  serverMs: number;
  postgresMs: number;
}

async function takeTurn(build: Build, measure: Measure): Promise<Turn> {
  const before = build.server.processor();
  const { times, perSecond } = await measure(build);
  const after = build.server.processor();
  return {
    perSecond,
    serverMs: (after.serverMs - before.serverMs) / times,
    postgresMs: (after.postgresMs - before.postgresMs) / times,
  };
}

type Pair = Record<'now' | 'before', Turn>;

function tell(what: string, pairs: Pair[], of: (turn: Turn) => number, unit: string): void {
  const ratios = pairs.map(({ now, before }) => of(now) / of(before)).toSorted((a, b) => a - b);
  const [low, high] = interval(ratios);
  const typical = (build: keyof Pair): string => median(pairs.map((pair) => of(pair[build]))).toPrecision(4);
  console.log(
    `${what}: ${typical('now')} ${unit}, before ${typical('before')}; ratio ${median(ratios).toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`,
  );
}

const builds: Build[] = [];
try {
  builds.push(await open('this'), await open('other', other));
  const [now, before] = builds as [Build, Build];
  for (const [what, measure] of Object.entries(figures).filter(([what]) => what.includes(only))) {
    for (const build of builds) await warmUp(build, measure);
    const pairs: Pair[] = [];
    for (let turn = 0; turn < Number(turns); turn++) {
      const first = turn % 2 === 0 ? now : before;
      const taken = new Map([[first, await takeTurn(first, measure)]]);
      const second = first === now ? before : now;
      taken.set(second, await takeTurn(second, measure));
      pairs.push({ now: taken.get(now)!, before: taken.get(before)! });
    }
    tell(what, pairs, ({ perSecond }) => perSecond, 'per s');
    tell('  processor time', pairs, ({ serverMs, postgresMs }) => serverMs + postgresMs, 'ms');
    tell('    of the server', pairs, ({ serverMs }) => serverMs, 'ms');
    tell('    of PostgreSQL', pairs, ({ postgresMs }) => postgresMs, 'ms');
  }
} finally {
  await Promise.allSettled(builds.map(({ server, client }) => (client.close(), server.stop())));
  rmSync(folder, { recursive: true, force: true });
}
