import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf, creationOf, draftOf, missingIn, newDraft } from './rule-draft.ts';

const rule = {
  ruleId: '01890000-0000-7000-8000-000000000000',
  name: '大文件',
  kind: 'size',
  value: '1572864',
  action: 'review',
  enabled: true,
  updateTime: '2026-11-01T00:00:00Z',
} as const;

test('a size is written in megabytes and sent in bytes', () => {
  const before = draftOf(rule);
  assert.equal(before.values.size, 1.5);
  assert.deepEqual(changesOf({ ...before, values: { ...before.values, size: 2 } }, before), { value: '2097152' });
});

test('only what differs is sent', () => {
  const before = draftOf(rule);
  assert.deepEqual(changesOf(before, before), {});
  assert.deepEqual(changesOf({ ...before, name: ' 大文件 ' }, before), {});
  assert.deepEqual(changesOf({ ...before, enabled: false, action: 'refuse' }, before), { action: 'refuse', enabled: false });
});

test('an empty name or value is missing, and so is a size of nothing', () => {
  assert.deepEqual(missingIn(newDraft()), ['name', 'value']);
  for (const size of ['', 0, -1, 'x']) assert.deepEqual(missingIn({ ...draftOf(rule), values: { ...newDraft().values, size } }), ['value']);
  const whole = { ...newDraft(), name: 'n', values: { ...newDraft().values, keyword: '合同' } };
  assert.deepEqual(missingIn(whole), []);
  assert.deepEqual(creationOf(whole), { name: 'n', kind: 'keyword', value: '合同', action: 'review', enabled: true });
});
