/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { limits } from '@alcove/contract';
import type { Instance, InstantTicket, UploadPlan } from '@alcove/contract';
import type { ItemEvent, ItemState } from './item-machine.ts';
import { advance, emptyQueue } from './queue-machine.ts';
import type { QueueEvent, QueueState, QueueStep } from './queue-machine.ts';

const plan = { uploadflag: '3', uploadId: null } as UploadPlan;
const instance = { instanceId: 'i' } as Instance;
const ids = ['a', 'b', 'c', 'd'];
const statuses = (state: QueueState): string[] => state.items.map((item) => `${item.id} ${item.state.status}`);
const play = (events: QueueEvent[], from: QueueState = emptyQueue): QueueStep => {
  let step: QueueStep = { state: from, commands: [], notices: [] };
  for (const event of events) step = advance(step.state, event);
  return step;
};
const item = (id: string, event: ItemEvent): QueueEvent => ({ type: 'item', id, event });
const opened = item('a', { type: 'sessionOpened', attempt: 1, md5: 'm', plan });
const added: QueueEvent = { type: 'added', ids: ['a', 'b'] };

test('the first starts by itself, the second waits, and starts while the first merges', () => {
  assert.deepEqual(statuses(play([added]).state), ['a checking', 'b ready']);
  assert.deepEqual(statuses(play([added, opened, item('a', { type: 'allPartsSent', attempt: 1 })]).state), ['a merging', 'b checking']);
});
test('small ones run a few at once, beside the one large one, and each kind in the order of the list', () => {
  const many = Array.from({ length: limits.smallFilesAtOnce + 2 }, (_, index) => String.fromCharCode(97 + index));
  const running = (...small: string[]) =>
    statuses(advance(emptyQueue, { type: 'added', ids: many, small: new Set(small) }).state).filter((one) => one.endsWith('checking'));
  const checking = (...of: string[]) => of.map((id) => `${id} checking`);
  assert.deepEqual(running(...many), checking(...many.slice(0, limits.smallFilesAtOnce)));
  assert.deepEqual(running('a', 'b', 'd', 'e'), checking('a', 'b', 'c', 'd', 'e'));
  assert.deepEqual(running('b', 'c'), checking('a', 'b', 'c'));
});
test('a resumed small one runs at once beside a large one, a resumed large one waits', () => {
  const small: QueueEvent = { type: 'added', ids: ['a', 'b', 'c'], small: new Set(['a']) };
  const paused = play([small, { type: 'pause', id: 'a' }, { type: 'pause', id: 'b' }]).state;
  const resumed = play([{ type: 'resumeAll' }], paused).state;
  assert.deepEqual(statuses(resumed), ['a checking', 'b ready', 'c checking']);
});
test('what is finished leaves the list and is told', () => {
  const { state, notices } = play([
    added,
    opened,
    item('a', { type: 'allPartsSent', attempt: 1 }),
    item('a', { type: 'saved', attempt: 1, instance }),
  ]);
  assert.deepEqual([statuses(state), notices], [['b checking'], [{ notice: 'finished', id: 'a', instance }]]);
});
test('a resumed item waits its turn while another runs', () => {
  assert.deepEqual(statuses(play([added, { type: 'pause', id: 'a' }, { type: 'resume', id: 'a' }]).state), ['a ready', 'b checking']);
});
test('starting what runs says so', () => {
  assert.deepEqual(play([added, { type: 'start', id: 'a' }]).notices, [{ notice: 'alreadyUploading', id: 'a' }]);
});
test('offline pauses what runs, starts nothing, and says so on a resume; the return resumes just that', () => {
  const offline = play([{ type: 'added', ids }, { type: 'pause', id: 'b' }, opened, { type: 'offline' }]);
  assert.deepEqual(statuses(offline.state), ['a pause', 'b pause', 'c ready', 'd ready']);
  assert.deepEqual(offline.notices, [{ notice: 'networkDisconnected' }]);
  assert.deepEqual(advance(offline.state, { type: 'resume', id: 'b' }).notices, [{ notice: 'networkFault' }]);
  assert.deepEqual(statuses(advance(offline.state, { type: 'online' }).state), ['a uploading', 'b pause', 'c ready', 'd ready']);
});
test('another person: everything stops and nothing is recycled', () => {
  const { state, commands } = play([added, opened, { type: 'userChanged' }]);
  assert.deepEqual([state.items, commands.map(({ command }) => command.do)], [[], ['stop', 'stop']]);
});

const anId = fc.constantFrom(...ids);
const anAttempt = fc.integer({ min: 1, max: 5 });
const itemEvent: fc.Arbitrary<ItemEvent> = fc.oneof(
  fc.record({ type: fc.constantFrom('allPartsSent' as const, 'sessionLost' as const), attempt: anAttempt }),
  anAttempt.map((attempt): ItemEvent => ({ type: 'sessionOpened', attempt, md5: 'm', plan })),
  anAttempt.map((attempt): ItemEvent => ({ type: 'contentKnown', attempt, md5: 'm', ticket: {} as InstantTicket })),
  anAttempt.map((attempt): ItemEvent => ({ type: 'saved', attempt, instance })),
  fc
    .record({ attempt: anAttempt, code: fc.constantFrom('NETWORK' as const, 'TIMEOUT' as const, 'FILE_CHANGED' as const) })
    .map(({ attempt, code }): ItemEvent => ({ type: 'failed', attempt, error: { code, errmsg: '' } })),
);
const anything: fc.Arbitrary<QueueEvent> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ id: anId, event: itemEvent }).map(({ id, event }) => item(id, event)) },
  fc.record({ type: fc.constantFrom('start' as const, 'pause' as const, 'resume' as const, 'remove' as const), id: anId }),
  fc.record({ type: fc.constantFrom('pauseAll' as const, 'resumeAll' as const, 'online' as const, 'offline' as const) }),
  fc.record({ type: fc.constant('removeAll' as const), ids: fc.subarray(ids) }),
);
const busy = (state: ItemState): boolean => state.status === 'uploading' || state.status === 'checking';

test('whatever happens: never two large ones at once, nothing ready while there is room for it, no item lost, every command fits its item', () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 80 }), fc.subarray(ids), (events, small) => {
      let state = advance(emptyQueue, { type: 'added', ids, small: new Set(small) }).state;
      const gone = new Set<string>();
      for (const event of events) {
        const step = advance(state, event);
        for (const { id } of state.items) {
          if (step.state.items.some((kept) => kept.id === id)) continue;
          const asked = (event.type === 'remove' && event.id === id) || (event.type === 'removeAll' && event.ids?.includes(id));
          assert.ok(
            asked || step.notices.some((notice) => notice.notice === 'finished' && notice.id === id),
            `${id} vanished at ${event.type}`,
          );
          gone.add(id);
        }
        state = step.state;
        assert.equal(state.items.length + gone.size, ids.length);
        const running = state.items.filter((one) => busy(one.state));
        const [smallOnes, large] = [running.filter((one) => one.small), running.filter((one) => !one.small)];
        assert.ok(large.length <= 1 && smallOnes.length <= limits.smallFilesAtOnce);
        if (!state.online) assert.equal(running.length, 0);
        for (const { state: now, small: isSmall } of state.online ? state.items : [])
          assert.ok(now.status !== 'ready' || (isSmall ? smallOnes.length === limits.smallFilesAtOnce : large.length === 1));
        for (const { id, command } of step.commands) {
          const after = state.items.find((one) => one.id === id)?.state;
          if ('attempt' in command) assert.ok(after && 'attempt' in after && after.attempt === command.attempt);
        }
      }
    }),
    { numRuns: 1000 },
  );
});

test('whatever happened before: with a network and answers, every item ends', () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 60 }), (events) => {
      let { state } = play([{ type: 'added', ids }, ...events, { type: 'online' }]);
      for (let turn = 0; turn < 60 && state.items.length > 0; turn++) {
        state = advance(state, { type: 'resumeAll' }).state;
        for (const { id, state: now } of state.items) {
          if (now.status === 'checking')
            state = advance(
              state,
              item(
                id,
                now.step === 'hash'
                  ? { type: 'sessionOpened', attempt: now.attempt, md5: 'm', plan }
                  : { type: 'saved', attempt: now.attempt, instance },
              ),
            ).state;
          else if (now.status === 'uploading') state = advance(state, item(id, { type: 'allPartsSent', attempt: now.attempt })).state;
          else if (now.status === 'merging') state = advance(state, item(id, { type: 'saved', attempt: now.attempt, instance })).state;
        }
      }
      assert.deepEqual(statuses(state), []);
    }),
    { numRuns: 500 },
  );
});
