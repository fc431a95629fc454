import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { dist, fileOf, namedIn, startOf, wireBytes, withImports } from './built-pages.ts';

/** What a visitor's phone may fetch of script before it shows the gate or the list, in bytes. */
const mostBytes = 200_000;

let eager: Set<string>;
before(() => {
  assert.ok(existsSync(fileOf('visitor.html')), 'the web app is built before the tests run');
  eager = startOf('visitor.html');
});

test('the page of link visitors starts with less than 200 KB of script over the wire', () => {
  const weights = [...eager].map((address) => ({ address, bytes: wireBytes(address) }));
  const bytes = weights.reduce((sum, one) => sum + one.bytes, 0);
  assert.ok(weights.length >= 4, 'the page loads React and its own code');
  assert.ok(bytes > 80_000, `${bytes} bytes cannot be the whole page`);
  const heaviest = weights.toSorted((a, b) => b.bytes - a.bytes).map((one) => `${one.bytes} ${one.address}`);
  assert.ok(bytes < mostBytes, `${bytes} bytes:\n${heaviest.join('\n')}`);
});

test('the transfer engine, the schemas of the calls and the components of the app come only when they are needed', () => {
  const chunks = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));
  const holding = (sign: string): string[] =>
    chunks.map((name) => `/disk/assets/${name}`).filter((address) => readFileSync(fileOf(address), 'utf8').includes(sign));
  for (const sign of ['CompleteMultipartUpload', 'ZodError', 'MantineProvider was not found']) {
    const holders = holding(sign);
    assert.ok(holders.length > 0, `${sign} is nowhere in the build`);
    assert.deepEqual(
      holders.filter((address) => eager.has(address)),
      [],
      `${sign} comes with the page`,
    );
  }
});

test('nothing that visitors open starts the app on their page', () => {
  const chunks = readdirSync(join(dist, 'assets')).filter((name) => /^(?:visitor|viewer)-.*\.js$/.test(name));
  // Quoted in any way: what they import now or later.
  const opened = chunks.flatMap((chunk) => [...readFileSync(join(dist, 'assets', chunk), 'utf8').matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)]);
  const reached = withImports(opened.map(([, name]) => `/disk/assets/${name}`));
  assert.ok(reached.size > eager.size + 5, 'their previews and uploads were followed');
  const own = namedIn(readFileSync(fileOf('index.html'), 'utf8')).filter((address) => /\/index-/.test(address));
  assert.equal(own.length, 1, 'the page names the entry of the app');
  assert.deepEqual(
    own.filter((address) => reached.has(address)),
    [],
  );
});

test('the app starts without the schemas of the calls', () => {
  const start = [...startOf('index.html')].map((address) => readFileSync(fileOf(address), 'utf8'));
  assert.ok(
    start.some((code) => code.includes('/disk/api/collect/page')),
    'it knows the calls',
  );
  assert.ok(!start.some((code) => code.includes('ZodError')));
});
