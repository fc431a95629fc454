/** Administrators edit the content rules: who may, what a value can be, and that each change is a new version of the set. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls, failures, limits } from '@alcove/contract';
import type { DlpKind, FailureCode } from '@alcove/contract';
import { newId } from '../ids.ts';
import { adminPassword, openCompany, refused } from '../testing/index.ts';
import type { Client, Company } from '../testing/index.ts';

const { adminDlp, user } = calls;
let company: Company;
let admin: Client;
before(async () => {
  company = await openCompany();
  admin = company.visitor();
  await admin.call(user.signIn, { username: 'admin', password: adminPassword });
});
after(() => company.close());

const refusedCode = (code: FailureCode): number => failures[code].errcode;
const version = async (): Promise<number> => Number((await company.visitor().call(user.dlpVersion, {})).version);

test('a rule is made, changed and removed, and each change is a new version that everybody can ask for', async () => {
  const before = await version();
  const made = await admin.call(adminDlp.create, { name: ' 合同 ', kind: 'keyword', value: '甲方\r\n\r\n 乙方 \n甲方' });
  assert.deepEqual(
    { ...made, ruleId: '', updateTime: '' },
    { ruleId: '', name: '合同', kind: 'keyword', value: '甲方\n乙方', action: 'review', enabled: true, updateTime: '' },
  );
  const { ruleId } = made;
  const changed = await admin.call(adminDlp.update, { ruleId, action: 'refuse', enabled: false });
  assert.deepEqual([changed.name, changed.value, changed.action, changed.enabled], ['合同', '甲方\n乙方', 'refuse', false]);
  assert.deepEqual((await admin.call(adminDlp.page, {})).rules, [changed]);
  await admin.call(adminDlp.remove, { ruleId });
  assert.deepEqual(await admin.call(adminDlp.page, {}), { version: String(before + 3), used: true, rules: [] });
  assert.equal(await version(), before + 3);
  await assert.rejects(admin.call(adminDlp.update, { ruleId, enabled: true }), refused('DLP_RULE_GONE'));
  assert.equal(await version(), before + 3, 'what is refused changes nothing');
});

test('a value that its kind cannot have is refused with its field', async () => {
  const cases: [DlpKind, string, FailureCode][] = [
    ['keyword', '机', 'DLP_KEYWORDS_WRONG'],
    ['keyword', 'a\u200b', 'DLP_KEYWORDS_WRONG'],
    ['keyword', ' \n ', 'DLP_KEYWORDS_WRONG'],
    ['keyword', 'x'.repeat(101), 'DLP_KEYWORDS_WRONG'],
    ['keyword', Array.from({ length: 201 }, (_, n) => `w${n}`).join('\n'), 'DLP_KEYWORDS_WRONG'],
    ['pattern', '(', 'DLP_PATTERN_WRONG'],
    ['pattern', '(?=a)', 'DLP_PATTERN_WRONG'],
    ['pattern', '(a)\\1', 'DLP_PATTERN_WRONG'],
    ['pattern', 'a*', 'DLP_PATTERN_EMPTY'],
    ['pattern', '(a{1,100}){1,10}', 'DLP_PATTERN_COMPLEX'],
    ['pattern', '('.repeat(1500) + 'a' + ')'.repeat(1500), 'DLP_PATTERN_WRONG'],
    ['suffix', '; ,', 'DLP_SUFFIXES_WRONG'],
    ['suffix', 'a/b', 'DLP_SUFFIXES_WRONG'],
    ['size', '0', 'DLP_VALUE_WRONG'],
    ['size', '1 GB', 'DLP_VALUE_WRONG'],
    ['sensitivity', 'secret', 'DLP_VALUE_WRONG'],
  ];
  for (const [kind, value, code] of cases) {
    const { errcode, field } = await admin.ask(adminDlp.create, { name: 'x', kind, value });
    assert.deepEqual([errcode, field], [refusedCode(code), 'value'], `${kind} ${value.slice(0, 20)}`);
    await assert.rejects(admin.call(adminDlp.test, { kind, value, text: 'x' }), refused(code));
  }
  assert.deepEqual((await admin.call(adminDlp.page, {})).rules, []);
  const { value } = await admin.call(adminDlp.create, { name: 'x', kind: 'suffix', value: '*.DWG;.tar.gz；zip，zip exe,msi' });
  assert.equal(value, 'dwg; tar.gz; zip; exe; msi');
});

test('a rule is tried on a text before it is saved', async () => {
  const tries = (kind: DlpKind, value: string, text: string) => admin.call(adminDlp.test, { kind, value, text });
  assert.deepEqual(await tries('keyword', '机密', '这是机 密。'), { found: true, places: [[2, 3]] });
  assert.deepEqual(await tries('pattern', '\\d{11}', '电话 13800138000'), { found: true, places: [[3, 11]] });
  assert.deepEqual(await tries('suffix', 'exe;dwg', ' 总图.DWG'), { found: true, places: [[1, 6]] });
  assert.deepEqual(await tries('size', '1000', '999'), { found: false, places: [] });
  assert.equal((await tries('size', '1000', '1,000')).found, true);
  assert.equal((await tries('sensitivity', 'internal', 'high')).found, true);
});

test('only who may edit rules edits them, and who may only look tries none', async () => {
  const person = await company.person();
  const create = { name: 'x', kind: 'size', value: '1' } as const;
  await assert.rejects(person.call(adminDlp.page, {}), refused('NOT_ALLOWED'));
  const roleId = (await admin.call(calls.adminRole.create, { name: `r ${newId().slice(0, 8)}`, type: 'ordinary', adminItems: ['dlp.view'], fileItems: [] })).roleId; // prettier-ignore
  await admin.call(calls.adminRole.assign, { userIds: [person.userId], roleIds: [roleId] });
  await person.call(adminDlp.page, {});
  await assert.rejects(person.call(adminDlp.create, create), refused('NOT_ALLOWED'));
  await assert.rejects(person.call(adminDlp.test, { kind: 'size', value: '1', text: '' }), refused('NOT_ALLOWED'));
});

test('there are never more rules than can be judged, even if two are made at once', async () => {
  const { rules } = await admin.call(adminDlp.page, {});
  await company.database
    .insertInto('dlp_rule')
    .values(
      Array.from({ length: limits.dlpRules - rules.length - 1 }, (_, n) => ({
        id: newId(),
        name: `n${n}`,
        kind: 'size' as const,
        value: '1',
        action: 'review' as const,
      })),
    ) // prettier-ignore
    .execute();
  const answers = await Promise.all([1, 2, 3].map((n) => admin.ask(adminDlp.create, { name: `m${n}`, kind: 'size', value: '1' })));
  assert.deepEqual(answers.map(({ errcode }) => errcode).sort(), [0, refusedCode('DLP_RULES_TOO_MANY'), refusedCode('DLP_RULES_TOO_MANY')]); // prettier-ignore
  await company.database.deleteFrom('dlp_rule').execute();
});
