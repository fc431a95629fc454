import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstSearch, fromOf, readSearch, sortedBy, widened, writeSearch, type SearchFilter } from './search-filter.ts';

test('an address says what is looked for, and says it again', () => {
  const filter: SearchFilter = {
    keyword: '季度 100%&a=b',
    scope: 'group',
    type: 3,
    date: 'week',
    size: 'large',
    owner: { userId: '00000000-0000-4000-8000-000000000000', name: '林若溪' },
    tag: '终稿',
    sortField: 'size',
    sortOrder: 'asc',
    page: 3,
    pageSize: 50,
  };
  assert.deepEqual(readSearch(new URLSearchParams(writeSearch(filter).toString())), filter);
  assert.equal(writeSearch({ ...firstSearch, keyword: 'x' }).toString(), 'keyword=x');
});

test('what makes no sense in an address counts as absent', () => {
  const address = new URLSearchParams('keyword=a&scope=moon&type=9&date=never&bytes=-1&owner=me&sort=colour&order=up&page=0&size=7');
  assert.deepEqual(readSearch(address), { ...firstSearch, keyword: 'a' });
});

test('a span of days begins at midnight', () => {
  const today = new Date(2026, 2, 1, 15, 30);
  assert.equal(fromOf('day', today), new Date(2026, 2, 1).toISOString());
  assert.equal(fromOf('week', today), new Date(2026, 1, 23).toISOString());
  assert.equal(fromOf('any', today), undefined);
});

test('clearing the filters keeps the keyword and the order; an order begins with what one looks for', () => {
  const filter: SearchFilter = { ...firstSearch, keyword: 'x', scope: 'group', tag: '终稿', page: 4, ...sortedBy('size') };
  assert.deepEqual(widened(filter), { ...firstSearch, keyword: 'x', sortField: 'size', sortOrder: 'desc' });
  assert.equal(sortedBy('name').sortOrder, 'asc');
  assert.equal(sortedBy('time').sortOrder, 'desc');
});
