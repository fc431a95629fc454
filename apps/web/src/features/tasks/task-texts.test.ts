/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Task } from '@alcove/contract';
import { taskTexts } from './task-texts.ts';

const progress = { taskId: '1', state: 'running', done: 1, total: 2, createTime: '', endTime: null, error: null } as const;

test('a kind that this release does not know has neutral texts', () => {
  const later = { ...progress, kind: 'later', items: null } as unknown as Task;
  for (const task of [later, { ...progress, kind: 'other' } as const])
    assert.deepEqual(taskTexts(task), {
      name: 'tasks.other',
      title: 'tasks.other',
      done: 'tasks.otherDone',
      cancelled: 'tasks.otherCancelled',
      failed: null,
    });
  assert.equal(taskTexts({ ...later, error: 'reason' }).failed, 'tasks.otherFailed');
});
