import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DepartmentSpace } from '@alcove/contract';
import { readSpaceFilter, spacesOnPage, writeSpaceFilter } from './space-filter.ts';

const spaces = Array.from({ length: 60 }, (_, index) => ({ name: `部门 ${index + 1}` }) as DepartmentSpace);

test('an address that makes no sense shows the first page of all departments', () => {
  const filter = readSpaceFilter(new URLSearchParams('page=-3&size=7&keyword='));
  assert.deepEqual(filter, { page: 1, pageSize: filter.pageSize, keyword: '' });
  assert.equal(writeSpaceFilter(filter).toString(), '');
});

test('the second page begins where the first ended, and a keyword counts only what it finds', () => {
  const second = spacesOnPage(spaces, { page: 2, pageSize: 50, keyword: '' });
  assert.deepEqual([second.total, second.items.length, second.items[0]?.name], [60, 10, '部门 51']);
  const found = spacesOnPage(spaces, { page: 1, pageSize: 50, keyword: '部门 6' });
  assert.deepEqual(
    found.items.map(({ name }) => name),
    ['部门 6', '部门 60'],
  );
});
