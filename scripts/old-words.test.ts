import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { oldNames, oldWordsOf } from './old-words.ts';

const words = [
  { old: 'explain', now: 'access-report' },
  { old: 'hold-*', now: 'lock-*' },
];

const refused: [path: string, because: RegExp][] = [
  ['apps/server/src/explain/index.ts', /explain is an old word for access-report/],
  ['apps/web/src/features/explain/ExplainTab.tsx', /access-report/],
  ['tests/explain.spec.ts', /access-report/],
  ['apps/server/src/groups/hold-group.ts', /lock-\*/],
];
for (const [path, because] of refused)
  test(`an old name is refused: ${path}`, () => assert.match(oldNames(path, words).join('\n'), because));

test('a word within another is no old word', () => {
  assert.deepEqual(oldNames('apps/server/src/permission/explain-for.ts', words), []);
  assert.deepEqual(oldNames('apps/web/src/ui/threshold.ts', words), []);
});

test('the glossary’s own table is read', () => {
  const found = oldWordsOf(readFileSync(join(import.meta.dirname, '../docs/glossary.md'), 'utf8'));
  assert.ok(found.some(({ old, now }) => old === 'confined' && now === 'sandbox'));
  assert.ok(found.length > 15);
});
