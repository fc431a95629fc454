/** How long the administrators' page of the audit log takes with a million entries over a year, and what an export of 10,000 takes. */
import { calls } from '../packages/contract/src/index.ts';
import type { LogEntry, Page } from '../packages/contract/src/index.ts';
import type { Bench } from './bench.ts';
import type { Client, Fields } from './client.ts';
import { timeExports } from './log-export.ts';
import { elapsedMs, percentile, repeat } from './measure.ts';
import type { Report } from './report.ts';
import { objectIdOf, personIdOf, rareAction, seedLog } from './seed-log.ts';

const { page, chart } = calls.adminLog;
const goalMs = 200;
const dayMs = 24 * 60 * 60 * 1000;
const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString();

/** A question of the page, a little different each time. */
type Filter = (n: number) => Fields;
const always =
  (fields: Fields): Filter =>
  () =>
    fields;

/** What the screen offers, in pairs too. */
const offered = (region: string): Record<string, Filter> => ({
  'the busy person': always({ userId: personIdOf(0) }),
  'one of 2,000 people': (n) => ({ userId: personIdOf(1 + n) }),
  'a frequent action': always({ action: 'instance.page' }),
  'a rare action': always({ action: rareAction }),
  changes: always({ deed: 'change' }),
  refusals: always({ result: 'refused' }),
  'a region with a quarter': always({ regionId: region }),
  'a word in a quarter': always({ keyword: '报告' }),
  'a word in few': (n) => ({ keyword: `-${String((n * 7919) % 100_000).padStart(5, '0')}` }),
  '7 days': () => ({ from: daysAgo(7) }),
  'the busy day': () => ({ from: daysAgo(365 - 219), to: daysAgo(365 - 220) }),
});

const others = (region: string): Record<string, Filter> => ({
  nothing: always({}),
  'an action of a hundredth': always({ action: 'instance.remove' }),
  'sign-ins': always({ deed: 'session' }),
  'what was done': always({ result: 'done' }),
  'one object': (n) => ({ object: objectIdOf(n) }),
  'one address': (n) => ({ address: `10.9.${n % 256}.1` }),
  'a network /16': always({ address: '10.9.0.0/16' }),
  'a network /20': always({ address: '10.9.16.0/20' }),
  'a small region': always({ regionId: region }),
  'one Chinese character': always({ keyword: '报' }),
  'two words': always({ keyword: '报告 客户' }),
  'an account name': (n) => ({ keyword: `person_${n + 1}` }),
  'a word that nothing has': (n) => ({ keyword: `魑魅${n}` }),
  'a trace id': (n) => ({ keyword: `trace-${n * 4001 + 1}` }),
  'a month in spring': () => ({ from: daysAgo(300), to: daysAgo(270) }),
});

export async function log(bench: Bench): Promise<void> {
  const { report, quick, alcove } = bench;
  const entries = quick ? 100_000 : 1_000_000;
  const seconds = (await elapsedMs(() => seedLog(alcove.databaseUrl(), entries))) / 1000;
  report.add({ what: `seed ${entries} entries`, value: seconds, unit: 's' });
  await timeLog(bench, quick ? 20 : 200);
  await timeExports(bench, entries);
}

export async function timeLog({ report, client, alcove }: Bench, times: number): Promise<void> {
  const regionOf = async (name: string, network: string): Promise<string> =>
    (await client.json<{ regionId: string }>(calls.adminRegion.create.path, { name, networks: [network] })).regionId;
  const alone = offered(await regionOf('Office', '10.8.0.0/16'));
  const single = { ...others(await regionOf('Lab', '10.10.16.0/20')), ...alone };
  const ask: Asking = {
    client,
    report,
    times,
    processorMs: () => {
      const { serverMs, postgresMs } = alcove.processor();
      return serverMs + postgresMs;
    },
  };
  for (const [what, filter] of Object.entries(single)) await timePages(ask, what, filter);
  const names = Object.keys(alone);
  const pairs = { ...ask, times: Math.ceil(times / 4) };
  for (const [at, one] of names.entries())
    for (const other of names.slice(at + 1)) {
      const both: Filter = (n) => ({ ...alone[one]!(n), ...alone[other]!(n) });
      if (Object.keys(both(0)).length >= 2 && !overlap(alone[one]!(0), alone[other]!(0))) await timeFirst(pairs, `${one}, ${other}`, both);
    }
  for (const [what, filter] of Object.entries(single)) await timeChart(ask, what, filter);
}

const overlap = (one: Fields, other: Fields): boolean => Object.keys(one).some((name) => name in other);

interface Asking {
  client: Client;
  report: Report;
  times: number;
  /** Of server and PostgreSQL. */
  processorMs: () => number;
}

const first = (client: Client, fields: Fields): Promise<Page<LogEntry> & { upTo: number }> =>
  client.query('GET', page.path, { ...fields, pageSize: 50 });

const timeFirst = (ask: Asking, what: string, filter: Filter): Promise<void> =>
  bounded(ask, `log: ${what}`, (n) => first(ask.client, filter(n)));

/** The first page, and the others as far as there are some. Each tells how many entries there are. */
async function timePages(ask: Asking, what: string, filter: Filter): Promise<void> {
  await timeFirst(ask, what, filter);
  const { client } = ask;
  const { total, upTo } = await first(client, filter(0));
  const pages = Math.ceil(total / 50);
  if (pages < 2) return;
  const later = (n: number): Promise<unknown> =>
    client.query('GET', page.path, { ...filter(0), pageSize: 50, upTo, page: 2 + ((n * 37) % (pages - 1)) });
  await bounded(ask, `log: ${what}, later pages`, later);
}

const timeChart = (ask: Asking, what: string, filter: Filter): Promise<void> =>
  bounded(ask, `chart: ${what}`, (n) => ask.client.query('GET', chart.path, { ...filter(n), utcOffset: 480 }));

/** The baseline is the processor time of one request, which does not depend on what else the machine does. */
async function bounded({ report, times, processorMs }: Asking, what: string, ask: (n: number) => Promise<unknown>): Promise<void> {
  const before = processorMs();
  const value = percentile(await repeat(times, (n) => elapsedMs(() => ask(n))), 0.95);
  const beside = (processorMs() - before) / times;
  report.add({ what: `${what}, p95`, value, unit: 'ms', beside, goal: `<= ${goalMs} ms`, holds: value <= goalMs });
}
