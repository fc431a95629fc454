import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { InstanceId } from '@alcove/contract';
import { payloadsOf } from './event-payload.ts';
import type { LiveUpdate } from './event-payload.ts';

const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
const pairsOf = (updates: LiveUpdate[]) =>
  updates.flatMap((update) =>
    ('to' in update ? update.to : 'toAll' in update ? ['everyone'] : [update.inSpace]).flatMap((to) =>
      update.event === 'listChanged' ? update.folderIds.map((id) => `${to} ${id}`) : [to],
    ),
  );

test('nothing is lost, doubled or longer than PostgreSQL takes, however many people and folders', () => {
  for (const [people, folders, times] of [
    [1, 1, 1],
    [1, 2000, 1],
    [400, 1, 1],
    [250, 250, 1],
    [1, 3, 700],
  ] as const) {
    const updates: LiveUpdate[] = Array.from({ length: times }, () => ({
      to: ids(people),
      event: 'listChanged',
      folderIds: ids(folders) as InstanceId[],
    }));
    const payloads = payloadsOf(updates);
    for (const payload of payloads) assert.ok(Buffer.byteLength(payload) < 8000, `${payload.length} bytes`);
    assert.deepEqual(pairsOf(payloads.flatMap((payload) => JSON.parse(payload) as LiveUpdate[])).sort(), pairsOf(updates).sort());
  }
});

test('what is small travels together, and what is for nobody does not travel', () => {
  const capacity: LiveUpdate = { to: ids(1), event: 'capacityChanged' };
  assert.equal(payloadsOf(Array.from({ length: 50 }, () => capacity)).length, 1);
  assert.deepEqual(payloadsOf([{ to: [], event: 'notice' }]), []);
});
