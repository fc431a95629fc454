/** Ten exports of 10,000 log entries after one another: how long they take, and whether the server's memory is steady. */
import { get, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '../packages/contract/src/index.ts';
import type { Bench } from './bench.ts';
import type { Client } from './client.ts';
import { elapsedMs, repeat } from './measure.ts';
import { seedLog } from './seed-log.ts';
import { administratorPassword } from './servers.ts';

const times = 10;
/** What garbage makes of one and the same work. */
const spread = 1.25;

/** In MiB. `resident` is that of the server's process alone: PostgreSQL's buffers fill while the log is read, and stay full. */
interface Memory {
  resident: number;
  heap: number;
}

const larger = (one: Memory, other: Memory): Memory => ({
  resident: Math.max(one.resident, other.resident),
  heap: Math.max(one.heap, other.heap),
});

/** A tenth of the entries first, to compare with. */
export async function logExport(bench: Bench): Promise<void> {
  const entries = bench.quick ? 100_000 : 1_000_000;
  await seedLog(bench.alcove.databaseUrl(), entries / 10);
  const few = await timeExports(bench, entries / 10);
  await seedLog(bench.alcove.databaseUrl(), entries);
  const many = await timeExports(bench, entries);
  bench.report.compare(`memory of an export, ten times as many entries`, many, 'MiB', few, { most: spread, of: 'few entries' });
}

/** The most that the server's process had. */
export async function timeExports({ report, client, alcove }: Bench, entries: number): Promise<number> {
  await client.proveAgain(administratorPassword);
  await settled(alcove);
  const among = `with ${entries.toLocaleString('en-US')} entries`;
  const tell = (what: string, { resident, heap }: Memory): void => {
    report.add({ what: `${what}, resident`, value: resident, unit: 'MiB' });
    report.add({ what: `${what}, heap`, value: heap, unit: 'MiB' });
  };
  tell(`before exports ${among}`, await memoryOf(client));
  const tops: Memory[] = [];
  const seconds = await repeat(times, async (n) => {
    const { ms, top } = await watched(client);
    tops.push(top);
    tell(`export ${n + 1} of ${times} at its top`, top);
    return ms / 1000;
  });
  tell(`after exports ${among}`, await memoryOf(client));
  const slowest = Math.max(...seconds);
  report.add({ what: `export ${among}, slowest of ${times}`, value: slowest, unit: 's', goal: '<= 10 s', holds: slowest <= 10 });
  const most = (some: Memory[]): number => Math.max(...some.map(({ resident }) => resident));
  const [early, late] = [tops.slice(0, times / 2), tops.slice(times / 2)];
  report.compare(`memory of the last five exports`, most(late), 'MiB', most(early), { most: spread, of: 'the first five' });
  return most(tops);
}

async function watched(client: Client): Promise<{ ms: number; top: Memory }> {
  let top: Memory = { resident: 0, heap: 0 };
  let done = false;
  const watching = (async () => {
    for (; !done; await sleep(30)) top = larger(top, await memoryOf(client));
  })();
  const ms = await elapsedMs(() => download(client).finally(() => (done = true)));
  await watching;
  return { ms, top };
}

/** What the server says of itself. */
function memoryOf({ port }: Client): Promise<Memory> {
  return new Promise((resolve, reject) => {
    get({ port, path: '/metrics' }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.once('error', reject).once('end', () => {
        const of = (name: string): number => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]) / 2 ** 20;
        resolve({ resident: of('process_resident_memory_bytes'), heap: of('nodejs_heap_size_used_bytes') });
      });
    }).once('error', reject);
  });
}

/** Until server and PostgreSQL do nothing more: what was seeded is vacuumed, and read by the jobs. */
async function settled({ processor }: Bench['alcove']): Promise<void> {
  const spent = (): number => {
    const { serverMs, postgresMs } = processor();
    return serverMs + postgresMs;
  };
  for (let before = spent(), n = 0; n < 60; n += 1) {
    await sleep(2000);
    const after = spent();
    if (after - before < 200) return;
    before = after;
  }
}

function download({ port, headers }: Client): Promise<void> {
  return new Promise((done, failed) => {
    const asked = request({ port, path: calls.adminLog.exportLog.path, headers }, (answer) => {
      if (!answer.headers['content-disposition']) failed(new Error(`the export answered ${answer.statusCode}`));
      answer.resume().once('end', done).once('error', failed);
    });
    asked.once('error', failed).end();
  });
}
