/**
 * Measures Alcove against nginx and the machine's limits: `bench/run [--quick] [subject...]`. Prints a table with the goals and saves
 * results/latest.json. Client and servers share the machine's cores and loopback.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import type { Bench } from './bench.ts';
import { browser, browserFile, browserLarge, browserUploads } from './browser.ts';
import { check } from './integrity-check.ts';
import { Client } from './client.ts';
import { coldStart, memory } from './footprint.ts';
import { listing } from './listing.ts';
import { log } from './log.ts';
import { logExport } from './log-export.ts';
import { machine } from './machine.ts';
import { ownSearch } from './own-search.ts';
import { people } from './people.ts';
import { permissions } from './permissions.ts';
import { recognition } from './recognition.ts';
import { Report, heading } from './report.ts';
import { requests } from './requests.ts';
import { search } from './search.ts';
import { administratorPassword, freePort, startAlcove, startNginx } from './servers.ts';
import { smallFiles } from './small-files.ts';
import { transfers } from './transfers.ts';
import { trees } from './trees.ts';
import { visitorPage } from './visitor-page.ts';

/** The order matters: memory needs a fresh server, the cold start a full one. */
const subjects: Record<string, (bench: Bench) => Promise<void>> = {
  machine,
  memory,
  transfers,
  'small-files': smallFiles,
  listing,
  requests,
  recognition,
  browser,
  'browser-uploads': browserUploads,
  'browser-file': browserFile,
  'visitor-page': visitorPage,
  'cold-start': coldStart,
  'browser-large': browserLarge,
  permissions,
  'own-search': ownSearch,
  search,
  trees,
  people,
  log,
  'log-export': logExport,
  check,
};
/** These take minutes, so they run only when named. */
const onlyNamed = ['browser-large', 'permissions', 'own-search', 'search', 'trees', 'people', 'log', 'log-export', 'check'];

const quick = process.argv.includes('--quick');
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const unknown = wanted.find((name) => !(name in subjects));
if (unknown !== undefined) {
  console.error(`Unknown subject ${unknown}. Subjects: ${Object.keys(subjects).join(', ')}`);
  process.exit(2);
}

const folder = mkdtempSync('/var/tmp/alcove-bench-');
chmodSync(folder, 0o711);
const report = new Report();
const nginx = await startNginx(folder, await freePort());
const client = new Client(await freePort());
const bench: Bench = {
  folder,
  runs: quick ? 2 : 5,
  quick,
  report,
  nginx,
  client,
  alcove: await startAlcove(folder, client.port).catch(async (error: Error) => giveUp(error)),
};

let failed = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void cleanUp().then(() => process.exit(1)));
try {
  await client.signIn('admin', administratorPassword);
  console.log(heading);
  for (const [name, measure] of Object.entries(subjects)) {
    if (wanted.length > 0 ? !wanted.includes(name) : onlyNamed.includes(name)) continue;
    await measure(bench).catch((error: Error) => {
      failed = true;
      console.log(`${name}: measuring failed: ${error.message}`);
    });
  }
  report.save({
    at: new Date().toISOString(),
    quick,
    node: process.version,
    cores: cpus().length,
    processor: cpus()[0]?.model,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
  });
  const judged = report.rows.filter((row) => row.holds !== undefined);
  console.log(`${judged.filter((row) => row.holds).length} of ${judged.length} goals met; bench/results/latest.json`);
} finally {
  await cleanUp();
}
process.exit(failed ? 1 : 0);

async function cleanUp(): Promise<void> {
  client.close();
  await Promise.allSettled([bench.alcove.stop(), nginx.stop()]);
  rmSync(folder, { recursive: true, force: true });
}

async function giveUp(error: Error): Promise<never> {
  console.error(error.message);
  await nginx.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit(1);
}
