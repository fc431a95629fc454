import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { attack, patternsIn } from './slow-patterns.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Patterns that may be slow, by file, each with the reason: their input is short. */
const allowed: Record<string, string> = {
  'apps/server/src/config.ts /\\/+$/': 'a setting of the operator',
  'apps/server/src/storage/s3-store.ts /\\/+$/': 'a setting of the operator',
  'apps/server/src/identity/passwords.ts /=+$/': 'base64 of our own, 44 characters',
  'apps/server/src/database/embedded.ts /lock file .* already exists|pre-existing shared memory block/':
    'what PostgreSQL says at its start',
};

test('no pattern of the product takes longer than in proportion to what it is given', { timeout: 120_000 }, () => {
  const files = globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], { cwd: root }).filter(
    (file) => !/\.test(-support)?\.tsx?$|\/testing\/|\/demo\//.test(file),
  );
  const patterns = files.flatMap((file) => patternsIn(`${root}/${file}`).map((pattern) => ({ ...pattern, file })));
  assert.ok(patterns.length > 150, `${patterns.length} were found`);
  const slow = patterns.flatMap((pattern) => {
    const { file, line, source, flags } = pattern;
    if (`${file} /${source}/${flags}` in allowed) return [];
    const text = attack(pattern);
    return text === null ? [] : [`${file}:${line} /${source}/${flags} on ${text}`];
  });
  assert.deepEqual(slow, []);
});

test('patterns that once stopped the server are found', () => {
  for (const source of [String.raw`^\s*(?:<\?xml[^>]*\?>)?\s*<Complete`, String.raw`<Part>([^]*?)<\/Part>`, '^(a+)+$', String.raw`\s+$`])
    assert.notEqual(attack({ source, flags: '' }), null, source);
  for (const source of ['^[0-9a-f]{32}$', String.raw`^\s*x`, String.raw`[\p{L}\p{M}\p{N}]+`])
    assert.equal(attack({ source, flags: 'u' }), null, source);
});
