import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstAllFiles, readAllFilesFilter, writeAllFilesFilter } from './all-files-filter.ts';

const read = (text: string) => readAllFilesFilter(new URLSearchParams(text));

test('what the address says comes back, and nothing it should not say does', () => {
  const filter = {
    ...firstAllFiles,
    page: 3,
    sortField: 'updateTime',
    sortOrder: 'asc',
    type: 2,
    sizeMin: 104_857_600,
    ageDays: 365,
    keyword: '年报',
  } as const;
  assert.deepEqual(readAllFilesFilter(writeAllFilesFilter(filter)), filter);
  assert.equal(writeAllFilesFilter(firstAllFiles).size, 0);
  for (const odd of ['page=-1', 'page=x', 'size=11', 'sort=owner', 'order=up', 'type=9', 'from=5', 'older=1'])
    assert.deepEqual(read(odd), firstAllFiles, odd);
});
