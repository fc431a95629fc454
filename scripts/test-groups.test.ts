import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { after, test } from 'node:test';
import { countNodeTests } from './sum-results.ts';
import type { NodeTests } from './sum-results.ts';
import { alone, argumentsOf, groupsOf, longest, onlyOverS3, overS3, quiet, withOldest } from './test-groups.ts';

const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'alcove-groups-'));
after(() => rmSync(folder, { recursive: true }));

const good = "import { test } from 'node:test'; test('good', () => {});";

/** Runs made-up files as one group, as ./test does. */
function count(files: Record<string, string>): NodeTests & { names: string[] } {
  const paths = Object.entries(files).map(([name, source]) => {
    writeFileSync(join(folder, name), source);
    return relative(root, join(folder, name));
  });
  const report = join(mkdtempSync(join(folder, 'report-')), 'report.json');
  const { NODE_TEST_CONTEXT: _here, ...env } = process.env;
  const { status } = spawnSync(process.execPath, argumentsOf({ files: paths, report }), { cwd: root, env });
  const counts = countNodeTests([{ files: paths, report }], status ?? 1);
  return { ...counts, names: counts.failures.map(({ file, name }) => `${file.split('/').at(-1)}: ${name.split('/').at(-1)}`) };
}

test('each file is in one group, once, and one that needs its process is alone in it', () => {
  const files = [...Array.from({ length: 30 }, (_, n) => `apps/${n}.test.ts`), ...Object.keys(alone), ...Object.keys(quiet)];
  const groups = groupsOf(files);
  assert.deepEqual(groups.flatMap((group) => group.files).sort(), [...files].sort());
  for (const group of groups) if (group.files.some((file) => file in alone || file in quiet)) assert.equal(group.files.length, 1);
  for (const { files: some, isQuiet } of groups) assert.equal(isQuiet, Object.keys(quiet).includes(some[0]!));
  assert.deepEqual(groupsOf([]), []);
});

test('each file that is named is there, and the longest are in groups of their own', () => {
  assert.deepEqual(
    [...Object.keys(alone), ...Object.keys(quiet), ...longest, ...onlyOverS3, ...withOldest].filter(
      (file) => !existsSync(join(root, file)),
    ),
    [],
  );
  const groups = groupsOf([...longest, ...Array.from({ length: 60 }, (_, n) => `apps/${n}.test.ts`)]);
  for (const { files } of groups) assert.ok(files.filter((file) => longest.includes(file)).length <= 3 && files.length >= 8, files.join());
});

test('what needs S3 runs over it each time, everything else with one of two commits, and all of it when it is thorough', () => {
  const files = [...onlyOverS3, ...Array.from({ length: 7 }, (_, n) => `apps/${n}.store.test.ts`)];
  const [even, odd] = [overS3(files, 4), overS3(files, 7)];
  assert.deepEqual([...new Set([...even, ...odd])].sort(), [...files].sort());
  assert.deepEqual(
    even.filter((file) => odd.includes(file)),
    onlyOverS3,
  );
  assert.deepEqual(overS3(files, null), files);
});

test('a test that asks for an S3 engine is named for the run that has one', () => {
  const asks = globSync('apps/*/src/**/*.test.ts', { cwd: root }).filter((file) =>
    /s3TestStore\(/.test(readFileSync(join(root, file), 'utf8')),
  );
  assert.ok(asks.length >= 3);
  assert.deepEqual(
    asks.filter((file) => !file.endsWith('.store.test.ts')),
    [],
  );
});

test('two files in one process: each has its own set-up, and what fails is told of its test, even errors that nobody caught', () => {
  const own = (name: string, check: string): string =>
    `import { after, before, test } from 'node:test'; import assert from 'node:assert';
    before(() => { globalThis.open = '${name}'; }); after(() => { globalThis.open = undefined; });
    test('its own', () => assert.equal(globalThis.open, '${name}')); ${check}`;
  const bad = "test('bad', async (t) => { await t.test('inner', () => assert.fail('no')); });";
  const late = (how: string): string =>
    `test('${how}', async () => { await null; await new Promise(() => setTimeout(async () => { ${how} new Error('late'); }, 10)); });`;
  const uncaught = `${late('throw')} ${late('await null; throw')} test('then', () => {});`;
  const counts = count({ 'one.test.ts': own('one', uncaught), 'two.test.ts': own('two', bad), 'three.test.ts': good });
  assert.deepEqual(counts.names, ['one.test.ts: throw', 'one.test.ts: await null; throw', 'two.test.ts: inner', 'two.test.ts: bad']);
  assert.deepEqual([counts.passed, counts.files!.length], [4, 3]);
  assert.ok(counts.failed > 0);
});

for (const [what, source] of [
  ['that ends its process as if all were well', "import { test } from 'node:test'; test('out', () => process.exit(0));"],
  ['that is killed', "import { test } from 'node:test'; test('out', () => process.kill(process.pid, 'SIGKILL'));"],
] as const)
  test(`a file ${what} takes nobody along unseen: it failed, and so did each after it`, () => {
    const { passed, failed, names } = count({ 'before.test.ts': good, 'silent.test.ts': source, 'behind.test.ts': good });
    assert.ok(failed >= 2, `${passed} passed, ${failed} failed`);
    for (const file of ['silent', 'behind'])
      assert.ok(
        names.some((name) => name.startsWith(`${file}.test.ts`)),
        names.join(),
      );
  });

for (const [what, source] of [
  ['that cannot be loaded', "throw new Error('no');"],
  ['whose set-up fails', "import { before, test } from 'node:test'; before(() => { throw new Error('no'); }); test('never', () => {});"],
  ['without a test', 'export {};'],
] as const)
  test(`a file ${what} is a failure with a name`, () => {
    const { passed, failed, names } = count({ 'before.test.ts': good, 'broken.test.ts': source });
    assert.deepEqual([passed, failed], [1, 1]);
    assert.ok(names.every((name) => name.startsWith('broken.test.ts')) && names.length > 0, names.join());
  });

test('a run without any file is a failure', () => assert.equal(countNodeTests([], 0).failed, 1));
