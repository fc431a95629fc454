import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { brokenSteps, walksOf } from './walks.ts';
import type { Step } from './walks.ts';

const root = resolve(import.meta.dirname, '..');
const read = (file: string): string | null => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : null);

test('the walks of the architecture lead where they say', () => {
  const walks = walksOf(read('docs/architecture.md')!);
  assert.equal(walks.length, 5);
  for (const walk of walks) {
    assert.ok(walk.length > 3, JSON.stringify(walk));
    assert.deepEqual(brokenSteps(walk, read), []);
  }
});

test('a file that is gone, and one that nothing before it imports, are named', () => {
  const files: Record<string, string> = {
    'a/one.ts': "import { two } from '../b/index.ts';",
    'b/index.ts': "export { two } from './two.ts';",
    'b/two.ts': '',
    'b/three.ts': '',
    'a/root.ts': "import { three } from '../b/three.ts';",
  };
  const readInvented = (file: string): string | null => files[file] ?? null;
  const broken = (...walk: Step[]): string[] => brokenSteps([{ file: 'a/one.ts' }, ...walk], readInvented);
  assert.deepEqual(broken({ file: 'b/two.ts' }), []);
  assert.deepEqual(broken({ file: 'b/three.ts' }), ['b/three.ts: nothing before it imports it']);
  assert.deepEqual(broken({ file: 'b/three.ts', openedBy: 'a/root.ts' }), []);
  assert.deepEqual(broken({ file: 'b/three.ts', openedBy: 'a/one.ts' }), ['b/three.ts: nothing before it imports it']);
  assert.deepEqual(broken({ file: 'b/four.ts' }), ['b/four.ts: there is no such file']);
});

test('the main walks are short: a newcomer reads one from end to end', () => {
  const [client, server, , download] = walksOf(read('docs/architecture.md')!);
  assert.ok(client!.length <= 8, `a part of an upload, in the client: ${JSON.stringify(client)}`);
  assert.ok(server!.length <= 5, `a part of an upload, on the server: ${JSON.stringify(server)}`);
  assert.ok(download!.length <= 7, `a download link: ${JSON.stringify(download)}`);
});
