/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstFilter, openFolder, readFilter, writeFilter } from './file-filter.ts';

const folder = '01890a5d-ac96-774b-bcce-b302099a8057';

test('what was written is read back', () => {
  const filter = {
    ...firstFilter,
    folder,
    page: 7,
    pageSize: 100,
    sortField: 'fileSize',
    sortOrder: 'asc',
    keyword: '预算 & co',
    type: 3,
    tag: '终稿',
  } as const;
  assert.deepEqual(readFilter(writeFilter(filter, new URLSearchParams())), filter);
});

test('the first view leaves the address bare, and foreign parameters stay', () => {
  assert.equal(writeFilter(firstFilter, new URLSearchParams('page=3&from=mail')).toString(), 'from=mail');
});

test('nonsense in the address counts as absent', () => {
  assert.deepEqual(readFilter(new URLSearchParams('folder=../etc&page=-2&size=17&sort=password&order=up&type=99')), firstFilter);
});

test('another folder starts at page one without the filter but with the sort', () => {
  const next = openFolder({ ...firstFilter, page: 9, keyword: 'x', sortField: 'instanceName' }, folder);
  assert.deepEqual([next.page, next.keyword, next.sortField], [1, '', 'instanceName']);
});
