import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstGroups, readGroupFilter, writeGroupFilter } from './group-filter.ts';

test('what is written is read again', () => {
  const filter = { tab: 'group', page: 3, pageSize: 50, sortField: 'usedSize', sortOrder: 'desc', keyword: '发布 & 会' } as const;
  assert.deepEqual(readGroupFilter(new URLSearchParams(writeGroupFilter(filter).toString())), filter);
  assert.equal(writeGroupFilter(firstGroups).toString(), '');
});

test('what makes no sense in an address counts as absent', () => {
  for (const address of ['tab=mine', 'page=0', 'page=1.5', 'page=x', 'size=7', 'sort=secret', 'order=up'])
    assert.deepEqual(readGroupFilter(new URLSearchParams(address)), firstGroups, address);
});
