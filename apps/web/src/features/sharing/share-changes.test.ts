import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Chosen } from '../people/chosen.ts';
import { changesBetween, dayOf, endOfDay } from './share-changes.ts';

const person = (id: string, role: string): Chosen => ({ kind: 'person', id, name: id, accountName: id, path: [], role });

test('only what differs is asked for', () => {
  const before = [person('a', 'edit'), person('b', 'viewOnly'), person('c', 'edit')];
  const after = [person('a', 'edit'), person('b', 'manager'), person('d', 'download')];
  assert.deepEqual(changesBetween(before, after), {
    given: [
      { kind: 'person', id: 'b', role: 'manager' },
      { kind: 'person', id: 'd', role: 'download' },
    ],
    taken: [{ kind: 'person', id: 'c' }],
  });
  assert.deepEqual(changesBetween(before, before), { given: [], taken: [] });
});

test('a day ends with its last moment where the viewer is, and comes back as that day', () => {
  assert.equal(endOfDay(''), null);
  assert.equal(dayOf(null), '');
  for (const day of ['2026-01-01', '2026-03-29', '2028-02-29', '2026-12-31']) {
    assert.equal(dayOf(endOfDay(day)), day);
    assert.equal(new Date(endOfDay(day)!).getMilliseconds(), 999);
  }
});
