import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openConfinement, waitedFor } from './index.ts';
import type { Confinement, Task } from './index.ts';

const MiB = 2 ** 20;
let confinement: Confinement;
before(() => {
  confinement = openConfinement({ atOnce: 2 });
});
after(() => confinement.stop());

const limits = { timeoutMs: 20_000, cpuSeconds: 10, memoryBytes: 512 * MiB, outputBytes: 4 * MiB };
const shell = (script: string, over: Partial<Task<string>['limits']> = {}): Task<string> => ({
  program: 'sh',
  args: () => ['-c', script],
  collect: async (_folder, output) => output.toString(),
  limits: { ...limits, ...over },
});

/** The number of processes whose command line contains the marker, without this one. */
async function alive(mark: string): Promise<number> {
  let found = 0;
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && name !== String(process.pid)))
    if ((await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')).includes(mark)) found += 1;
  return found;
}

async function allGone(mark: string): Promise<void> {
  const deadline = Date.now() + 10_000;
  while ((await alive(mark)) > 0) assert.ok(Date.now() < deadline, 'processes are left');
}

test('a program has its input in a folder of its own, answers, and leaves nothing behind', async () => {
  let own = '';
  const outcome = await confinement.run({
    program: 'sh',
    args: (folder) => ['-c', 'tr a-z A-Z < "$1" > upper; pwd; echo "$HOME"', 'sh', join(folder, 'input')],
    prepare: async (folder) => writeFile(join((own = folder), 'input'), 'quiet', { mode: 0o644 }),
    collect: async (folder, output) => [await readFile(join(folder, 'upper'), 'utf8'), output.toString()],
    limits,
  });
  assert.deepEqual(outcome, { kind: 'done', result: ['QUIET', '/tmp\n/tmp\n'] });
  assert.ok(own.startsWith(tmpdir()) && !existsSync(own));
});

test('what a program links to instead of making it is not taken for its work', async () => {
  const outcome = await confinement.run({
    ...shell('mkdir made && ln -s /etc/shadow made/link && ln -s /etc/shadow link && mkfifo pipe && echo real > file'),
    collect: async (folder) => [...(await readdir(folder)), ...(await readdir(join(folder, 'made')))].sort().join(),
  });
  assert.deepEqual(outcome, { kind: 'done', result: 'file,made' });
});

test('it gets nothing of what the server knows, and is not root', async () => {
  process.env['ALCOVE_SECRET_OF_TEST'] = 'do not tell';
  const outcome = await confinement.run(shell('env; cat /etc/shadow || echo closed'));
  delete process.env['ALCOVE_SECRET_OF_TEST'];
  assert.equal(outcome.kind, 'done');
  assert.doesNotMatch(JSON.stringify(outcome), /do not tell|root:/);
  assert.match(JSON.stringify(outcome), /closed/);
});

test('a program has no network', async () => {
  assert.deepEqual(await confinement.run(shell('tail -n +3 /proc/net/dev | grep -vc " lo:" || true')), { kind: 'done', result: '0\n' });
});

test('a program leaves the processors to everybody else, and so does its session, which may have a share of its own', async () => {
  const task = shell("nice; [ ! -e /proc/self/autogroup ] || sed 's/.*nice //' /proc/self/autogroup");
  const said = (nice: number) => ({ kind: 'done', result: `${nice}\n`.repeat(existsSync('/proc/self/autogroup') ? 2 : 1) });
  assert.deepEqual(await confinement.run(task), said(10));
  assert.deepEqual(await waitedFor(confinement).run(task), said(3), 'less behind them, if somebody waits for it');
});

test('a program that sleeps is ended in time', async () => {
  const start = Date.now();
  assert.deepEqual(await confinement.run(shell('sleep 6001', { timeoutMs: 300 })), { kind: 'tooLong' });
  assert.ok(Date.now() - start < 10_000);
  await allGone('sleep\x006001');
});

test('a program that had to wait for the processors gets the time for which it waited', async () => {
  const others = availableParallelism() * 5;
  const busy = `for n in $(seq ${others}); do (while :; do :; done) & done;`;
  const until = (seconds: number) => `end=$(($(date +%s) + ${seconds})); while [ $(date +%s) -lt $end ]; do :; done; echo done`;
  const limits = { timeoutMs: 3000, cpuSeconds: 100 };
  assert.deepEqual(await confinement.run(shell(`${busy} ${until(6)}`, limits)), { kind: 'done', result: 'done\n' });
  assert.deepEqual(
    await confinement.run(shell(`${busy} ${until(60)}`, { ...limits, timeoutMs: 500 })),
    { kind: 'tooLong' },
    'but not without end',
  );
});

test('a program that computes without end is ended by its own time, whatever the clock says', async () => {
  assert.deepEqual(await confinement.run(shell('while :; do :; done', { cpuSeconds: 1 })), { kind: 'tooLong' });
});

test('a program that forks takes all that it made along, when it is ended and when it ends by itself', async () => {
  const forks = 'for n in 1 2 3 4 5; do (sleep 6002 & sleep 6002) & done;';
  assert.deepEqual(await confinement.run(shell(`${forks} wait`, { timeoutMs: 300 })), { kind: 'tooLong' });
  assert.deepEqual(await confinement.run(shell(`${forks} echo done`)), { kind: 'done', result: 'done\n' });
  await allGone('sleep\x006002');
});

test('what leaves the group does not outlive it', async () => {
  assert.deepEqual(await confinement.run(shell('setsid sleep 6003 >/dev/null 2>&1 & wait', { timeoutMs: 500 })), { kind: 'tooLong' });
  await allGone('sleep\x006003');
});

test('a program that eats memory is refused it', async () => {
  const takes = (mebibytes: number) => shell(`dd if=/dev/zero of=/dev/null bs=${mebibytes}M count=1 2>/dev/null && echo had it`);
  assert.equal((await confinement.run(takes(600))).kind, 'failed');
  assert.deepEqual(await confinement.run(takes(100)), { kind: 'done', result: 'had it\n' });
});

test('a program that writes without end is ended: to its output, to one file, to many', async () => {
  assert.deepEqual(await confinement.run(shell('yes')), { kind: 'tooLarge' });
  assert.deepEqual(await confinement.run(shell('yes > file')), { kind: 'tooLarge' });
  const many = 'n=0; while :; do n=$((n + 1)); head -c 1000000 /dev/zero > file$n; done';
  assert.deepEqual(await confinement.run(shell(many)), { kind: 'tooLarge' });
});

test('what a program says beyond its limit is not gathered: it is ended in the first moments, and memory stays as it was', async () => {
  const before = process.memoryUsage();
  const began = performance.now();
  const allowed = { timeoutMs: 30_000, outputBytes: 2 ** 40 };
  for (let n = 0; n < 3; n += 1)
    assert.deepEqual(await confinement.run(shell('exec cat /dev/zero', allowed)), { kind: 'tooLarge' }, 'not by its time');
  const { external, arrayBuffers } = process.memoryUsage();
  assert.ok(external + arrayBuffers - before.external - before.arrayBuffers < 32 * 2 ** 20);
  assert.ok(performance.now() - began < 20_000);
});

test('one that fails says how; one that is not installed is missing', async () => {
  assert.deepEqual(await confinement.run(shell('echo broken >&2; exit 7')), { kind: 'failed', exitCode: 7, message: 'broken\n' });
  assert.deepEqual(await confinement.run({ ...shell(''), program: 'no-such-program-at-all' }), { kind: 'missing' });
  assert.equal(await confinement.has('sh'), true);
  assert.equal(await confinement.has('no-such-program-at-all'), false);
});

test('no more than so many run at once, and all have their turn', async () => {
  let running = 0;
  let most = 0;
  const counted: Task<string> = {
    ...shell('sleep 0.05; echo turn'),
    prepare: async () => void (most = Math.max(most, (running += 1))),
    collect: async (_folder, output) => ((running -= 1), output.toString()),
  };
  const outcomes = await Promise.all(Array.from({ length: 7 }, () => confinement.run(counted)));
  assert.deepEqual(new Set(outcomes.map((outcome) => outcome.kind)), new Set(['done']));
  assert.equal(most, 2);
});

test('stopping ends what runs', async () => {
  const own = openConfinement({ atOnce: 1 });
  const [first, second] = [own.run(shell('sleep 6004')), own.run(shell('sleep 6004'))];
  while ((await alive('sleep\x006004')) === 0);
  await own.stop();
  assert.equal((await first).kind, 'stopped');
  assert.equal((await second).kind, 'stopped');
  await allGone('sleep\x006004');
});
