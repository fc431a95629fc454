import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageInput, readReviewFilter, writeReviewFilter } from './review-filter.ts';

test('the address gives back the queue that it was written from', () => {
  const filter = {
    tab: 'decided',
    state: 'refused',
    withFindings: true,
    sortOrder: 'desc',
    keyword: '白皮书',
    reviewId: '01890000-0000-7000-8000-000000000000',
  } as const;
  assert.deepEqual(readReviewFilter(writeReviewFilter(filter)), filter);
  assert.equal(writeReviewFilter(readReviewFilter(new URLSearchParams())).toString(), '');
});

test('what nobody could have chosen counts as absent, and is not sent', () => {
  const filter = readReviewFilter(new URLSearchParams('tab=all&state=waiting&findings=yes&order=up&review=1'));
  assert.deepEqual(pageInput(filter), { state: 'waiting', sortOrder: 'asc' });
  assert.equal(filter.reviewId, null);
});
