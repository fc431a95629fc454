import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adminItems, permissionItems } from '@alcove/contract';
import { adminItemGroups, fileItemGroups } from './item-groups.ts';
import { countChanges, newDraft } from './role-draft.ts';

test('every item of the contract stands in exactly one group, so that none can be forgotten on the screen', () => {
  assert.deepEqual(adminItemGroups.flatMap(({ items }) => items).toSorted(), [...adminItems].toSorted());
  assert.deepEqual(fileItemGroups.flatMap(({ items }) => items).toSorted(), [...permissionItems].toSorted());
});

test('changes are counted: name, type and each item once; an advanced role has no items of its own to count', () => {
  const before = newDraft('Clerk', undefined);
  assert.equal(countChanges(before, before), 0);
  assert.equal(countChanges({ ...before, name: ' Clerk ' }, before), 0);
  assert.equal(countChanges({ ...before, name: 'Clerks', adminItems: ['people.view', 'people.edit'] }, before), 3);
  assert.equal(
    countChanges({ ...before, type: 'advanced', adminItems: ['people.view'], fileItems: [] }, before),
    1 + before.fileItems.length,
  );
});
