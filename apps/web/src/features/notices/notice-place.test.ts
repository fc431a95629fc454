import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LinkEnd, Notice, NoticeContent } from '@alcove/contract';
import { noticePlace } from './notice-place.ts';

const by = { userId: 'u', name: '沈嘉禾' };
const placeOf = (content: NoticeContent, todo = false) =>
  noticePlace({ noticeId: 'n', createTime: '', read: false, todo, ...content } as Notice)?.address ?? null;
const ended = (reason: LinkEnd, links = 1) =>
  placeOf({ kind: 'linkEnded', data: { by: null, reason, linkName: '报价 & 合同', instanceName: 'folder', links } });

test('a link that is there still is found by its name', () => {
  const found = '/mySharing?keyword=%E6%8A%A5%E4%BB%B7+%26+%E5%90%88%E5%90%8C';
  assert.equal(placeOf({ kind: 'linkEnding', data: { linkName: '报价 & 合同', instanceName: 'folder', endTime: '' } }), found);
  for (const reason of ['visits', 'unvisited', 'deleted', 'sensitive', 'rights'] as const) assert.equal(ended(reason), found, reason);
});

test('what is gone, or more than one, leads to the list; a decision to the links in its state; other notices nowhere', () => {
  for (const reason of ['moved', 'merged'] as const) assert.equal(ended(reason), '/mySharing');
  assert.equal(ended('rights', 2), '/mySharing');
  assert.equal(placeOf({ kind: 'linkWithdrawn', data: { by, instanceName: 'folder', links: 1 } }), '/mySharing');
  const decided = (outcome: 'approved' | 'refused' | 'rules') =>
    placeOf({ kind: 'linkReviewed', data: { by, linkId: 'l', instanceName: 'folder', outcome, reason: '' } });
  assert.deepEqual((['approved', 'refused', 'rules'] as const).map(decided), [
    '/mySharing?state=valid',
    '/mySharing?state=failed',
    '/mySharing?state=failed',
  ]);
  const review = { kind: 'linkReview', data: { by, reviewId: 'r', instanceName: 'folder' } } as const;
  assert.deepEqual([placeOf(review, true), placeOf(review)], ['/admin/reviews?review=r', null]);
  assert.equal(placeOf({ kind: 'shareRightRequested', data: { by, message: '' } }), '/admin/people?keyword=%E6%B2%88%E5%98%89%E7%A6%BE');
  assert.equal(placeOf({ kind: 'welcome', data: {} }), null);
});
