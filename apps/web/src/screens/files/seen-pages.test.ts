import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Instance } from '@alcove/contract';
import { seenNow, type Seen } from './seen-pages.ts';

const items = (...ids: string[]) => ids.map((instanceId) => ({ instanceId }) as Instance);
const nothingYet: Seen = { folderId: 'a', page: 1, items: [], byId: new Map() };
const ids = (seen: Seen) => [...seen.byId.keys()].join('');

test('pages that are turned to add up; what left the page that is open is forgotten, and so is another folder', () => {
  const first = seenNow(nothingYet, 'a', 1, items('x', 'y'));
  const second = seenNow(first, 'a', 2, items('z', 'w'));
  assert.equal(ids(second), 'xyzw');
  assert.equal(ids(seenNow(second, 'a', 2, items('w'))), 'xyw');
  assert.equal(ids(seenNow(second, 'a', 1, items('x', 'z'))), 'xyzw');
  assert.equal(ids(seenNow(second, 'b', 2, items('q'))), 'q');
});
