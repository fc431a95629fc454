import assert from 'node:assert/strict';
import { test } from 'node:test';
import { neutral, original } from './neutral.ts';

test('no cell begins like a formula, and comes back as it was', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx']) {
    assert.equal(neutral(text), `'${text}`);
    assert.equal(original(neutral(text)), text);
  }
  for (const text of ['', '王磊', "'", "'a", 'a=1']) assert.deepEqual([neutral(text), original(text)], [text, text]);
});
