import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import * as workbooks from '@e965/xlsx';
import { agreementDocuments, calls, sampleEdition } from '@alcove/contract';
import type { AgreementDocument, AgreementVersion } from '@alcove/contract';
import { read } from '../sheets/sheets.test-support.ts';
import { adminPassword, Listener, openCompany, refused } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';

const { adminAgreement, agreement, instance, user } = calls;
let company: Company;
let admin: Client;
before(async () => {
  company = await openCompany();
  admin = company.visitor();
  await admin.call(user.signIn, { username: 'admin', password: adminPassword });
});
/** What an earlier test published holds back the administrator, as everybody. */
beforeEach(() => accepts(admin));
after(() => company.close());

const both = (text: string) => ({ 'zh-CN': text, 'en-US': `${text} (en)` });
const accepts = async (who: Client): Promise<void> => {
  const { edition } = await who.call(agreement.list, {});
  await who.call(user.acknowledgeAgreement, { edition });
};
const draft = async (document: AgreementDocument, text: string, by: Client = admin) => {
  const { draft: before } = await by.call(adminAgreement.detail, { document });
  return by.call(adminAgreement.saveDraft, { document, text: both(text), note: both(`改动：${text}`), seen: before?.revision ?? null });
};
const publishes = async (document: AgreementDocument, text: string, asks = true): Promise<AgreementVersion> =>
  admin.call(adminAgreement.publish, { document, seen: (await draft(document, text)).revision, asks });
const works = async (who: Person): Promise<number> => (await who.ask(instance.page, { parentId: who.rootId })).errcode;
const until = async (holds: () => Promise<boolean>): Promise<void> => {
  const end = Date.now() + 1000;
  while (!(await holds())) assert.ok(Date.now() < end, 'within a second');
};
const held = 101036;

test('everybody is shown the sample first, may read it signed out, and it alone holds nobody back', async () => {
  const stranger = company.visitor();
  const { edition, versions } = await stranger.call(agreement.list, {});
  assert.equal(edition, sampleEdition);
  assert.deepEqual(versions.map(({ document, number }) => [document, number]).sort(), agreementDocuments.map((name) => [name, 1]).sort());
  for (const document of agreementDocuments) {
    const { text, latest } = await stranger.call(agreement.text, { document });
    assert.equal(latest, 1);
    assert.ok(text['zh-CN'].length > 50 && text['en-US'].length > 50);
    assert.doesNotMatch(text['en-US'], /[\u4e00-\u9fff]/);
  }
  await assert.rejects(stranger.call(agreement.text, { document: 'usageRules', number: 9 }), refused('AGREEMENT_VERSION_NOT_FOUND'));
  const person = await company.person();
  assert.equal((await person.call(user.currentUser, {})).agreementAcknowledged, false);
  assert.equal(await works(person), 0);
  await person.call(user.acknowledgeAgreement, {});
  const { agreementAcknowledged, agreementEdition } = await person.call(user.currentUser, {});
  assert.deepEqual([agreementAcknowledged, agreementEdition], [true, sampleEdition]);
});

test('a new version holds back every call within a second, of open sessions and clients too, until that version is accepted', async () => {
  const [person, late] = [await company.person(), await company.person()];
  const desktop = company.visitor();
  desktop.bearer = (await person.call(user.clientLogin, {})).token;
  await accepts(person);
  const { edition: shown } = await person.call(agreement.list, {});
  assert.equal(await works(person), 0);
  const hears = await Listener.of(person);
  const published = await publishes('usageRules', '新约定');
  await until(async () => (await works(person)) === held);
  await hears.until(({ heard }) => heard.some(({ event }) => event === 'agreementsChanged'));
  hears.leave();
  assert.deepEqual([await works(late), (await desktop.ask(user.queryUserCapacity, {})).errcode], [held, held]);
  assert.equal((await admin.ask(adminAgreement.page, {})).errcode, held, 'who published it as well');
  // What it takes to read and accept, or to leave, is not held back.
  await person.call(user.saveSettings, { language: 'en-US' });
  assert.equal((await person.call(user.currentUser, {})).agreementAcknowledged, false);
  assert.equal((await person.call(agreement.text, { document: 'usageRules' })).text['zh-CN'], '新约定');
  // The tab that still shows the old text, an older client, and a number that nobody was shown accept nothing.
  for (const fields of [{ edition: shown }, {}, { edition: published.edition + 1 }])
    await assert.rejects(person.call(user.acknowledgeAgreement, fields), refused('AGREEMENT_CHANGED'));
  assert.equal(await works(person), held);
  await Promise.all([1, 2, 3].map(() => person.call(user.acknowledgeAgreement, { edition: published.edition })));
  assert.equal(await works(person), 0);
  await until(async () => (await desktop.ask(user.queryUserCapacity, {})).errcode === 0);
  assert.equal(await works(late), held, 'nobody accepts for others');
});

test('the one who read the first of two new versions has not accepted the second', async () => {
  const person = await company.person();
  await accepts(person);
  const first = await publishes('privacyPolicy', '政策甲');
  await accepts(admin);
  const second = await publishes('serviceAgreement', '协议乙');
  await assert.rejects(person.call(user.acknowledgeAgreement, { edition: first.edition }), refused('AGREEMENT_CHANGED'));
  await person.call(user.acknowledgeAgreement, { edition: second.edition });
  assert.equal(await works(person), 0);
});

test('a correction is a version that holds nobody back, but does not let anybody off', async () => {
  const [accepted, waiting] = [await company.person(), await company.person()];
  await accepts(accepted);
  const { edition: shown } = await accepted.call(agreement.list, {});
  const { number, edition } = await publishes('usageRules', '错字改正', false);
  assert.deepEqual([await works(accepted), await works(waiting)], [0, held]);
  const { text, latest, note } = await company.visitor().call(agreement.text, { document: 'usageRules', number });
  assert.deepEqual([text['zh-CN'], latest, note['zh-CN']], ['错字改正', number, '改动：错字改正']);
  // Who read the text just before the correction has read what is asked.
  await waiting.call(user.acknowledgeAgreement, { edition: shown });
  assert.equal(await works(waiting), 0);
  // An older version stays as it was.
  const before = await company.visitor().call(agreement.text, { document: 'usageRules', number: number - 1 });
  assert.notEqual(before.text['zh-CN'], text['zh-CN']);
  assert.equal((await company.visitor().call(agreement.list, {})).edition, edition);
});

test('two who write, publish or discard at once do not overwrite each other, and nothing empty is published', async () => {
  const saved = await draft('privacyPolicy', '草稿');
  const again = { document: 'privacyPolicy' as const, text: both('另一份'), note: both(''), seen: saved.revision };
  const saves = await Promise.all([1, 2].map(() => admin.ask(adminAgreement.saveDraft, again)));
  assert.deepEqual(saves.map(({ errcode }) => errcode).sort(), [0, 160182]);
  const { draft: now } = await admin.call(adminAgreement.detail, { document: 'privacyPolicy' });
  assert.deepEqual([now?.text['zh-CN'], now?.note['zh-CN']], ['另一份', '']);
  const before = (await admin.call(agreement.text, { document: 'privacyPolicy' })).latest;
  const publish = { document: 'privacyPolicy' as const, seen: now!.revision, asks: false };
  const answers = await Promise.all([1, 2].map(() => admin.ask(adminAgreement.publish, publish)));
  assert.deepEqual(answers.map(({ errcode }) => errcode).sort(), [0, 160182]);
  assert.equal((await admin.call(agreement.text, { document: 'privacyPolicy' })).latest, before + 1);
  const empty = await admin.call(adminAgreement.saveDraft, { ...again, text: { 'zh-CN': ' \r\n', 'en-US': 'x' }, seen: null });
  const refusal = await admin.ask(adminAgreement.publish, { ...publish, seen: empty.revision });
  assert.deepEqual([refusal.errcode, refusal.field], [160183, 'document']);
  await admin.call(adminAgreement.discardDraft, { document: 'privacyPolicy', seen: empty.revision });
  await assert.rejects(
    admin.call(adminAgreement.discardDraft, { document: 'privacyPolicy', seen: empty.revision }),
    refused('AGREEMENT_DRAFT_CHANGED'),
  );
  assert.equal((await admin.call(agreement.text, { document: 'privacyPolicy' })).latest, before + 1);
});

test('only who holds the items reads drafts, publishes, and sees who accepted', async () => {
  const person = await company.person();
  await accepts(person);
  const asked = [
    [adminAgreement.page, {}],
    [adminAgreement.detail, { document: 'usageRules' }],
    [adminAgreement.people, { accepted: false }],
    [adminAgreement.exportPeople, {}],
    [adminAgreement.publish, { document: 'usageRules', seen: crypto.randomUUID(), asks: true }],
  ] as const;
  for (const [call, fields] of asked) await assert.rejects(person.call(call, fields as never), refused('NOT_ALLOWED'), call.name);
});

test('who accepted is counted, listed and exported: formulas stay text, and leavers keep their line', async () => {
  const [yes, no, frozen, gone] = await Promise.all(['yes', 'no', 'frozen', 'gone'].map(() => company.person()));
  for (const each of [yes!, frozen!, gone!]) await accepts(each);
  const set = (person: Person, values: object) =>
    company.database.updateTable('user_account').set(values).where('id', '=', person.userId).execute();
  await set(no!, { real_name: '=1+1', search_text: 'formula' });
  await set(frozen!, { frozen_at: new Date() });
  await set(gone!, { frozen_at: new Date(), left_at: new Date() });
  const { people } = await admin.call(adminAgreement.page, {});
  const { total: waiting } = await admin.call(adminAgreement.people, { accepted: false, pageSize: 100 });
  assert.equal(people.total - people.accepted, waiting);
  const idsOf = async (accepted: boolean) =>
    (await admin.call(adminAgreement.people, { accepted, pageSize: 100 })).items.map(({ userId }) => userId);
  const [accepted, missing] = [await idsOf(true), await idsOf(false)];
  assert.ok(accepted.includes(yes!.userId) && missing.includes(no!.userId));
  for (const { userId } of [frozen!, gone!]) assert.ok(!accepted.includes(userId) && !missing.includes(userId), 'cannot sign in');
  const answer = await admin.send('GET', `${adminAgreement.exportPeople.path}?utcOffset=480`);
  const sheet = Buffer.from(await answer.arrayBuffer());
  const book = workbooks.read(sheet, { cellFormula: true });
  const cells = Object.entries(book.Sheets[book.SheetNames[0]!]!).filter(([at]) => !at.startsWith('!')).map(([, cell]) => cell as workbooks.CellObject); // prettier-ignore
  for (const { f, v } of cells) assert.ok(f === undefined && !/^[=+\-@]/.test(String(v)), String(v));
  const [heads, ...rows] = await read(sheet);
  assert.equal(heads?.length, 8);
  const lineOf = (person: Person) => rows.filter(([account]) => account === person.accountName);
  const { versions } = await admin.call(agreement.list, {});
  const latest = agreementDocuments.map((document) => String(versions.find((version) => version.document === document)!.number));
  assert.deepEqual(lineOf(yes!).map((row) => row.slice(5)), [latest]); // prettier-ignore
  assert.match(String(lineOf(yes!)[0]![4]), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  assert.equal(lineOf(gone!)[0]![3], 'Left');
  assert.deepEqual(lineOf(no!)[0]!.slice(1, 5).filter(Boolean), ['=1+1', 'Active']);
});
