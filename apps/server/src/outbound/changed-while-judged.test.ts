/** A link that is changed, or decided on, while its files are judged. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls } from '@alcove/contract';
import { openCompany } from '../testing/index.ts';
import type { Company } from '../testing/index.ts';
import { findLink, lookNow } from './check-queries.ts';
import { conclude } from './conclude.ts';
import { becomes, links, officerOf, reviewOf, statusOf } from './outbound.test-support.ts';
import { readPolicy } from './rule-queries.ts';
import { surveyOf } from './survey.ts';

let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());

test('a link that collected files and now shows them is not opened by what was found before', async () => {
  const { database } = company;
  const officer = await officerOf(company);
  const reviewer = await officer.reviewer();
  const owner = await company.person();
  const { instanceId } = await owner.folder('收集');
  await owner.uploads('1', '报价.txt', instanceId);
  const made = await links(company, owner, instanceId, { permissions: ['upload'] });
  await becomes(owner, made, 'valid');
  await officer.rules('keyword', '报价');
  const policy = await readPolicy(database);
  const before = (await findLink(database, made.linkId))!;
  const survey = await surveyOf(database, before, policy);
  assert.deepEqual([survey.files, survey.asking.length], [0, 0]);

  await owner.call(calls.link.createOrUpdate, { linkPath: made.linkPath, permissions: ['preview'] });
  await conclude(database, before, survey, policy);
  assert.equal((await statusOf(owner, made)).state, 'verifying');
  await reviewOf(reviewer, { instanceId });
  assert.equal((await statusOf(owner, made)).state, 'verifying');
});

test('what reviewers decide while its files are judged is not asked for again', async () => {
  const { database } = company;
  const officer = await officerOf(company);
  const reviewer = await officer.reviewer();
  const owner = await company.person();
  const { instanceId } = await owner.folder('方案');
  await owner.uploads('1', '报价.txt', instanceId);
  await officer.rules('keyword', '报价');
  const made = await links(company, owner, instanceId, { permissions: ['preview'] });
  const lookWhile = async (decide: (reviewId: string) => Promise<unknown>): Promise<void> => {
    const { reviewId } = await reviewOf(reviewer, { instanceId });
    const policy = await readPolicy(database);
    const before = (await findLink(database, made.linkId))!;
    const survey = await surveyOf(database, before, policy);
    assert.equal(survey.asking.length, 1);
    await decide(reviewId);
    await conclude(database, before, survey, policy);
  };
  const asked = () => database.selectFrom('review').select('state').where('link_id', '=', made.linkId).orderBy('id').execute();

  await lookWhile((reviewId) => reviewer.call(calls.adminLink.approve, { reviewId, reason: '' }));
  assert.deepEqual(await asked(), [{ state: 'approved' }]);
  assert.equal((await statusOf(owner, made)).state, 'valid');
  await owner.uploads('2', '报价二.txt', instanceId);
  await lookNow(database, made.linkId);
  await lookWhile((reviewId) => reviewer.call(calls.adminLink.refuse, { reviewId, reason: '不行' }));
  assert.deepEqual(await asked(), [{ state: 'approved' }, { state: 'refused' }]);
});
