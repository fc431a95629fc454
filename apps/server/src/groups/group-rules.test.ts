import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '@alcove/contract';
import { handoverRefusal, identityOf, isGroupSize, leaveRefusal } from './group-rules.ts';
import type { HandoverFacts } from './group-rules.ts';

test('a group has a positive whole number of bytes', () => {
  for (const bytes of [1, 2 ** 30, limits.groupBytes]) assert.equal(isGroupSize(bytes), true, `${bytes}`);
  for (const bytes of [0, -1, 1.5, Number.NaN, Infinity, limits.groupBytes + 1, 2 ** 53 + 2, -0])
    assert.equal(isGroupSize(bytes), false, `${bytes}`);
});

test('the leader is the owner, the manager level an administrator, every other one a member', () => {
  assert.equal(identityOf(true, 'manager'), 'owner');
  assert.equal(identityOf(false, 'manager'), 'administrator');
  for (const level of ['viewOnly', 'download', 'edit', 'externalSharing'] as const) assert.equal(identityOf(false, level), 'member');
});

const possible: HandoverFacts = {
  senderId: 'a',
  receiverId: 'b',
  dissolving: false,
  waitingFor: null,
  receiverActive: true,
  receiverIsMember: true,
  receiverHasQuota: true,
  receiverHasSyncGroup: false,
};

test('a handover is refused by what stands against it, and by that alone', () => {
  assert.equal(handoverRefusal(possible), null);
  assert.equal(handoverRefusal({ ...possible, waitingFor: 'b' }), null);
  const cases: [Partial<HandoverFacts>, string][] = [
    [{ receiverId: 'a' }, 'HANDOVER_SAME_PERSON'],
    [{ dissolving: true }, 'GROUP_DISSOLVING'],
    [{ waitingFor: 'c' }, 'HANDOVER_WAITING'],
    [{ receiverIsMember: false }, 'GROUP_NOT_MEMBER'],
    [{ receiverActive: false }, 'HANDOVER_RECEIVER_INACTIVE'],
    [{ receiverHasSyncGroup: true }, 'HANDOVER_SYNC_GROUP'],
    [{ receiverHasQuota: false }, 'HANDOVER_NO_SPACE'],
  ];
  for (const [facts, code] of cases) assert.equal(handoverRefusal({ ...possible, ...facts }), code);
});

test('neither the leader nor whom only a department brought in can leave', () => {
  assert.equal(leaveRefusal({ leads: true, ownGrant: false }), 'GROUP_LEADER_LEAVES');
  assert.equal(leaveRefusal({ leads: false, ownGrant: false }), 'GROUP_BY_DEPARTMENT');
  assert.equal(leaveRefusal({ leads: false, ownGrant: true }), null);
});
