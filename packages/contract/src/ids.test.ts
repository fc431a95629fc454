import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BlobId, GroupId, InstanceId, SpaceId } from './ids.ts';

test('an id of one kind is no id of another, and every id is a string', () => {
  const [blob, group] = ['b' as BlobId, 'g' as GroupId];
  const item = (id: InstanceId): string => id;
  const space = (id: SpaceId): string => id;
  // @ts-expect-error A blob's id is no item's.
  assert.equal(item(blob), 'b');
  // @ts-expect-error Nor is any string.
  assert.equal(item('text'), 'text');
  // A group's id names its space and its top folder.
  assert.equal(item(group), space(group));
});
