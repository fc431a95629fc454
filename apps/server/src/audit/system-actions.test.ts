import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { actionNames } from '@alcove/contract/action-names';

const root = resolve(import.meta.dirname, '..');
const written = globSync('**/*.ts', { cwd: root })
  .filter((file) => !/\.(test|test-support)\.ts$/.test(file))
  .flatMap((file) => readFileSync(resolve(root, file), 'utf8').match(/(?<=')system\.\w+(?=')/g) ?? []);

test('what jobs write and what has a name is the same', () => {
  assert.deepEqual(
    [...new Set(written)].sort(),
    Object.keys(actionNames)
      .filter((action) => action.startsWith('system.'))
      .sort(),
  );
});
