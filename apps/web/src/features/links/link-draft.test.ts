import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Link } from '@alcove/contract';
import type { LinkRules } from '@alcove/contract';
import { changesOf, creationOf, draftOf, endOfValidity, faultsOf, newDraft, pressed } from './link-draft.ts';

const link: Link = {
  linkPath: 'h7Qe',
  url: 'https://alcove.example/disk/fileDownload?link=h7Qe',
  name: '供应商资料',
  creator: null,
  instances: [],
  passwordSet: true,
  permissions: ['preview', 'download'],
  visitorType: 'persons',
  users: [{ userId: 'u1', name: '周牧', accountName: 'zhou.mu' }],
  validity: '1w',
  expireTime: '2026-12-02T15:59:59.999Z',
  visitLimit: 200,
  watermark: 'default',
  note: '',
  state: 'valid',
  steps: [],
  visits: 46,
  downloads: 18,
  saves: 3,
  createTime: '2026-11-25T08:00:00.000Z',
};
const now = new Date(2026, 10, 25, 10, 30);

const rules: LinkRules = {
  linkMostDays: null,
  linkMostVisits: null,
  linkPasswordLength: 4,
  linkPermission: 'download',
  linkValidity: '1w',
  linkWatermark: true,
};

test('a new link begins as the company has it, and within its limits', () => {
  const { validity, limited, visitLimit, permissions, watermark } = newDraft('abcd', {
    ...rules,
    linkValidity: '3m',
    linkMostDays: 31,
    linkMostVisits: 50,
    linkPermission: 'preview',
    linkWatermark: false,
  });
  assert.deepEqual([validity, limited, visitLimit, permissions, watermark], ['1m', true, 50, ['preview'], false]);
  assert.equal(newDraft('abcd', { ...rules, linkValidity: 'employment', linkMostDays: 2 }).validity, 'custom');
});

test('an untouched form changes nothing: neither the password nor the end', () => {
  assert.deepEqual(changesOf(draftOf(link), link), {});
});

test('only what was touched is sent', () => {
  const draft = { ...draftOf(link), note: ' 请查收 ', limited: false, password: { kind: 'none' } as const };
  assert.deepEqual(changesOf(draft, link), { password: null, visitLimit: null, note: '请查收' });
});

test('choosing the same validity again starts it again', () => {
  assert.deepEqual(changesOf({ ...draftOf(link), renewed: true }, link), { validity: '1w' });
});

test('the people of a link for named people go with its type, and not without it', () => {
  assert.deepEqual(changesOf({ ...draftOf(link), visitorType: 'login' }, link), { visitorType: 'login' });
  const other = { ...link, visitorType: 'login', users: [] } as Link;
  assert.deepEqual(changesOf({ ...draftOf(link) }, other), { visitorType: 'persons', userIds: ['u1'] });
  assert.equal('userIds' in creationOf(newDraft('7Kd2qP', rules), 'i1'), false);
});

test('a new link has its password, a week, and no name of its own unless one is given', () => {
  assert.deepEqual(creationOf(newDraft('7Kd2qP', rules), 'i1'), {
    instanceIds: ['i1'],
    password: '7Kd2qP',
    permissions: ['preview', 'download'],
    visitorType: 'everyone',
    validity: '1w',
    visitLimit: null,
    watermark: 'default',
    note: '',
  });
});

test('a permission brings what it includes, and takes what includes it', () => {
  assert.deepEqual(pressed([], 'edit'), ['preview', 'download', 'edit']);
  assert.deepEqual(pressed(['preview', 'download', 'edit'], 'download'), ['preview']);
  assert.deepEqual(pressed(['preview', 'download', 'edit'], 'preview'), []);
});

test('upload is never sent with another permission', () => {
  assert.deepEqual(pressed(['preview', 'download'], 'upload'), ['upload']);
  assert.deepEqual(pressed(['upload'], 'upload'), []);
});

test('the last day is whole where the company is, and a month ends on a day that exists', () => {
  const end = (validity: Link['validity'], from: string) => endOfValidity(validity, '', new Date(from))?.toISOString();
  assert.equal(end('3d', '2026-11-25T02:30:00Z'), '2026-11-28T15:59:59.999Z');
  assert.equal(end('1w', '2026-11-25T16:30:00Z'), '2026-12-03T15:59:59.999Z');
  assert.equal(end('3m', '2026-11-30T02:00:00Z'), '2027-02-28T15:59:59.999Z');
  assert.equal(end('1m', '2027-01-31T02:00:00Z'), '2027-02-28T15:59:59.999Z');
  assert.equal(endOfValidity('employment', '', now), null);
});

test('each field tells what is wrong with it', () => {
  const draft = newDraft('abc', rules);
  const wrong = { ...draft, visitorType: 'persons', limited: true, visitLimit: 10_000, permissions: [] } as const;
  assert.deepEqual(faultsOf(wrong, null, now), {
    userIds: 'peopleMissing',
    password: 'passwordWrong',
    visitLimit: 'visitLimitWrong',
    permissions: 'permissionMissing',
  });
  for (const visitLimit of [0, -1, 1.5, 2 ** 31, ''])
    assert.equal(faultsOf({ ...newDraft('abcd', rules), limited: true, visitLimit }, null, now).visitLimit, 'visitLimitWrong');
});

test('a chosen last day is neither past nor more than five years ahead; today is a last day', () => {
  const fault = (day: string) => faultsOf({ ...newDraft('abcd', rules), validity: 'custom', renewed: true, day }, null, now).expireTime;
  assert.equal(fault(''), 'endMissing');
  assert.equal(fault('2026-11-24'), 'endPast');
  assert.equal(fault('2026-11-25'), undefined);
  assert.equal(fault('2031-11-25'), undefined);
  assert.equal(fault('2031-11-26'), 'endFar');
});

test('a link that is over asks for the end or the limit that keeps it closed', () => {
  const over = { ...link, state: 'expired' } as const;
  assert.deepEqual(faultsOf(draftOf(over), { ...over, reason: 'ended' }, now), { expireTime: 'endOver' });
  assert.deepEqual(faultsOf(draftOf(over), { ...over, reason: 'visits', visits: 200 }, now), { visitLimit: 'visitLimitOver' });
});
