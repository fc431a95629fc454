/** From a rule to what visitors get: what is scanned, what is asked, and what a change of a file makes of an approval. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { calls, encodeName } from '@alcove/contract';
import type { DlpKind, InstanceId } from '@alcove/contract';
import { setOnlyRole } from '../permission/tree.test-support.ts';
import { visits } from '../links/visiting.test-support.ts';
import { leftOut, Listener, openCompany, refused, turnOf } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { becomes, links, officerOf, releaseIn, reviewOf, statusOf, stepsOf, until } from './outbound.test-support.ts';
import type { MadeLink, Officer } from './outbound.test-support.ts';
import type { Release } from './judge.ts';

const { adminDlp, adminLink, instance, version } = calls;
let company: Company;
let officer: Officer;
let reviewer: Person;
let owner: Person;
let folder: InstanceId;
before(async () => {
  company = await openCompany();
  officer = await officerOf(company);
  reviewer = await officer.reviewer();
});
after(() => company.close());
beforeEach(async () => {
  owner = await company.person();
  folder = (await owner.folder('对外')).instanceId;
});
afterEach(async () => {
  await officer.noRules();
  await company.configures('outboundReview', undefined);
});

const put = async (content: string, name: string, parentId = folder) => (await owner.uploads(content, name, parentId)).instanceId;
const opens = (instanceId = folder): Promise<MadeLink> => links(company, owner, instanceId);
/** As visitors meet it some time after the last look: otherwise the next one is some seconds away. */
async function release(link: MadeLink, instanceId: InstanceId): Promise<Release> {
  await sql`update link_check set looked_at = now() - interval '1 minute' where link_id = ${link.linkId}`.execute(company.database);
  return releaseIn(company.database, link, instanceId);
}
const released = (link: MadeLink, instanceId: InstanceId) =>
  until(
    () => release(link, instanceId),
    (is) => is === 'released',
  );
async function approves(of = folder): Promise<void> {
  const { reviewId } = await reviewOf(reviewer, { instanceId: of });
  await reviewer.call(adminLink.approve, { reviewId });
}

const hitting: [DlpKind, string, { content: string; name: string; internal?: true }][] = [
  ['keyword', '机密', { content: '这是 机密', name: 'a.txt' }],
  ['keyword', '机密', { content: '普通', name: '机密.bin' }],
  ['pattern', '\\d{17}[\\dx]', { content: '证件 11010519491231002X', name: 'a.txt' }],
  ['pattern', '^draft', { content: '普通', name: 'Draft 1.txt' }],
  ['suffix', 'dwg', { content: '普通', name: 'a.DWG' }],
  ['size', '100', { content: 'x'.repeat(100), name: 'a.txt' }],
  ['sensitivity', 'internal', { content: '普通', name: 'a.txt', internal: true }],
];

/** `judge.test.ts` has what each kind finds, and from there all kinds go the same way: a few of them with each commit, and each in time. */
const hittingNow = turnOf(hitting, 3);
for (const [kind, value, { content, name, internal }] of hittingNow) {
  const puts = async (): Promise<InstanceId> => {
    const id = await put(content, name);
    if (internal) await owner.call(instance.setSensitivity, { instanceId: id, sensitivity: 'internal' });
    return id;
  };

  test(`a file that a rule of the kind ${kind} wants reviewed goes out once it is approved: ${name}`, async (t) => {
    t.diagnostic(leftOut(hittingNow.length, hitting.length));
    const [hit, clean] = [await puts(), await put('清白', '清白.md')];
    const ruleId = await officer.rules(kind, value);
    const link = await opens();
    assert.equal((await statusOf(owner, link)).state, 'verifying');
    const review = await reviewOf(reviewer, { instanceId: folder });
    assert.deepEqual([review.files, review.findings, review.own], [2, 1, false]);
    assert.deepEqual(stepsOf(await statusOf(owner, link)), ['scan passed', 'permission passed', 'review running']);
    // Visitors may not read a name that a rule found.
    const held = name !== 'a.txt' && (kind === 'keyword' || kind === 'pattern') ? 'hidden' : 'verifying';
    assert.deepEqual([await release(link, hit), await release(link, clean)], [held, 'released']);
    await approves();
    const status = await becomes(owner, link, 'valid');
    assert.deepEqual(stepsOf(status), ['scan passed', 'permission passed', 'review passed']);
    assert.deepEqual([await release(link, hit), await release(link, clean)], ['released', 'released']);
    // The same file in a link of its own is another matter.
    const other = await opens(hit);
    assert.equal(await release(other, hit), held);
    await officer.admin.call(adminDlp.update, { ruleId, action: 'refuse' });
    assert.equal(await release(link, hit), 'refused', 'an approval does not outweigh a rule');
  });

  test(`a file that a rule of the kind ${kind} refuses fails its link by name: ${name}`, async () => {
    const hit = await puts();
    await officer.rules(kind, value, 'refuse');
    const link = await opens();
    const { reason, reasonText, ...status } = await becomes(owner, link, 'failed');
    assert.deepEqual([reason, reasonText], ['rules', name]);
    assert.deepEqual(stepsOf(status), ['scan failed', 'permission waiting', 'review waiting']);
    assert.equal(await release(link, hit), 'refused');
    const { items } = await owner.call(calls.notice.page, {});
    assert.ok(items.some((notice) => notice.kind === 'linkReviewed' && notice.data.outcome === 'rules' && notice.data.reason === name));
    // Without the cause it can be sent again.
    await officer.noRules();
    const again = await owner.call(calls.link.createOrUpdate, { linkPath: link.linkPath, note: 'again' });
    assert.equal(again.state, 'valid');
  });
}

test('without rules a link is open at once; with rules that find nothing it opens by itself', async () => {
  const file = await put('普通', 'a.txt');
  const first = await opens();
  assert.equal((await statusOf(owner, first)).state, 'valid');
  await officer.rules('keyword', '机密');
  assert.equal(await release(first, file), 'verifying', 'its text was not compared with the new rule yet');
  const second = await opens();
  const status = await becomes(owner, second, 'valid');
  assert.deepEqual(stepsOf(status), ['scan passed', 'permission passed', 'review skipped']);
  assert.deepEqual(status.steps[0], { step: 'scan', state: 'passed', done: 1, total: 1 });
  await released(first, file);
});

test('a file that was approved and then changed is not served until that is approved too', async () => {
  const file = await put('机密一', 'a.txt');
  await officer.rules('keyword', '机密');
  const link = await opens();
  await approves();
  await becomes(owner, link, 'valid');
  const isServed = async (expected: boolean, why: string) =>
    assert.equal(await release(link, file), expected ? 'released' : 'verifying', why);
  await isServed(true, 'as approved');

  await owner.call(instance.rename, { instanceId: file, fileName: encodeName('b.txt') });
  await isServed(false, 'renamed');
  await owner.call(instance.rename, { instanceId: file, fileName: encodeName('a.txt') });
  await isServed(true, 'named back');
  for (const id of [file, folder]) {
    await owner.call(instance.setSensitivity, { instanceId: id, sensitivity: 'internal' });
    await isServed(false, 'raised');
    await owner.call(instance.setSensitivity, { instanceId: id, sensitivity: 'normal' });
    await isServed(true, 'lowered');
  }
  await owner.uploads('机密二', 'a.txt', folder, 'version');
  await isServed(false, 'a new version');
  await owner.uploads('机密三', 'a.txt', folder, 'version');
  const restore = (number: number) => owner.call(version.restore, { instanceId: file, version: number });
  await restore(2);
  await isServed(false, 'restored to a version that nobody approved');
  await restore(1);
  await isServed(true, 'restored to the approved version');

  // Replaced: another file has its name, its size and its place.
  await owner.call(instance.remove, { instanceIds: [file] });
  const other = await put('机密一', 'a.txt');
  assert.equal(await release(link, other), 'verifying');
  const further = await reviewOf(reviewer, { instanceId: folder });
  assert.deepEqual([further.further, further.files, (await statusOf(owner, link)).state], [true, 1, 'valid']);
  await approves();
  assert.equal(await release(link, other), 'released');
});

test('what comes into a folder that is out: clean files go out, others are reviewed while the link stays open', async () => {
  await put('普通', 'a.txt');
  await officer.rules('keyword', '机密');
  const link = await opens();
  await becomes(owner, link, 'valid');
  const [clean, found] = [await put('也普通', 'b.txt'), await put('机密', 'c.txt')];
  assert.equal(await release(link, found), 'verifying');
  await released(link, clean);
  const { reviewId, files, findings, further } = await reviewOf(reviewer, { instanceId: folder });
  assert.deepEqual([files, findings, further], [1, 1, true]);
  await reviewer.call(adminLink.refuse, { reviewId, reason: '不要外发' });
  assert.equal(await release(link, found), 'refused');
  assert.equal((await statusOf(owner, link)).state, 'valid');
  // It is not asked for again as it is, but when it has changed.
  await release(link, found);
  await owner.uploads('机密，改过', 'c.txt', folder, 'version');
  await release(link, found);
  assert.notEqual((await reviewOf(reviewer, { instanceId: folder })).reviewId, reviewId);
});

test('where everything is reviewed, each link waits for somebody, an empty folder and one for uploads too', async () => {
  await company.configures('outboundReview', 'everything');
  for (const permissions of [['download'], ['upload']] as const) {
    const place = (await owner.folder(permissions[0], folder)).instanceId;
    const link = await links(company, owner, place, { permissions: [...permissions] });
    assert.equal((await statusOf(owner, link)).state, 'verifying');
    const review = await reviewOf(reviewer, { instanceId: place });
    assert.deepEqual([review.files, review.findings], [0, 0]);
    await approves(place);
    assert.deepEqual(stepsOf(await becomes(owner, link, 'valid')), ['scan skipped', 'permission passed', 'review passed']);
    const file = await put('普通', 'a.txt', place);
    if (permissions[0] === 'upload') continue;
    assert.equal(await release(link, file), 'hidden');
    await approves(place);
    assert.equal(await release(link, file), 'released');
  }
});

test('a document that cannot be read, and a text too long to be read whole, are for somebody to look at', async () => {
  const broken = await put('%PDF-1.7 is not what it says', 'a.pdf');
  const long = await put('x '.repeat(2 ** 20), 'b.txt');
  const picture = await put('GIF89a....', 'c.gif');
  await officer.rules('keyword', '机密', 'refuse');
  const link = await opens();
  const { reviewId } = await reviewOf(reviewer, { instanceId: folder });
  const { found } = await reviewer.call(adminLink.detail, { reviewId });
  assert.deepEqual(found, [
    { instanceId: broken, instanceName: 'a.pdf', ruleName: null },
    { instanceId: long, instanceName: 'b.txt', ruleName: null },
  ]);
  await approves();
  for (const id of [broken, long, picture]) assert.equal(await release(link, id), 'released');
});

test('as long as a text cannot be read, nothing goes out: the link stays in verification, whatever a reviewer could say', async () => {
  const file = await put('普通', 'a.txt');
  await company.verified();
  await until(
    () => sql<{ n: number }>`select count(*)::int as n from blob where text_state is null`.execute(company.database),
    ({ rows }) => rows[0]!.n === 0,
  );
  // As if the program that reads it were not installed.
  await sql`update blob set text_state = 'later' where id = (select blob_id from instance where id = ${file})`.execute(company.database);
  await officer.rules('keyword', '机密');
  await officer.rules('suffix', 'txt');
  const link = await opens();
  const { steps } = await until(
    () => statusOf(owner, link),
    (status) => status.steps[0]!.state === 'running',
  );
  assert.deepEqual(steps[0], { step: 'scan', state: 'running', done: 0, total: 1 });
  assert.deepEqual(await owner.call(calls.link.checkDlp, { instanceId: folder }), { refused: [], reviewed: false, waiting: 1 });
  const { items } = await reviewer.call(adminLink.page, { state: 'waiting', pageSize: 100 });
  assert.ok(items.every(({ item }) => item.instanceId !== folder));
  assert.equal(await release(link, file), 'verifying');
  await sql`update blob set text_state = null where text_state = 'later'`.execute(company.database);
  await reviewOf(reviewer, { instanceId: folder });
});

test('a link whose creator may not share any more, or whose folder holds something highly sensitive by then, fails by that', async () => {
  const file = await put('机密', 'a.txt');
  await officer.rules('keyword', '机密');
  const outside = await company.person();
  // The text is not readable yet, so that something can happen while it is scanned.
  await company.verified();
  const hold = (state: string | null) =>
    sql`update blob set text_state = ${state} where id = (select blob_id from instance where id = ${file})`.execute(company.database);
  for (const [cause, undo, reason] of [
    [() => owner.call(instance.setSensitivity, { instanceId: file, sensitivity: 'high' }), () => owner.call(instance.setSensitivity, { instanceId: file, sensitivity: 'normal' }), 'sensitive'], // prettier-ignore
    [() => setOnlyRole(company.database, owner.userId, ['list', 'upload', 'download']), () => Promise.resolve(outside), 'rights'],
  ] as const) {
    await hold('later');
    const link = await opens();
    await until(
      () => statusOf(owner, link),
      (status) => status.steps[0]!.state === 'running',
    );
    await cause();
    await hold(null);
    const status = await becomes(owner, link, 'failed');
    assert.deepEqual([status.reason, stepsOf(status)[1]], [reason, 'permission failed']);
    await undo();
  }
});

test('a link that opens further than reviewers saw is closed and reviewed anew; one that closes further stays open', async () => {
  const file = await put('机密', 'a.txt');
  await officer.rules('keyword', '机密');
  const link = await links(company, owner, folder, { validity: '1m', visitLimit: 10, password: 'abcd' });
  await approves();
  await becomes(owner, link, 'valid');
  const change = (fields: object) => owner.call(calls.link.createOrUpdate, { linkPath: link.linkPath, ...fields });
  assert.equal((await change({ validity: '3d' })).state, 'valid');
  assert.equal((await change({ visitLimit: 5, note: '少一些' })).state, 'valid');
  assert.equal(await release(link, file), 'released');
  for (const wider of [{ validity: '3m' }, { visitLimit: null }, { password: null }, { watermark: 'none' }]) {
    assert.equal((await change(wider)).state, 'verifying', JSON.stringify(wider));
    assert.equal(await release(link, file), 'verifying', JSON.stringify(wider));
    const { link: shown } = await reviewOf(reviewer, { instanceId: folder });
    assert.equal(shown.passwordSet, !('password' in wider) && shown.watermark === 'default' && shown.passwordSet);
    await approves();
    await becomes(owner, link, 'valid');
    assert.equal(await release(link, file), 'released');
  }
});

test('cancelled while it is verified: its review ends, and nobody is asked any more', async () => {
  await put('机密', 'a.txt');
  await officer.rules('keyword', '机密');
  const link = await opens();
  const { reviewId } = await reviewOf(reviewer, { instanceId: folder });
  const todo = async () => (await reviewer.call(calls.notice.page, { filter: 'todo' })).items.map(({ data }) => 'reviewId' in data && data.reviewId); // prettier-ignore
  assert.ok((await todo()).includes(reviewId));
  const listener = await Listener.of(reviewer);
  await owner.call(calls.link.remove, { linkPaths: [link.linkPath] });
  assert.equal((await reviewer.call(adminLink.detail, { reviewId })).state, 'ended');
  await listener.until(({ heard }) => heard.some(({ event }) => event === 'reviewsChanged'));
  listener.leave();
  assert.ok(!(await todo()).includes(reviewId));
});

test('cancelled while its documents are scanned: the scan opens nothing, fails nothing and asks nobody', async () => {
  const file = await put('机密', 'a.txt');
  await officer.rules('keyword', '机密');
  await company.verified();
  const hold = (state: string | null) =>
    sql`update blob set text_state = ${state} where id = (select blob_id from instance where id = ${file})`.execute(company.database);
  await hold('later');
  const [cancelled, kept] = [await opens(), await opens()];
  for (const link of [cancelled, kept])
    await until(
      () => statusOf(owner, link),
      (status) => status.steps[0]!.state === 'running',
    );
  await owner.call(calls.link.remove, { linkPaths: [cancelled.linkPath] });
  await hold(null);
  // The other link has been through the scan: the review that it asks for is the only one.
  const { reviewId } = await reviewOf(reviewer, { instanceId: folder });
  await reviewer.call(adminLink.approve, { reviewId });
  await becomes(owner, kept, 'valid');
  const { items } = await reviewer.call(adminLink.page, { state: 'waiting', pageSize: 100 });
  assert.ok(items.every(({ item }) => item.instanceId !== folder));
  const { items: told } = await owner.call(calls.notice.page, { pageSize: 50 });
  assert.deepEqual(
    told.map(({ kind }) => kind),
    ['linkReviewed'],
  );
  await assert.rejects(company.visitor().call(calls.link.queryConfig, { linkPath: cancelled.linkPath }), refused('LINK_WRONG'));
});

test('the creator reads which approvals hold no longer, and why', async () => {
  const file = await put('机密', 'a.txt');
  await officer.rules('keyword', '机密');
  const link = await opens();
  const invalid = async () => {
    const told = await owner.call(calls.link.queryInvalidLinkOaApply, { instanceIds: [folder] });
    return told.map(({ linkPath, why, state }) => (linkPath === link.linkPath ? `${why} ${state}` : 'another'));
  };
  assert.deepEqual(await invalid(), [], 'nobody has approved it yet');
  await approves();
  await becomes(owner, link, 'valid');
  assert.deepEqual(await invalid(), []);
  await owner.call(instance.rename, { instanceId: file, fileName: encodeName('b.txt') });
  assert.deepEqual(await invalid(), ['changed valid']);
  await owner.call(instance.rename, { instanceId: file, fileName: encodeName('a.txt') });
  assert.deepEqual(await invalid(), []);
  const ruleId = await officer.rules('suffix', 'txt', 'refuse');
  assert.deepEqual(await invalid(), ['refused valid']);
  await officer.admin.call(adminDlp.remove, { ruleId });
  await owner.call(calls.link.createOrUpdate, { linkPath: link.linkPath, validity: '3m' });
  assert.deepEqual(await invalid(), ['withdrawn verifying']);
  assert.deepEqual(await reviewer.call(calls.link.queryInvalidLinkOaApply, { instanceIds: [folder] }), []);
});

test('what the rules would say is known before a link is made', async () => {
  // No link of another test has these contents: with its own they would be compared soon.
  await put('只在这里的普通内容', 'a.txt');
  const secret = await put('只在这里的绝密内容', 'b.txt');
  await put('图', 'c.dwg');
  await officer.rules('suffix', 'dwg', 'refuse', '图纸');
  await officer.rules('keyword', '绝密');
  const check = () => owner.call(calls.link.checkDlp, { instanceId: folder });
  const first = await check();
  assert.deepEqual([first.refused, first.waiting], [[{ instanceName: 'c.dwg', rule: '图纸' }], 2]);
  const link = await opens();
  await becomes(owner, link, 'failed');
  await officer.noRules();
  await officer.rules('keyword', '绝密');
  await becomes(owner, await opens(), 'verifying');
  await reviewOf(reviewer, { instanceId: folder });
  assert.deepEqual(await check(), { refused: [], reviewed: true, waiting: 0 });

  // All rules are switched off and on again, also for what is outside by then.
  const { version } = await owner.call(calls.user.dlpVersion, {});
  const uses = (value: boolean) => officer.admin.call(calls.adminConfiguration.update, { code: 'contentRules', value });
  await uses(false);
  assert.deepEqual(await check(), { refused: [], reviewed: false, waiting: 0 });
  const out = await opens();
  await becomes(owner, out, 'valid');
  assert.equal(await release(out, secret), 'released');
  await uses(true);
  assert.equal((await check()).reviewed, true);
  assert.equal(await release(out, secret), 'verifying');
  assert.equal(Number((await owner.call(calls.user.dlpVersion, {})).version), Number(version) + 2);
});

test('names of folders are judged as those of files are: nobody reads them, nor finds, lists or packs what is below, before they are approved', async () => {
  const inner = (await owner.folder('机密项目', folder)).instanceId;
  const file = await put('普通', 'a.txt', inner);
  await put('普通', 'open.txt');
  await officer.rules('keyword', '机密');
  const link = await opens();
  const review = await reviewOf(reviewer, { instanceId: folder });
  assert.equal(review.findings, 1);
  const { found } = await reviewer.call(adminLink.detail, { reviewId: review.reviewId });
  assert.deepEqual(found.map(({ instanceId, instanceName }) => [instanceId, instanceName]), [[inner, '机密项目']]); // prettier-ignore
  const both = async () => [await release(link, inner), await release(link, file)];
  assert.deepEqual(await both(), ['hidden', 'hidden']);
  await approves();
  await becomes(owner, link, 'valid');
  assert.deepEqual(await both(), ['released', 'released']);

  const visitor = await visits(company, link.linkId);
  const { linkPath } = visitor;
  const seen = async (fields: object) => (await visitor.call(calls.link.queryInstancePage, { linkPath, ...fields })).items.map(({ instanceName }) => instanceName); // prettier-ignore
  const shown = async () => [await seen({}), await seen({ keyword: 'a.txt' }), await seen({ parentId: inner })];
  assert.deepEqual(await shown(), [['机密项目', 'open.txt'], ['a.txt'], ['a.txt']]);
  await owner.call(instance.rename, { instanceId: inner, fileName: encodeName('更机密的项目') });
  assert.deepEqual(await both(), ['hidden', 'hidden']);
  assert.deepEqual(await shown(), [['open.txt'], [], []]);
  assert.equal((await visitor.call(calls.link.queryAttribute, { linkPath })).items, 1);
  await assert.rejects(visitor.call(calls.link.download, { linkPath, instanceId: file }), refused('LINK_CONTENT_VERIFYING'));
  await assert.rejects(visitor.call(calls.link.queryFolderDownload, { linkPath, instanceIds: [file] }), refused('LINK_CONTENT_VERIFYING'));
  await approves();
  assert.deepEqual((await shown())[0], ['更机密的项目', 'open.txt']);
  await officer.rules('pattern', '^更', 'refuse');
  assert.deepEqual(await both(), ['refused', 'refused']);
  // A name that no rule finds anything in waits for nobody.
  await owner.call(instance.rename, { instanceId: inner, fileName: encodeName('公开') });
  assert.equal(await release(link, inner), 'released');
  await released(link, file);
});

test('the name and the note of a link are judged too, whenever they change and whenever a rule does', async () => {
  await put('普通', 'a.txt');
  await officer.rules('keyword', '机密');
  const link = await links(company, owner, folder, { note: '机密，请勿外传' });
  const review = await reviewOf(reviewer, { instanceId: folder });
  const { found } = await reviewer.call(adminLink.detail, { reviewId: review.reviewId });
  assert.deepEqual(found.map(({ instanceId, ruleName }) => [instanceId, ruleName]), [[folder, 'keyword 机密']]); // prettier-ignore
  // Who looks at it decides on these words and no others.
  await owner.call(calls.link.rename, { linkPath: link.linkPath, name: '更机密' });
  await assert.rejects(reviewer.call(adminLink.approve, { reviewId: review.reviewId }), refused('REVIEW_CHANGED'));
  await until(() => reviewOf(reviewer, { instanceId: folder }), (one) => one.link.name === '更机密'); // prettier-ignore
  await approves();
  await becomes(owner, link, 'valid');

  const rename = (name: string) => owner.call(calls.link.rename, { linkPath: link.linkPath, name });
  const state = async () => (await statusOf(owner, link)).state;
  await owner.call(calls.link.createOrUpdate, { linkPath: link.linkPath, note: '' });
  assert.equal(await state(), 'verifying', 'the name was approved with another note');
  await approves();
  await becomes(owner, link, 'valid');
  await rename('普通');
  assert.equal(await state(), 'valid');
  await rename('又一个机密');
  await assert.rejects(company.visitor().call(calls.link.queryConfig, { linkPath: link.linkPath }), refused('LINK_VERIFYING'));
  await approves();
  await becomes(owner, link, 'valid');
  await officer.rules('keyword', '又一个', 'refuse');
  const { reason, reasonText } = await becomes(owner, link, 'failed');
  assert.deepEqual([reason, reasonText], ['rules', '又一个机密']);
});
