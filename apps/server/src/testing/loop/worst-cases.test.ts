/**
 * Sends every route and every parser the largest and most expensive input that it accepts, while another client sends a trivial request
 * every few milliseconds. Whatever blocks the event loop delays those requests too.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { allCalls } from '@alcove/contract';
import { openTestDatabase } from '../../database/testing.ts';
import type { TestDatabase } from '../../database/testing.ts';
import { slowness } from '../held.ts';
import { freePort, freshDataFolder, startServer, stopServers } from '../server-process.ts';
import type { ServerProcess } from '../server-process.ts';
import { callCases } from './call-cases.ts';
import { crowdCases } from './crowd-cases.ts';
import { openProber, now, percentile } from './healthz-prober.ts';
import type { Probe, Prober } from './healthz-prober.ts';
import { parserCases } from './parser-cases.ts';
import { readCases, whenRead } from './read-cases.ts';
import { openWorld } from './world.ts';
import type { World } from './world.ts';

/**
 * No request may delay the others for longer, whatever it asks for. Each takes less than 20 ms on an idle machine; on a machine whose cores
 * are busy, the same work takes more than twice as long.
 */
const mostHeldMs = 50 * slowness();
/**
 * Opening files starts programs, and the server blocks until each has started, which takes longer when other processes wait for the cores.
 */
const mostHeldByStartsMs = 4 * mostHeldMs;
const lanes = 4;
/** Each case is repeated alone: what is slow every time is slow, and what is slow once is due to the machine. */
const tries = 3;

export interface WorstCase {
  name: string;
  send(): Promise<unknown>;
}

const dataDir = freshDataFolder();
let database: TestDatabase;
let server: ServerProcess;
let world: World;
let prober: Prober;
before(async () => {
  database = await openTestDatabase({ poolSize: 2 });
  const port = await freePort();
  server = await startServer(dataDir, port, { env: { DATABASE_URL: database.url } });
  world = await openWorld(server.origin, database.kysely);
  prober = await openProber({ port, processId: server.child.pid! });
});
after(async () => {
  await prober?.stop();
  stopServers();
  await server?.ended;
  await database?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Sent {
  case: WorstCase;
  from: number;
  to: number;
}

async function sendAll(cases: readonly WorstCase[]): Promise<Sent[]> {
  const [left, sent]: [WorstCase[], Sent[]] = [[...cases], []];
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const from = now();
      await next.send();
      sent.push({ case: next, from, to: now() });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return sent;
}

const duringOf = (sent: readonly Sent[], probe: Probe): Sent[] =>
  sent.filter(({ from, to }) => from < probe.answeredAt && to > probe.sentAt);
const figuresOf = (probes: readonly Probe[]): string => {
  const of = (values: number[]): string => `p99 ${percentile(values, 0.99).toFixed(0)}, most ${Math.max(0, ...values).toFixed(0)} ms`;
  return `${probes.length} answers, held ${of(probes.map(({ heldMs }) => heldMs))}, took ${of(probes.map(({ tookMs }) => tookMs))}`;
};
const worstOf = (probes: readonly Probe[]): number => Math.max(0, ...probes.map(({ heldMs }) => heldMs));

/** How long each case alone holds the loop: the minimum of several tries, because the first one often loads or compiles something. */
async function heldAlone(one: WorstCase): Promise<number> {
  let least = Infinity;
  for (let times = 0; times < tries && least > mostHeldMs; times += 1) {
    await prober.take();
    await one.send();
    await sleep(20);
    least = Math.min(least, worstOf(await prober.take()));
  }
  return least;
}

/**
 * The cases that delayed another request too long and are slow alone too. They are tried at once, while everything that they refer to still
 * exists.
 */
async function slowOf(sent: readonly Sent[], probes: readonly Probe[]): Promise<string[]> {
  const suspects = new Set(
    probes.filter(({ heldMs }) => heldMs > mostHeldMs).flatMap((probe) => duringOf(sent, probe).map((one) => one.case)),
  );
  const slow: string[] = [];
  for (const one of suspects) {
    const held = await heldAlone(one);
    if (held > mostHeldMs) slow.push(`${one.name}: ${held.toFixed(0)} ms`);
  }
  return slow;
}

test(
  'nobody waits 50 ms for /healthz while every route and every parser is given the worst that it takes',
  { timeout: 170_000 },
  async (t) => {
    const { usual, ending } = callCases(world);
    const named = new Set([...usual, ...ending].map(({ name }) => name.split(':')[0]));
    for (const call of allCalls) assert.ok(named.has(call.name), `${call.name} is not among the worst cases`);

    const slow: string[] = [];
    for (const cases of [readCases(world), parserCases(world), [...usual, ...crowdCases(world)], ending]) {
      await prober.take();
      const began = performance.now();
      const sent = await sendAll(cases);
      const probes = await prober.take();
      t.diagnostic(`${sent.length} requests in ${((performance.now() - began) / 1000).toFixed(1)} s: ${figuresOf(probes)}`);
      slow.push(...(await slowOf(sent, probes)));
    }
    await prober.take();
    await whenRead(world);
    const whileRead = await prober.take();
    t.diagnostic(`until all files were read: ${figuresOf(whileRead)}`);
    assert.deepEqual(world.faults, []);
    assert.deepEqual(slow, []);
    assert.ok(worstOf(whileRead) <= mostHeldByStartsMs, figuresOf(whileRead));
  },
);
