import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskedName } from './index.ts';

test('the first character of a name is shown, whatever script it is in, and nothing of its length', () => {
  for (const [name, masked] of [
    ['林溪', '林**'],
    ['欧阳若溪', '欧**'],
    ['Smith', 'S**'],
    ['  王', '王**'],
    ['👩‍🚀 Ann', '👩‍🚀**'],
    ['𠮷野', '𠮷**'],
    ['', '**'],
  ] as const)
    assert.equal(maskedName(name), masked);
});
