import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failures } from '@alcove/contract';

test('no two failures share a code: a client tells them apart by it', () => {
  const named = Object.entries(failures).map(([name, { errcode }]) => [errcode, name] as const);
  for (const [errcode, name] of named)
    assert.deepEqual(
      named.filter(([other]) => other === errcode).map(([, twin]) => twin),
      [name],
    );
});
