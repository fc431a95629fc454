import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './dependency-rules.ts';

const server = (path: string): string => `apps/server/src/${path}`;
const web = (path: string): string => `apps/web/src/${path}`;
const judge = (from: string, specifier: string, typeOnly = false): string[] => violations([{ from, specifier, typeOnly }], () => true);

const refused: [from: string, specifier: string, because: RegExp][] = [
  ['packages/contract/src/a.ts', '@alcove/transfer', /contract imports nothing/],
  ['packages/transfer/src/a.ts', 'node:fs', /ports only/],
  ['packages/transfer/src/a.ts', 'react', /ports only/],
  [web('app/a.ts'), '../../../server/src/main.ts', /never import each other/],
  [web('app/a.ts'), '../../../../packages/contract/src/index.ts', /by its name/],
  [server('upload/a.ts'), '../files/file-queries.ts', /through its index/],
  [server('main.ts'), './files/routes.ts', /through its index/],
  [server('http/a.ts'), '../files/index.ts', /knows no domain/],
  [server('files/a.ts'), '../links/index.ts', /does not know links/],
  [server('files/a.ts'), './b.js', /ends in \.ts/],
  [server('files/a.ts'), './b', /ends in \.ts/],
  [web('items/a.ts'), '../features/sharing/b.ts', /items knows nothing of features/],
  [web('items/a.tsx'), '../features/sharing/b.module.css', /items knows nothing of features/],
  [web('features/sharing/a.ts'), '../../screens/sharing/b.ts', /features knows nothing of screens/],
  [web('screens/files/a.ts'), '../../app/b.ts', /screens knows nothing of app/],
  [web('ui/a.ts'), '../items/b.ts', /ui knows nothing of items/],
  [web('api/a.ts'), '../ui/b.ts', /api knows nothing of ui/],
  [web('helpers/a.ts'), '../ui/b.ts', /the web is app, screens/],
];
for (const [from, specifier, because] of refused) {
  test(`${from} may not import ${specifier}`, () => {
    const exists = (path: string): boolean => !path.endsWith('.js');
    assert.match(violations([{ from, specifier, typeOnly: false }], exists).join('\n'), because);
  });
}

const allowed: [from: string, specifier: string][] = [
  ['packages/transfer/src/a.ts', '@alcove/contract'],
  [web('ui/a.ts'), '@alcove/transfer'],
  [server('upload/a.ts'), '../files/index.ts'],
  [server('upload/a.test.ts'), '../database/testing.ts'],
  [server('main.ts'), './files/index.ts'],
  [server('http/a.ts'), '../database/index.ts'],
  [web('main.tsx'), './app/routes.tsx'],
  [web('screens/groups/a.tsx'), '../files/b.tsx'],
  [web('features/sharing/a.ts'), '../../items/b.ts'],
  [web('items/a.ts'), '../i18n/index.ts'],
];
for (const [from, specifier] of allowed) {
  test(`${from} may import ${specifier}`, () => assert.deepEqual(judge(from, specifier), []));
}

test('features of the web in a ring are named, whatever leads into it', () => {
  const imports = [
    { from: web('features/notices/a.ts'), specifier: '../groups/b.ts', typeOnly: false },
    { from: web('features/groups/b.ts'), specifier: '../people/c.ts', typeOnly: false },
    { from: web('features/people/c.ts'), specifier: '../groups/b.ts', typeOnly: false },
  ];
  assert.deepEqual(
    violations(imports, () => true),
    ['folders in a ring: apps/web/src/features/groups -> apps/web/src/features/people -> apps/web/src/features/groups'],
  );
});

test('folders in a ring are named; types do not make a ring', () => {
  const ring = (typeOnly: boolean) =>
    violations(
      [
        { from: server('files/a.ts'), specifier: '../permission/index.ts', typeOnly: false },
        { from: server('permission/a.ts'), specifier: '../files/index.ts', typeOnly },
      ],
      () => true,
    );
  assert.match(ring(false).join(), /src\/files -> .*permission -> .*files/);
  assert.deepEqual(ring(true), []);
});

test('what a thread loads is light, whatever leads to it; types load nothing', () => {
  const thread = (typeOnly: boolean) =>
    violations(
      [
        { from: server('search/text-worker.ts'), specifier: './index-text.ts', typeOnly: false },
        { from: server('search/index-text.ts'), specifier: '@alcove/contract', typeOnly },
        { from: server('search/index-text.ts'), specifier: '@alcove/contract/decode-text', typeOnly: false },
      ],
      () => true,
    );
  assert.deepEqual(thread(false), [
    'apps/server/src/search/text-worker.ts: a thread loads little, and apps/server/src/search/index-text.ts is heavy (@alcove/contract)',
  ]);
  assert.deepEqual(thread(true), []);
});
