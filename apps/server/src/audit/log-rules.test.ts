import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allCalls, failures } from '@alcove/contract';
import type { CallLog, FailureCode } from '@alcove/contract';
import { isRefusal, objectsMade, objectsNamed, objectsRefused, opensNothing, withDetails, withResults } from './log-rules.ts';
import { deviceNamed } from './request-facts.ts';

const callNamed = (name: string) => allCalls.find((call) => call.name === name)!;
const remove: CallLog = { deed: 'change', of: { item: 'instanceIds' } };

test('each object of a request is named once, whether there is one or a list, and the first field counts', () => {
  const ids = (log: CallLog, fields: object | null) => objectsNamed(log, fields).map(({ kind, id, key }) => [kind, id ?? key]);
  assert.deepEqual(ids(remove, { instanceIds: ['a', 'b', 'a'] }), [
    ['item', 'a'],
    ['item', 'b'],
  ]);
  const either: CallLog = { deed: 'change', of: { share: 'fileSharingIds', item: ['instanceIds', 'instanceId'] } };
  assert.deepEqual(ids(either, { instanceId: 'a' }), [['item', 'a']]);
  assert.deepEqual(ids(either, { fileSharingIds: ['s'], instanceId: 'a' }), [['share', 's']]);
  assert.deepEqual(ids({ deed: 'change', of: { setting: 'code' } }, { code: 'renameLength' }), [['setting', 'renameLength']]);
  assert.deepEqual(ids(remove, {}), []);
  assert.deepEqual(ids(remove, null), []);
});

test('a member is a person or a department, within the group, with what else is said of it', () => {
  const log: CallLog = { deed: 'change', of: { member: 'members' }, within: 'groupId' };
  const members = [
    { kind: 'person', id: 'p', level: 'edit' },
    { kind: 'department', id: 'd' },
  ];
  assert.deepEqual(
    objectsNamed(log, { groupId: 'g', members }).map(({ kind, id, within, detail }) => [kind, id, within, detail]),
    [
      ['person', 'p', 'g', { level: 'edit' }],
      ['department', 'd', 'g', null],
    ],
  );
});

test('results come from the answer by id, or by order where it has no ids; a task is named', () => {
  const objects = objectsNamed(remove, { instanceIds: ['a', 'b', 'c'] });
  const results = (answer: unknown) => withResults(objects, answer).map(({ result, detail }) => [result, detail?.taskId]);
  const byId = [
    { instanceId: 'c', done: false, errcode: 7 },
    { instanceId: 'a', done: true, taskId: 't' },
    { instanceId: 'b', done: true },
  ];
  assert.deepEqual(results(byId), [
    [0, 't'],
    [0, undefined],
    [7, undefined],
  ]);
  assert.deepEqual(results([{ done: true }, { done: false, errcode: 9 }, { done: true }]), [
    [0, undefined],
    [9, undefined],
    [0, undefined],
  ]);
  assert.deepEqual(results(null), [
    [0, undefined],
    [0, undefined],
    [0, undefined],
  ]);
});

test('a tree names each folder of the answer, and a deep one is no problem', () => {
  const deep = { instanceId: '0', children: [] as object[] };
  let at = deep;
  for (let n = 1; n < 20_000; n += 1) {
    const next = { instanceId: String(n), children: [] as object[] };
    at.children.push(next);
    at = next;
  }
  const made = objectsMade({ deed: 'change', made: { item: 'instanceId' } }, deep);
  assert.equal(made.length, 20_000);
  assert.ok(made.every(({ onlyNew }) => onlyNew));
});

test('large details are kept once for all objects of a request, small ones with each', () => {
  const objects = objectsNamed(remove, { instanceIds: ['a', 'b'] });
  const kept = (detail: object) => withDetails(objects, detail as Record<string, unknown>).map((one) => Boolean(one.detail));
  assert.deepEqual(kept({ level: 'edit' }), [true, true]);
  assert.deepEqual(kept({ members: Array.from({ length: 100 }, (_, n) => ({ id: `person number ${n}` })) }), [true, false]);
});

test('a refusal of 2,000 items does not become 2,000 entries', () => {
  const call = callNamed('instance.remove');
  const refused = objectsRefused(call, { instanceIds: Array.from({ length: 2000 }, (_, n) => `id ${n}`) }, 'NOT_ALLOWED');
  assert.equal(refused.length, 20);
  assert.deepEqual([refused[0]!.result, refused[0]!.detail], [failures.NOT_ALLOWED.errcode, { objects: 2000 }]);
});

test('only a refusal by a rule is one, and nobody without a session is refused anything but a sign-in', () => {
  const cases: [string, boolean, FailureCode, boolean][] = [
    ['instance.remove', true, 'NOT_ALLOWED', true],
    ['instance.remove', true, 'NAME_TAKEN', true],
    ['instance.remove', true, 'BAD_REQUEST', false],
    ['instance.remove', true, 'CHANGING_HERE', false],
    ['instance.remove', true, 'UNAVAILABLE', false],
    ['instance.remove', false, 'SIGN_IN_NEEDED', false],
    ['instance.page', true, 'FILE_NOT_FOUND', true],
    ['instance.page', true, 'NAME_TAKEN', false],
    ['instance.checkUploadAble', true, 'SPACE_NOT_ENOUGH', true],
    ['instance.download', true, 'IS_A_FOLDER', true],
    ['user.signIn', false, 'WRONG_PASSWORD', true],
    ['user.signIn', false, 'SIGN_IN_SLOWED', true],
    ['user.signIn', false, 'TOO_MANY_REQUESTS', false],
  ];
  for (const [name, signedIn, code, expected] of cases)
    assert.equal(isRefusal(callNamed(name), signedIn, code), expected, `${name} ${code}`);
});

test('who is told to wait for a preview has opened nothing', () => {
  assert.equal(opensNothing({ kind: 'preparing', of: 'pdf' }), true);
  assert.equal(opensNothing({ kind: 'pdf', url: '/x' }), false);
  assert.equal(opensNothing(null), false);
});

test('a device is a browser and a system, or what a client calls itself', () => {
  const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
  assert.equal(deviceNamed(chrome), 'Chrome 131, Windows');
  assert.equal(deviceNamed('Alcove 1.0 Windows 11'), 'Alcove 1.0 Windows 11');
  assert.equal(deviceNamed('curl/8'), null);
  assert.equal(deviceNamed(''), null);
});
