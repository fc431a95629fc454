import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from './ids.ts';

test('ids are valid UUIDv7s of now, and each sorts after the one before, however many a millisecond has', () => {
  const before = Date.now();
  const ids = Array.from({ length: 20_000 }, newId);
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, ids.length);
  const time = (id: string): number => parseInt(id.replace('-', '').slice(0, 12), 16);
  assert.ok(time(ids[0]!) >= before && time(ids.at(-1)!) <= Date.now() + 10);
});
