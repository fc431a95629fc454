/** A link that is changed, or decided on, while its files are judged. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { BlobId, Instance, InstanceId } from '@alcove/contract';
import { freshBytes, hashOf, openCompany } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { lockTwins, mergeBlobs } from '../contents/verify-queries.ts';
import { findLink, lookIn, lookNow, takeNext } from './check-queries.ts';
import { conclude } from './conclude.ts';
import { becomes, links, officerOf, releaseIn, reviewOf, statusOf, until } from './outbound.test-support.ts';
import type { MadeLink } from './outbound.test-support.ts';
import { keepReviewed } from './review-queries.ts';
import { readPolicy } from './rule-queries.ts';
import { surveyOf } from './survey.ts';

let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());

const blobOf = async (id: InstanceId): Promise<BlobId> =>
  (await company.database.selectFrom('instance').select('blob_id').where('id', '=', id).executeTakeFirstOrThrow()).blob_id!;
/** A new version is verified only after it was saved. */
const asVersion = async (by: Person, bytes: Buffer<ArrayBuffer>, name: string, parentId: string): Promise<Instance> => {
  await by.uploads(freshBytes(10), name, parentId);
  return by.uploads(bytes, name, parentId, 'version');
};

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

const twoMinutes = 120_000;

test('a rule that comes while a link is taken for a look is looked for soon, not only after the pause that follows', async () => {
  const { database } = company;
  const officer = await officerOf(company);
  const owner = await company.person();
  const { instanceId } = await owner.folder('预算');
  const made = await links(company, owner, instanceId, { note: '预算' });
  let ruled: Promise<unknown> = Promise.resolve();
  const take = (): Promise<boolean> =>
    database.transaction().execute(async (transaction) => {
      if ((await takeNext(transaction)) !== made.linkId) return false;
      ruled = officer.rules('keyword', '预算', 'refuse');
      await Promise.race([ruled, sleep(500)]);
      return true;
    });
  do await lookNow(database, made.linkId);
  while (!(await take()));
  await ruled;
  await lookIn(database, made.linkId, twoMinutes);
  await becomes(owner, made, 'failed');
});

test('a rule that comes while a look notes its end is looked for soon', async () => {
  const { database } = company;
  const officer = await officerOf(company);
  const owner = await company.person();
  const { instanceId } = await owner.folder('标书');
  const made = await links(company, owner, instanceId, { note: '标书' });
  const rests = sql`select from link_check where link_id = ${made.linkId} and look_at > now() + interval '1 minute'`;
  await until(() => rests.execute(database), ({ rows }) => rows.length > 0); // prettier-ignore
  await database.transaction().execute(async (transaction) => {
    await findLink(transaction, made.linkId);
    await officer.rules('keyword', '标书', 'refuse');
    await lookIn(transaction, made.linkId, twoMinutes);
  });
  await becomes(owner, made, 'failed');
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

test('what reviewers decided of a file counts still when its content is found to be stored already', async () => {
  const { database } = company;
  const officer = await officerOf(company);
  const reviewer = await officer.reviewer();
  // Rules for texts would wait until the content is verified.
  await officer.noRules();
  const [owner, other] = [await company.person(), await company.person()];
  const bytes = freshBytes(1000);
  await company.configures('outboundReview', 'everything');
  const files = new Map<'approve' | 'refuse', { made: MadeLink; folderId: InstanceId; instanceId: InstanceId; blobId: BlobId }>();
  // Equal contents are merged under this lock, so until it is given back each file has a content of its own.
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${hashOf('sha256', bytes)}, 0))`.execute(transaction);
    await asVersion(other, bytes, '早.bin', other.rootId);
    for (const by of ['approve', 'refuse'] as const) {
      const { instanceId: folderId } = await owner.folder(by);
      const { instanceId } = await asVersion(owner, bytes, '晚.bin', folderId);
      files.set(by, { folderId, instanceId, blobId: await blobOf(instanceId), made: await links(company, owner, folderId) });
    }
    for (const [by, { folderId }] of files) {
      const { reviewId } = await reviewOf(reviewer, { instanceId: folderId });
      await reviewer.call(calls.adminLink[by], { reviewId, reason: '看过' });
    }
  });
  await company.verified();
  for (const [by, { made, instanceId, blobId }] of files) {
    await until(
      () => blobOf(instanceId),
      (now) => now !== blobId,
    );
    assert.equal(await releaseIn(database, made, instanceId), by === 'approve' ? 'released' : 'refused');
  }
  await company.configures('outboundReview', undefined);
});

test('a review that is written while the content of its file turns out to be stored already can be approved', async () => {
  const { database } = company;
  const officer = await officerOf(company);
  const reviewer = await officer.reviewer();
  await officer.noRules();
  const [owner, other] = [await company.person(), await company.person()];
  const bytes = freshBytes(1000);
  const { instanceId: folderId } = await owner.folder('合并');
  await company.configures('outboundReview', 'everything');
  const approves = (reviewId: string) => reviewer.call(calls.adminLink.approve, { reviewId, reason: '' });
  const made = await links(company, owner, folderId);
  await approves((await reviewOf(reviewer, { instanceId: folderId })).reviewId);
  // From now on nobody else looks at the link for two minutes.
  const looks = database
    .selectFrom('link_check')
    .select(sql<boolean>`look_at > now() + interval '1 minute'`.as('later'))
    .where('link_id', '=', made.linkId);
  await until(
    () => looks.executeTakeFirstOrThrow(),
    ({ later }) => later,
  );
  const look = async () => {
    const [link, policy] = [(await findLink(database, made.linkId))!, await readPolicy(database)];
    await conclude(database, link, await surveyOf(database, link, policy), policy);
  };
  const content = { size: bytes.length, sha256: hashOf('sha256', bytes) };
  const { instanceId, keepsId, written } = await database.transaction().execute(async (transaction) => {
    // The job leaves both contents until they are merged here.
    await sql`select pg_advisory_xact_lock(hashtextextended(${content.sha256}, 0))`.execute(transaction);
    const early = await asVersion(other, bytes, '早.bin', other.rootId);
    const file = await asVersion(owner, bytes, '晚.bin', folderId);
    const merge = { keepsId: await blobOf(early.instanceId), goesId: await blobOf(file.instanceId) };
    await lockTwins(transaction, [{ id: merge.goesId, content }]);
    await keepReviewed(transaction, merge);
    let over = false;
    const written = look().finally(() => (over = true));
    const waits = sql`select from pg_locks where not granted and locktype <> 'advisory' and pg_backend_pid() = any(pg_blocking_pids(pid))`;
    await until(
      async () => over || (await waits.execute(transaction)).rows.length > 0,
      (itIs) => itIs,
    );
    await mergeBlobs(transaction, merge);
    return { instanceId: file.instanceId, keepsId: merge.keepsId, written };
  });
  await written;
  assert.equal(await blobOf(instanceId), keepsId);
  const { reviewId } = await reviewOf(reviewer, { instanceId: folderId });
  // A later look does not ask anew.
  await look();
  await approves(reviewId);
  assert.equal(await releaseIn(database, made, instanceId), 'released');
  await company.configures('outboundReview', undefined);
});
