/**
 * Runs all checks: types, lint, format, dependency rules, the web build, unit and server tests with the embedded engines, browser tests,
 * the server tests that use the store with an external PostgreSQL and a real S3 engine (Ceph), and some server tests with the oldest
 * PostgreSQL of the system. Arguments name the checks to run; without any, all run. With `--thorough` the tests take every case, also those
 * that go the same way through the code as another.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startTestCluster } from '../apps/server/src/database/testing.ts';
import { memoryDisk } from '../apps/server/src/testing/memory-disk.ts';
import { Runner, results, root } from './check-runner.ts';
import { startCeph } from './ceph.ts';
import { Lanes } from './lanes.ts';
import { startOldest } from './oldest-postgres.ts';
import { countBrowserTests, countNodeTests, countWithSecondRun, withRemarks } from './sum-results.ts';
import type { Counts, NodeTests } from './sum-results.ts';
import { startOverTcp } from './tcp-cluster.ts';
import { argumentsOf, groupsOf, onlyOverS3, overS3, withOldest } from './test-groups.ts';
import type { Group } from './test-groups.ts';

const node = process.execPath;
const tool = (path: string): string => join(root, 'node_modules', path);

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const thoroughly = '--thorough';
const wanted = process.argv.slice(2).filter((one) => one !== thoroughly);
const isThorough = process.argv.includes(thoroughly);
if (isThorough) process.env['ALCOVE_THOROUGH'] = '1'; // read by the tests of the server and of the browser
const turn = (process.env['ALCOVE_TURN'] ??= turnOfCommit()); // read by the samples of the tests
const runner = new Runner(wanted);

/** The files of the tests, in memory where there is room. PostgreSQL may run as another user. */
const roomOfTests = 12 * 2 ** 30;
const disk = process.env['TMPDIR'] === undefined ? memoryDisk(roomOfTests) : null;
if (disk !== null) {
  const scratch = mkdtempSync(join(disk, 'alcove-checks-'));
  chmodSync(scratch, 0o1777);
  process.env['TMPDIR'] = scratch;
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
}

/** Like browser tests, a few failed files run a second time, except those with random input, which would differ. */
const mostRunAgain = 3;
const drawnByChance = /(pairs|random-changes|killed|crash|collect-content|in-use|answer-once)(\.store)?\.test\.ts$/;

/** Those of all checks: what one has left to do at its end runs beside the next. */
const lanes = new Lanes();

async function runNodeTests(name: string, groups: Group[], env: Record<string, string>): Promise<NodeTests> {
  const planned = groups.map((group, index) => ({ ...group, report: join(results, `${name}-${index}.json`) }));
  const exitCodes = await Promise.all(
    planned.map((group, index) =>
      lanes.run(group, async () => {
        const exitCode = await runner.run(`${name}-${index}`, node, argumentsOf(group), env);
        if (exitCode !== 0) console.log(`A group ended with ${exitCode}: test-results/${name}-${index}.log`);
        return exitCode;
      }),
    ),
  );
  return countNodeTests(planned, Math.max(...exitCodes));
}

const nodeTests = (
  name: string,
  patterns: string[],
  startCluster: typeof startOverTcp,
  env: Record<string, string> = {},
  meant: (files: string[]) => string[] = (files) => files,
  grouped = groupsOf,
) =>
  runner.check(name, async () => {
    const all = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).filter((file) => !file.includes('node_modules'));
    const files = meant(all.sort());
    const cluster = await startCluster();
    const run = (part: string, groups: Group[]) => runNodeTests(part, groups, { ...env, TEST_DATABASE_URL: cluster.url });
    try {
      const first = await run(name, grouped(files));
      const failed = [...new Set(first.failures.map(({ file }) => file))];
      if (failed.length === 0 || failed.length > mostRunAgain || failed.some((file) => drawnByChance.test(file))) return withRemarks(first);
      const again = failed.map((file) => ({ files: [file], isQuiet: true, rank: Infinity }));
      return countWithSecondRun(first, await run(`${name}-again`, again));
    } finally {
      await cluster.stop();
    }
  });

const single = (name: string, command: string, args: string[], env: Record<string, string> = {}) =>
  runner.check(name, async () =>
    (await runner.run(name, command, args, env)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 },
  );

/** Four checkers work out the same types four times, and the garbage collector runs often: half the processor time of the type check. */
const frugalTypes = ['--checkers', '1'];
const frugalMemory = { GOGC: '400' };

const oldest = 'oldest-postgres';

/** The first checks need no packages, and Ceph starts beside them. */
const packages = single('packages', join(root, 'scripts/install-test-packages'), []);
const ceph = runner.wants('external') ? packages.then(() => startCeph(runner)) : null;
ceph?.catch(() => {});
/** The checks that fail fast run beside the type check, which takes as long as all of them together. */
const types = single('types', node, [tool('typescript/bin/tsc'), '-b', ...frugalTypes, 'tsconfig.json', 'scripts'], frugalMemory);
await single('web', node, ['scripts/build-web.ts', '--always']); // first, because a test starts Alcove as a user who may not build
await single('lint', node, [tool('oxlint/bin/oxlint'), '--deny-warnings']);
await single('format', node, [tool('oxfmt/bin/oxfmt'), '--check', '.']);
await single('dependencies', node, ['scripts/check-dependencies.ts']);
// The processes that the tests start load one file instead of some two thousand.
if (
  ['tests', 'external', oldest].some((name) => runner.wants(name)) &&
  (await runner.run('server', node, ['scripts/build-server.ts'])) === 0
)
  process.env['ALCOVE_MAIN'] = 'dist/main.js';
await packages;
const everywhere = ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'scripts/**/*.test.ts'];
await Promise.all([
  types,
  nodeTests('tests', everywhere, startOverSocket, {}, (files) => files.filter((file) => !onlyOverS3.includes(file))),
  ceph && externalTests(ceph),
  oldestTests(),
]);
// Not before: they keep two cores busy, and beside them Ceph starves and its requests time out.
await runner.check('browser', browserTests);

await runner.stopAll();
const slowest = runner.slowest(15);
if (slowest.length > 0) console.log('The files of tests that took longest, in seconds:');
for (const { file, ms } of slowest) console.log(`    ${(ms / 1000).toFixed(1).padStart(6)} ${file}`);
const sum = runner.sum();
console.log(`The samples were those of ALCOVE_TURN=${turn}`);
console.log(`${sum.passed} passed, ${sum.failed} failed`);
process.exit(sum.failed > 0 ? 1 : 0);

/** A number made of the commit's name; 0 without git. */
function turnOfCommit(): string {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return String(Number.parseInt(stdout?.slice(0, 8) ?? '', 16) || 0);
}

async function browserTests(): Promise<Counts> {
  const report = join(results, 'browser.json');
  const exitCode = await runner.run(
    'browser',
    node,
    ['scripts/with-postgres.ts', node, tool('@playwright/test/cli.js'), 'test', '-c', 'tests/playwright.config.ts', '--reporter=line,json'],
    // Node runs TypeScript by itself: Playwright's own compiler takes 20 s for the server's code.
    { PLAYWRIGHT_JSON_OUTPUT_NAME: report, CI: '1', PW_DISABLE_TS_ESM: '1' },
  );
  return countBrowserTests(report, exitCode);
}

function startOverSocket(): ReturnType<typeof startOverTcp> {
  return startTestCluster(['max_connections=300']);
}

/** Companies have older ones than the embedded one. Runs the migrations, too. */
async function oldestTests(): Promise<void> {
  const together = (files: readonly string[]): Group[] => [{ files: [...files], isQuiet: false, rank: 0 }];
  const start = async (): ReturnType<typeof startOverTcp> => {
    const cluster = await startOldest();
    console.log(`The oldest PostgreSQL here is ${cluster.version}`);
    return cluster;
  };
  try {
    await nodeTests(oldest, [...withOldest], start, {}, undefined, together);
  } catch (error) {
    couldNotRun(oldest, error);
  }
}

/**
 * Runs the server over TCP with a password and with contents in Ceph, as a large company does. Tests that use the store are named
 * `*.store.test.ts`; one in two of them runs so, the others with another commit.
 */
async function externalTests(coming: ReturnType<typeof startCeph>): Promise<void> {
  try {
    const { settings, stop } = await coming;
    const now = isThorough ? null : Number(turn);
    await nodeTests('external', ['apps/server/src/**/*.store.test.ts'], startOverTcp, settings, (files) => overS3(files, now));
    void stop(); // it takes seconds, and fails for no reason that a test would have
  } catch (error) {
    couldNotRun('external', error);
    console.log(tail(join(results, 'ceph.log')));
  }
}

function couldNotRun(name: string, error: unknown): void {
  console.log(`FAILED ${name}: ${(error as Error).message}`);
  runner.count(name, { passed: 0, failed: 1 });
}

function tail(file: string): string {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(-20).join('\n');
  } catch {
    return '';
  }
}
