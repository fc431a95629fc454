import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLogsFilter, requestOf, writeLogsFilter } from './log-filter.ts';

const address = (text: string) => readLogsFilter(new URLSearchParams(text));

test('an address comes back as it was, and what anybody may have typed does not count', () => {
  const own = 'page=3&keyword=x&from=2026-11-15T00%3A00%3A00.000Z&to=2026-11-16T00%3A00%3A00.000Z&action=user.signIn&result=refused';
  assert.equal(writeLogsFilter(address(own)).toString(), own);
  assert.equal(writeLogsFilter(address('period=all&deed=download')).toString(), 'period=all&deed=download');
  const wrong = address('page=0&period=4&from=2026-11-16&to=2026-11-15&person=x&action=toString&deed=x&result=x&region=1');
  assert.equal(writeLogsFilter(wrong).toString(), '');
});

test('the last seven days begin at midnight six days ago', () => {
  const today = new Date(2026, 10, 21, 10, 30);
  assert.deepEqual(requestOf(address(''), today), { from: new Date(2026, 10, 15).toISOString() });
  assert.deepEqual(requestOf(address('period=all&keyword=+a+'), today), { keyword: 'a' });
});
