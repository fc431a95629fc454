/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Instance, InstantTicket, UploadPlan } from '@alcove/contract';
import { newItem, transition } from './item-machine.ts';
import type { ItemEvent, ItemState, Session } from './item-machine.ts';

const plan = { uploadflag: '3', uploadId: null, partCount: 3 } as UploadPlan;
const ticket = { uploadflag: '1', fileId: 't' } as InstantTicket;
const session: Session = { md5: 'm', plan, uploadId: null, openedIn: 2 };
const older: Session = { ...session, openedIn: 1 };
const instance = { instanceId: 'i' } as Instance;
const attempt = 2;
const states = {
  ready: { status: 'ready', attempt, sentBytes: 0 },
  checking: { status: 'checking', attempt, step: 'hash', hashedBytes: 0 },
  proving: { status: 'checking', attempt, step: 'proof', hashedBytes: 0 },
  uploading: { status: 'uploading', attempt, session, sentBytes: 5 },
  resumed: { status: 'uploading', attempt, session: older, sentBytes: 5 },
  merging: { status: 'merging', attempt, session, sentBytes: 9 },
  pause: { status: 'pause', attempt, because: 'user', session, sentBytes: 5 },
  offline: { status: 'pause', attempt, because: 'offline', session, sentBytes: 5 },
  error: { status: 'error', attempt, error: { code: '[303]', errmsg: '' }, session, sentBytes: 5 },
  onTimeout: { status: 'onTimeout', attempt, error: { code: 'TIMEOUT', errmsg: '' }, sentBytes: 0 },
  success: { status: 'success', instance },
  deleted: { status: 'deleted' },
} as const satisfies Record<string, ItemState>;
type Name = keyof typeof states;

/** The event, then for each state that accepts it the next status and the commands. All other states stay unchanged. */
const table: [string, ItemEvent, Partial<Record<Name, [ItemState['status'], ...string[]]>>][] = [
  ['started', { type: 'started' }, { ready: ['checking', 'check'] }],
  [
    'resumed',
    { type: 'resumed' },
    {
      pause: ['uploading', 'sendParts'],
      offline: ['uploading', 'sendParts'],
      error: ['uploading', 'sendParts'],
      onTimeout: ['checking', 'check'],
    },
  ],
  ['requeued', { type: 'requeued' }, { pause: ['ready'], offline: ['ready'], error: ['ready'], onTimeout: ['ready'] }],
  [
    'paused by a person',
    { type: 'paused', because: 'user' },
    {
      ready: ['pause'],
      checking: ['pause', 'stop'],
      proving: ['pause', 'stop'],
      uploading: ['pause', 'stop'],
      resumed: ['pause', 'stop'],
      offline: ['pause'],
    },
  ],
  [
    'paused offline',
    { type: 'paused', because: 'offline' },
    {
      ready: ['pause'],
      checking: ['pause', 'stop'],
      proving: ['pause', 'stop'],
      uploading: ['pause', 'stop'],
      resumed: ['pause', 'stop'],
      merging: ['pause', 'stop'],
    },
  ],
  [
    'removed',
    { type: 'removed' },
    {
      ready: ['deleted', 'stop'],
      checking: ['deleted', 'stop'],
      proving: ['deleted', 'stop'],
      uploading: ['deleted', 'stop', 'abort'],
      resumed: ['deleted', 'stop', 'abort'],
      merging: ['deleted', 'stop', 'abort'],
      pause: ['deleted', 'stop', 'abort'],
      offline: ['deleted', 'stop', 'abort'],
      error: ['deleted', 'stop', 'abort'],
      onTimeout: ['deleted', 'stop'],
    },
  ],
  [
    'dropped',
    { type: 'dropped' },
    Object.fromEntries(
      (Object.keys(states) as Name[]).filter((name) => name !== 'success' && name !== 'deleted').map((name) => [name, ['deleted', 'stop']]),
    ),
  ],
  ['hashed', { type: 'hashed', attempt, hashedBytes: 7 }, { checking: ['checking'], proving: ['checking'] }],
  ['contentKnown', { type: 'contentKnown', attempt, md5: 'm', ticket }, { checking: ['checking', 'prove'] }],
  ['sessionOpened', { type: 'sessionOpened', attempt, md5: 'm', plan }, { checking: ['uploading', 'sendParts'] }],
  ['initiated', { type: 'initiated', attempt, uploadId: 'u' }, { uploading: ['uploading'], resumed: ['uploading'] }],
  ['sent', { type: 'sent', attempt, sentBytes: 8 }, { uploading: ['uploading'], resumed: ['uploading'] }],
  ['allPartsSent', { type: 'allPartsSent', attempt }, { uploading: ['merging', 'merge'], resumed: ['merging', 'merge'] }],
  ['saved', { type: 'saved', attempt, instance }, { proving: ['success'], merging: ['success'] }],
  [
    'sessionLost',
    { type: 'sessionLost', attempt },
    { checking: ['error'], proving: ['error'], uploading: ['error'], resumed: ['checking', 'check'], merging: ['error'] },
  ],
  [
    'failed',
    { type: 'failed', attempt, error: { code: '[303]', errmsg: '' } },
    { checking: ['error'], proving: ['error'], uploading: ['error'], resumed: ['error'], merging: ['error'] },
  ],
  [
    'failed by timeout',
    { type: 'failed', attempt, error: { code: 'TIMEOUT', errmsg: '' } },
    {
      checking: ['onTimeout'],
      proving: ['onTimeout'],
      uploading: ['onTimeout'],
      resumed: ['onTimeout'],
      merging: ['onTimeout'],
    },
  ],
  [
    'failed by a changed file',
    { type: 'failed', attempt, error: { code: 'FILE_CHANGED', errmsg: '' } },
    {
      checking: ['error'],
      proving: ['error'],
      uploading: ['error', 'stop', 'abort'],
      resumed: ['error', 'stop', 'abort'],
      merging: ['error', 'stop', 'abort'],
    },
  ],
];

for (const [what, event, fits] of table) {
  test(`${what}: in every state`, () => {
    for (const name of Object.keys(states) as Name[]) {
      const { state, commands } = transition(states[name], event);
      const expected = fits[name];
      if (expected) assert.deepEqual([state.status, ...commands.map((command) => command.do)], expected, name);
      else assert.deepEqual({ state, commands }, { state: states[name], commands: [] }, name);
    }
  });
  if ('attempt' in event) {
    test(`${what}: too late, from an older attempt, changes nothing`, () => {
      for (const state of Object.values(states)) assert.equal(transition(state, { ...event, attempt: 1 }).state, state);
    });
  }
}

test('every start raises the attempt', () => {
  const first = transition(newItem, { type: 'started' }).state;
  assert.equal('attempt' in first && first.attempt, 1);
  const again = transition(states.pause, { type: 'resumed' }).state;
  assert.equal('attempt' in again && again.attempt, attempt + 1);
});
