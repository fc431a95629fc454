import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { before, test } from 'node:test';

const dist = resolve(import.meta.dirname, '../apps/web/dist');
/** What a visitor's phone may fetch of script before it shows the gate or the list, in bytes. */
const mostBytes = 200_000;

const fileOf = (address: string): string => join(dist, address.replace(/^\/disk\//, ''));

/** What the page names itself: its scripts, and what the browser fetches ahead of them. */
const namedIn = (html: string): string[] =>
  [...html.matchAll(/<(?:script|link rel="modulepreload")[^>]*(?:src|href)="(\/disk\/[^"]+\.js)"/g)].flatMap(
    ([, address]) => address ?? [],
  );

/** What a chunk imports before it runs. `import(…)` waits for a need, so it does not count. */
const importedBy = (code: string): string[] =>
  [...code.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([\w.-]+\.js)"/g)].map(([, name]) => `/disk/assets/${name}`);

/** What the page loads before it runs. */
function startOf(page: string): Set<string> {
  const start = new Set<string>();
  const waiting = namedIn(readFileSync(fileOf(page), 'utf8'));
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (start.has(address)) continue;
    start.add(address);
    waiting.push(...importedBy(readFileSync(fileOf(address), 'utf8')));
  }
  return start;
}

let eager: Set<string>;
before(() => {
  assert.ok(existsSync(fileOf('visitor.html')), 'the web app is built before the tests run');
  eager = startOf('visitor.html');
});

test('the page of link visitors starts with less than 200 KB of script over the wire', () => {
  const weights = [...eager].map((address) => {
    // The slower compression that every browser understands; files too small to gain from it are sent as they are.
    const [plain, zipped] = [fileOf(address), `${fileOf(address)}.gz`];
    return { address, bytes: statSync(existsSync(zipped) ? zipped : plain).size };
  });
  const bytes = weights.reduce((sum, one) => sum + one.bytes, 0);
  assert.ok(weights.length >= 5, 'the page loads React, icons and its own code');
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

test('the app starts without the schemas of the calls', () => {
  const start = [...startOf('index.html')].map((address) => readFileSync(fileOf(address), 'utf8'));
  assert.ok(
    start.some((code) => code.includes('/disk/api/collect/page')),
    'it knows the calls',
  );
  assert.ok(!start.some((code) => code.includes('ZodError')));
});
