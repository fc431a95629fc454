import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './dependency-rules.ts';

const server = (path: string): string => `apps/server/src/${path}`;
const judge = (from: string, specifier: string, typeOnly = false): string[] => violations([{ from, specifier, typeOnly }], () => true);

const refused: [from: string, specifier: string, because: RegExp][] = [
  ['packages/contract/src/a.ts', '@alcove/transfer', /contract imports nothing/],
  ['packages/transfer/src/a.ts', 'node:fs', /ports only/],
  ['packages/transfer/src/a.ts', 'react', /ports only/],
  ['apps/web/src/a.ts', '../../server/src/main.ts', /never import each other/],
  ['apps/web/src/a.ts', '../../../packages/contract/src/index.ts', /by its name/],
  [server('upload/a.ts'), '../files/file-queries.ts', /through its index/],
  [server('http/a.ts'), '../files/index.ts', /knows no domain/],
  [server('files/a.ts'), '../links/index.ts', /does not know links/],
  [server('files/a.ts'), './b.js', /ends in \.ts/],
  [server('files/a.ts'), './b', /ends in \.ts/],
];
for (const [from, specifier, because] of refused) {
  test(`${from} may not import ${specifier}`, () => {
    const exists = (path: string): boolean => !path.endsWith('.js');
    assert.match(violations([{ from, specifier, typeOnly: false }], exists).join('\n'), because);
  });
}

const allowed: [from: string, specifier: string][] = [
  ['packages/transfer/src/a.ts', '@alcove/contract'],
  ['apps/web/src/a.ts', '@alcove/transfer'],
  [server('upload/a.ts'), '../files/index.ts'],
  [server('upload/a.test.ts'), '../database/testing.ts'],
  [server('main.ts'), './files/routes.ts'],
  [server('http/a.ts'), '../database/index.ts'],
];
for (const [from, specifier] of allowed) {
  test(`${from} may import ${specifier}`, () => assert.deepEqual(judge(from, specifier), []));
}

test('folders in a ring are named; types do not make a ring', () => {
  const ring = (typeOnly: boolean) =>
    violations(
      [
        { from: server('files/a.ts'), specifier: '../permission/index.ts', typeOnly: false },
        { from: server('permission/a.ts'), specifier: '../files/index.ts', typeOnly },
      ],
      () => true,
    );
  assert.match(ring(false).join(), /files -> permission -> files/);
  assert.deepEqual(ring(true), []);
});
