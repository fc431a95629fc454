import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstOf, openShareIn, readShareFilter, writeShareFilter } from './share-filter.ts';

test('an address comes back as it was written, and says only what differs', () => {
  const filter = { side: 'initiated', page: 3, pageSize: 50, sortField: 'instanceName', sortOrder: 'asc', keyword: 'a&b' } as const;
  assert.deepEqual(readShareFilter(new URLSearchParams(writeShareFilter(filter).toString())), filter);
  assert.equal(writeShareFilter(firstOf('received')).toString(), '');
});

test('what makes no sense counts as absent', () => {
  const address = new URLSearchParams('tab=x&page=-1&size=7&sort=evil&order=up&share=1');
  assert.deepEqual(readShareFilter(address), firstOf('received'));
  assert.equal(openShareIn(address), null);
});
