import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageInput, readLinkFilter, writeLinkFilter } from './link-filter.ts';

test('the address gives back the list that it was written from', () => {
  const filter = { state: 'failed', page: 3, pageSize: 50, sortField: 'visits', sortOrder: 'asc', keyword: '白皮书' } as const;
  assert.deepEqual(readLinkFilter(writeLinkFilter(filter)), filter);
});

test('the default list has a bare address', () => {
  assert.equal(writeLinkFilter(readLinkFilter(new URLSearchParams())).toString(), '');
});

test('what nobody could have chosen counts as absent, and is not sent', () => {
  const filter = readLinkFilter(new URLSearchParams('state=open&page=-1&size=7&sort=password&order=up'));
  assert.deepEqual(pageInput(filter), { page: 1, pageSize: 20, sortField: 'createTime', sortOrder: 'desc' });
});
