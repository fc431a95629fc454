/** Who decides what goes outside, on what exactly, and what they see of it. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls, encodeName } from '@alcove/contract';
import type { InstanceId, Preview, ReadyPreview, Review } from '@alcove/contract';
import { openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { becomes, links, officerOf, releaseIn, reviewOf, statusOf, until } from './outbound.test-support.ts';
import type { MadeLink, Officer } from './outbound.test-support.ts';

const { adminLink, instance, link: linkCalls } = calls;
let company: Company;
let officer: Officer;
let [owner, reviewer, second]: Person[] = [];
let folder: InstanceId;
before(async () => {
  company = await openCompany();
  officer = await officerOf(company);
  [reviewer, second] = [await officer.reviewer(), await officer.reviewer()];
});
after(() => company.close());
beforeEach(async () => {
  owner = await company.person();
  folder = (await owner.folder('对外')).instanceId;
  await officer.rules('keyword', '机密', 'review', '保密');
});
afterEach(() => officer.noRules());

const put = async (content: string | Buffer<ArrayBuffer>, name: string, parentId = folder) =>
  (await owner!.uploads(content, name, parentId)).instanceId;
const waiting = async (): Promise<{ made: MadeLink; review: Review }> => {
  const made = await links(company, owner!, folder, { note: '给媒体', password: 'secret', permissions: ['preview'] });
  return { made, review: await reviewOf(reviewer!, { instanceId: folder }) };
};
const approve = (who: Person, reviewId: string, reason?: string) =>
  who.call(adminLink.approve, { reviewId, ...(reason !== undefined && { reason }) });
async function looks(who: Person, reviewId: string, instanceId: InstanceId): Promise<ReadyPreview> {
  const preview: Preview = await who.call(adminLink.preview, { reviewId, instanceId });
  if (preview.kind !== 'preparing') return preview;
  await sleep(50);
  return looks(who, reviewId, instanceId);
}

test('a reviewer sees who shares what with whom, and which rule found something, but not the link itself', async () => {
  const inner = (await owner!.folder('内', folder)).instanceId;
  const [found, other] = [await put('机密', 'b.txt', inner), await put('普通', 'a.txt')];
  const { made, review } = await waiting();
  const detail = await reviewer!.call(adminLink.detail, { reviewId: review.reviewId });
  assert.deepEqual(
    { ...review, reviewId: '', askedTime: '', link: { ...review.link, expireTime: '' } },
    {
      reviewId: '',
      state: 'waiting',
      link: {
        name: '对外',
        permissions: ['preview'],
        visitorType: 'everyone',
        passwordSet: true,
        validity: '1w',
        expireTime: '',
        visitLimit: null,
        watermark: 'default',
        note: '给媒体',
      },
      by: {
        userId: owner!.userId,
        name: `Name of ${owner!.accountName}`,
        active: true,
        departments: [],
        sentThisMonth: 1,
        refusedThisMonth: 0,
      },
      item: { instanceId: folder, instanceName: '对外', classifierId: 'Folder' },
      files: 2,
      fileSize: 12,
      findings: 1,
      askedTime: '',
      decidedTime: null,
      decidedBy: null,
      reason: '',
      own: false,
      further: false,
    },
  );
  assert.deepEqual(
    detail.items.map(({ instanceId, instanceName, path, fileSize, version, sensitivity }) => ({ instanceId, instanceName, path, fileSize, version, sensitivity })), // prettier-ignore
    [
      { instanceId: found, instanceName: 'b.txt', path: '内/b.txt', fileSize: 6, version: 1, sensitivity: 'normal' },
      { instanceId: other, instanceName: 'a.txt', path: 'a.txt', fileSize: 6, version: 1, sensitivity: 'normal' },
    ],
  );
  assert.deepEqual(detail.found, [{ instanceId: found, instanceName: 'b.txt', ruleName: '保密' }]);
  const said = JSON.stringify([review, detail, (await reviewer!.call(calls.notice.page, {})).items]);
  assert.ok(!said.includes(made.linkPath), 'whoever has the path has the link');
});

test('nobody decides on their own link, and nobody without the right', async () => {
  await put('机密', 'a.txt');
  const { made, review } = await waiting();
  const { reviewId } = review;
  const person = await company.person();
  for (const ask of [adminLink.approve, adminLink.refuse])
    await assert.rejects(person.call(ask, { reviewId, reason: 'x' }), refused('NOT_ALLOWED'));
  await assert.rejects(person.call(adminLink.page, {}), refused('NOT_ALLOWED'));
  await assert.rejects(person.call(adminLink.preview, { reviewId, instanceId: folder }), refused('NOT_ALLOWED'));
  const own = await officer.reviewer();
  const file = await own.uploads('机密', 'own.txt');
  await links(company, own, file.instanceId);
  const mine = await reviewOf(own, file);
  assert.equal(mine.own, true);
  for (const ask of [adminLink.approve, adminLink.refuse])
    await assert.rejects(own.call(ask, { reviewId: mine.reviewId, reason: 'x' }), refused('REVIEW_OWN'));
  const { items } = await own.call(calls.notice.page, { filter: 'todo' });
  assert.ok(
    items.every(({ data }) => !('reviewId' in data) || data.reviewId !== mine.reviewId),
    'they are not asked either',
  );
  assert.equal((await statusOf(owner!, made)).state, 'verifying');
});

test('of two who decide at once one does, the other reads that it is decided; the same answer sent again is the same', async () => {
  await put('机密', 'a.txt');
  const { made, review } = await waiting();
  const { reviewId } = review;
  const answers = await Promise.all([
    reviewer!.ask(adminLink.approve, { reviewId, reason: '可以' }),
    second!.ask(adminLink.refuse, { reviewId, reason: '不可以' }),
  ]);
  assert.equal(answers.filter(({ errcode }) => errcode === 0).length, 1, JSON.stringify(answers));
  const approved = answers[0]!.errcode === 0;
  const [won, lost] = approved ? [reviewer!, second!] : [second!, reviewer!];
  const [by, reason] = approved ? ([adminLink.approve, '可以'] as const) : ([adminLink.refuse, '不可以'] as const);
  await won.call(by, { reviewId, reason });
  await assert.rejects(lost.call(by, { reviewId, reason }), refused('REVIEW_DECIDED'));
  await assert.rejects(won.call(approved ? adminLink.refuse : adminLink.approve, { reviewId, reason }), refused('REVIEW_DECIDED'));
  const status = await becomes(owner!, made, approved ? 'valid' : 'failed');
  assert.deepEqual([status.reason, status.reasonText], approved ? [undefined, undefined] : ['refused', '不可以']);
  const told = (await owner!.call(calls.notice.page, {})).items.filter(({ kind }) => kind === 'linkReviewed');
  assert.equal(told.length, 1);
  const state = approved ? 'approved' : 'refused';
  const decided = await reviewOf(second!, { instanceId: folder }, state);
  assert.deepEqual([decided.state, decided.decidedBy, decided.reason], [state, `Name of ${won.accountName}`, reason]);
});

test('a refusal needs a reason, which the creator reads; sent again, the link is asked for again', async () => {
  await put('机密', 'a.txt');
  const { made, review } = await waiting();
  for (const reason of ['', '   '])
    await assert.rejects(reviewer!.call(adminLink.refuse, { reviewId: review.reviewId, reason }), refused('REVIEW_REASON_EMPTY'));
  await reviewer!.call(adminLink.refuse, { reviewId: review.reviewId, reason: ' 含客户名称 ' });
  const { state, reason, reasonText } = await statusOf(owner!, made);
  assert.deepEqual([state, reason, reasonText], ['failed', 'refused', '含客户名称']);
  await owner!.call(linkCalls.createOrUpdate, { linkPath: made.linkPath, note: '去掉了客户名称' });
  const again = await reviewOf(reviewer!, { instanceId: folder });
  assert.deepEqual([again.link.note, again.by.sentThisMonth, again.by.refusedThisMonth], ['去掉了客户名称', 1, 1]);
});

test('what changed since it was shown cannot be approved, and comes again as it is', async () => {
  const file = await put('机密', 'a.txt');
  const { made, review } = await waiting();
  await owner!.call(instance.rename, { instanceId: file, fileName: encodeName('b.txt') });
  await assert.rejects(approve(reviewer!, review.reviewId), refused('REVIEW_CHANGED'));
  const next = await until(
    () => reviewOf(reviewer!, { instanceId: folder }),
    ({ reviewId }) => reviewId !== review.reviewId,
  );
  assert.equal(next.askedTime, review.askedTime, 'it keeps its place in the line');
  await assert.rejects(approve(reviewer!, review.reviewId), refused('REVIEW_DECIDED'));
  await approve(reviewer!, next.reviewId);
  await becomes(owner!, made, 'valid');
  assert.equal(await releaseIn(company.database, made, file), 'released');
});

test('what came after a review was shown is not approved with it', async () => {
  const file = await put('机密', 'a.txt');
  const { made, review } = await waiting();
  const later = await put('机密，更多', 'b.txt');
  const { errcode } = await reviewer!.ask(adminLink.approve, { reviewId: review.reviewId });
  if (errcode === 0) {
    await becomes(owner!, made, 'valid');
    assert.deepEqual([await releaseIn(company.database, made, file), await releaseIn(company.database, made, later)], ['released', 'verifying']); // prettier-ignore
  }
  assert.equal((await reviewOf(reviewer!, { instanceId: folder })).findings, errcode === 0 ? 1 : 2);
});

test('a link that is withdrawn while it is approved ends withdrawn', async () => {
  await put('机密', 'a.txt');
  for (let round = 0; round < 6; round += 1) {
    const { made, review } = await waiting();
    const [approval] = await Promise.all([
      sleep(round * 3).then(() => reviewer!.ask(adminLink.approve, { reviewId: review.reviewId })),
      owner!.call(linkCalls.remove, { linkPaths: [made.linkPath] }),
    ]);
    await assert.rejects(statusOf(owner!, made), refused('LINK_GONE'));
    const grants = await company.database.selectFrom('file_grant').select('id').where('source_id', '=', made.linkId).execute();
    assert.deepEqual(grants, []);
    const { state } = await reviewer!.call(adminLink.detail, { reviewId: review.reviewId });
    assert.equal(state, approval.errcode === 0 ? 'approved' : 'ended');
  }
});

test('a reviewer looks at the content that would be approved and at no other, never gets the file, and only as long as it waits', async () => {
  const page = '<script>document.title = "run"</script><p>机密</p>';
  const [html, plain] = [await put(page, 'a.html'), await put('机密一', 'b.txt')];
  const outside = (await owner!.uploads('机密', 'elsewhere.txt')).instanceId;
  const { review } = await waiting();
  const { reviewId } = review;
  await owner!.uploads('机密二', 'b.txt', folder, 'version');
  const text = await looks(reviewer!, reviewId, plain);
  const answer = await fetch(text.url);
  assert.equal(await answer.text(), '机密一', 'as it was when it was asked');
  assert.equal(answer.headers.get('content-disposition'), 'inline; filename="file"');
  const shown = await fetch((await looks(reviewer!, reviewId, html)).url);
  assert.match(shown.headers.get('content-type')!, /^text\/plain/);
  assert.match(shown.headers.get('content-security-policy') ?? '', /sandbox/);
  await assert.rejects(reviewer!.call(adminLink.preview, { reviewId, instanceId: outside }), refused('FILE_NOT_FOUND'));
  await assert.rejects(reviewer!.call(calls.download.preview, { instanceId: plain }), refused('FILE_NOT_FOUND'));
  await assert.rejects(reviewer!.call(calls.download.download, { instanceId: plain }), refused('FILE_NOT_FOUND'));
  // The address is nobody else's and ends with the decision.
  const { url } = await looks(reviewer!, reviewId, html);
  assert.equal((await fetch(url)).status, 200);
  await reviewer!.call(adminLink.refuse, { reviewId, reason: '不要' });
  assert.equal((await fetch(url)).status, 403);
  await assert.rejects(reviewer!.call(adminLink.preview, { reviewId, instanceId: html }), refused('REVIEW_DECIDED'));
});

test('who may review no longer sees nothing any more at once', async () => {
  const file = await put('机密', 'a.txt');
  const { review } = await waiting();
  const leaving = await officer.reviewer();
  const { url } = await looks(leaving, review.reviewId, file);
  assert.equal((await fetch(url)).status, 200);
  await sql`delete from user_role where user_id = ${leaving.userId} and role_id in (select id from role where 'links.review' = any(admin_items))`.execute(
    company.database,
  );
  assert.equal((await fetch(url)).status, 403);
  await assert.rejects(approve(leaving, review.reviewId), refused('NOT_ALLOWED'));
});

test('the queue: the longest waiting first, with findings, by name, and what was decided', async () => {
  const names = ['一', '二', '三'];
  const ids: InstanceId[] = [];
  for (const name of names) {
    const { instanceId } = await owner!.uploads(`机密${name}`, `队列${name}.txt`);
    ids.push(instanceId);
    await links(company, owner!, instanceId);
    await reviewOf(reviewer!, { instanceId });
  }
  const page = async (filter: object) => {
    const { items } = await reviewer!.call(adminLink.page, { pageSize: 100, keyword: '队列', ...filter });
    return items.map(({ item }) => item.instanceName);
  };
  assert.deepEqual(await page({ state: 'waiting' }), ['队列一.txt', '队列二.txt', '队列三.txt']);
  const before = await reviewer!.call(adminLink.page, { state: 'waiting' });
  await approve(reviewer!, (await reviewOf(reviewer!, { instanceId: ids[1]! })).reviewId);
  assert.deepEqual(await page({ state: 'waiting', withFindings: true }), ['队列一.txt', '队列三.txt']);
  assert.deepEqual(await page({}), ['队列一.txt', '队列三.txt', '队列二.txt']);
  assert.deepEqual(await page({ sortOrder: 'desc' }), ['队列三.txt', '队列一.txt', '队列二.txt']);
  assert.deepEqual([await page({ state: 'approved' }), await page({ state: 'decided' })], [['队列二.txt'], ['队列二.txt']]);
  assert.deepEqual(await page({ keyword: owner!.accountName, state: 'waiting' }), ['队列一.txt', '队列三.txt']);
  const after = await reviewer!.call(adminLink.page, { state: 'waiting' });
  assert.deepEqual([after.waiting - before.waiting, after.decidedToday - before.decidedToday], [-1, 1]);
  assert.equal(typeof after.medianWait, 'number');
});

test('the log says who decided on which link, and who looked at what, and never its path', async () => {
  const file = await put('机密', 'a.txt');
  const { made, review } = await waiting();
  await looks(reviewer!, review.reviewId, file);
  await approve(reviewer!, review.reviewId, '可以');
  const { rows } = await sql<{ action: string; object_kind: string; object_id: string; object_name: string; text: string }>`
    select action, object_kind, object_id, object_name, to_jsonb(audit_log)::text as text from audit_log
    where object_id in (${review.reviewId}, ${file}, ${made.linkId}) and action ~ '^(adminLink|system)' order by id`.execute(
    company.database,
  );
  const entries = rows.map(({ action, object_kind: kind, object_name: name }) => `${action} ${kind} ${name}`);
  assert.ok(entries.includes('adminLink.preview item a.txt'), entries.join());
  assert.ok(entries.includes('adminLink.approve review 对外'), entries.join());
  assert.ok(entries.includes('system.openLink link 对外'), entries.join());
  assert.ok(rows.every(({ text }) => !text.includes(made.linkPath)));
});
