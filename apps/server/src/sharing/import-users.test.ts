import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import * as workbooks from '@e965/xlsx';
import { calls, limits } from '@alcove/contract';
import type { ImportedRow } from '@alcove/contract';
import { workbookOf, zip } from '../sheets/sheets.test-support.ts';
import { openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { department, member, rolesOf, shares } from './sharing.test-support.ts';

const { innerSharing } = calls;
let company: Company;
let [giver, wang, zhao]: Person[] = [];
let folder = '';
before(async () => {
  company = await openCompany();
});
after(() => company.close());
beforeEach(async () => {
  [giver, wang, zhao] = [await company.person(), await company.person(), await company.person()];
  folder = (await giver.folder('方案')).instanceId;
});

const head = ['账号', '姓名', '部门', '权限'];
function book(rows: string[][], kind: 'xlsx' | 'biff8' = 'xlsx'): File {
  const made = workbooks.utils.book_new();
  workbooks.utils.book_append_sheet(made, workbooks.utils.aoa_to_sheet(rows), 'Sheet1');
  const bytes = workbooks.write(made, { type: 'buffer', bookType: kind }) as Buffer<ArrayBuffer>;
  return new File([bytes], kind === 'xlsx' ? '名单.xlsx' : '名单.XLS');
}
const check = async (file: File) => (await giver!.call(innerSharing.checkUploadUser, { instanceId: folder, file })).rows;
const told = ({ row, member: one, problem }: ImportedRow) => [row, one?.role ?? problem?.code];
const renamed = (person: Person, realName: string) =>
  company.database.updateTable('user_account').set({ real_name: realName }).where('id', '=', person.userId).execute();

for (const kind of ['xlsx', 'biff8'] as const)
  test(`a list in ${kind} says of each row whom it means, and gives it to them`, async () => {
    await renamed(wang!, `王磊${wang!.accountName}`);
    await renamed(zhao!, `赵敏${wang!.accountName}`);
    await department(company, '平台组', [zhao!], await department(company, `研发中心${kind}`, []));
    const file = book(
      [
        head,
        [wang!.accountName.toUpperCase(), '', '', '编辑'],
        [],
        ['', `赵敏${wang!.accountName}`, `研发中心${kind}/平台组`, 'View only'],
      ],
      kind,
    );
    const rows = await check(file);
    assert.deepEqual(rows.map(told), [
      [2, 'edit'],
      [4, 'viewOnly'],
    ]);
    assert.deepEqual(rows[1]?.member?.path, [`研发中心${kind}`, '平台组']);
    assert.deepEqual(await rolesOf(giver!, folder), { [giver!.userId]: 'owner' }, 'checking gives nothing');
    const answer = await giver!.call(innerSharing.uploadUsers, { instanceId: folder, file });
    assert.deepEqual([answer.given, answer.usable], [2, 2]);
    assert.deepEqual(await rolesOf(giver!, folder), { [giver!.userId]: 'owner', [wang!.userId]: 'edit', [zhao!.userId]: 'viewOnly' });
  });

test('each kind of problem is told by row, in the language of the caller, and the others are given', async () => {
  const twin = `同名${wang!.accountName}`;
  for (const person of [wang!, zhao!]) await renamed(person, twin);
  const file = book([
    ['Permission', 'Name', 'Account', 'Department'],
    ['edit', '', wang!.accountName, ''],
    ['edit', twin, '', ''],
    ['edit', '', '', '研发中心'],
    ['edit', '', 'nobody_here', ''],
    ['all', '', zhao!.accountName, ''],
    ['', '', zhao!.accountName, ''],
    ['edit', '', wang!.accountName, ''],
    ['edit', '', giver!.accountName, ''],
    ['edit', '别的名字', zhao!.accountName, ''],
    ['edit', '', zhao!.accountName, '不是这个部门'],
  ]);
  assert.deepEqual((await check(file)).map(told), [
    [2, 'edit'],
    [3, 'IMPORT_SEVERAL'],
    [4, 'IMPORT_NO_NAME'],
    [5, 'IMPORT_NOBODY'],
    [6, 'IMPORT_ROLE_UNKNOWN'],
    [7, 'IMPORT_ROLE_UNKNOWN'],
    [8, 'IMPORT_TWICE'],
    [9, 'SHARE_OWNER_FIXED'],
    [10, 'IMPORT_NOBODY'],
    [11, 'IMPORT_NOBODY'],
  ]);
  const reply = await giver!.ask<{ rows: ImportedRow[] }>(
    innerSharing.checkUploadUser,
    { instanceId: folder, file },
    { 'accept-language': 'zh-CN' },
  );
  assert.equal(reply.data?.rows[1]?.problem?.text, '有 2 人符合，请填写账号');
  assert.equal((await giver!.call(innerSharing.uploadUsers, { instanceId: folder, file })).given, 1);
});

test('what is exported, formulas made harmless, is read back as it was', async () => {
  await renamed(wang!, `=HYPERLINK("x")${wang!.accountName}`);
  await shares(giver!, folder, [member(wang!, 'download'), member(zhao!, 'edit')]);
  const download = async (query: string) => {
    const answer = await giver!.send('GET', `${innerSharing.downloadUsers.path}?instanceId=${folder}${query}`, {
      headers: { 'accept-language': 'zh-CN' },
    });
    assert.match(answer.headers.get('content-type') ?? '', /spreadsheetml/);
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; .*\.xlsx/);
    return Buffer.from(await answer.arrayBuffer());
  };
  const bytes = await download('');
  const sheet = workbooks.read(bytes).Sheets['成员']!;
  const cells = Object.entries(sheet).flatMap(([at, cell]) => (at.startsWith('!') ? [] : [cell as { t: string; f?: string; v: string }]));
  assert.ok(cells.every(({ t, f, v }) => t === 's' && f === undefined && !/^[=+\-@\t]/.test(v)));
  const rows = workbooks.utils.sheet_to_json<string[]>(sheet, { header: 1 });
  assert.deepEqual(rows[0], ['账号', '姓名', '部门', '权限', '类型', '截止时间']);
  assert.deepEqual(
    rows.slice(1).map((row) => row[3]),
    ['所有者', '下载', '编辑'],
  );
  const other = (await giver!.folder('另一个')).instanceId;
  const file = new File([bytes], 'again.xlsx');
  const again = await giver!.call(innerSharing.uploadUsers, { instanceId: other, file });
  assert.deepEqual([again.given, ...again.rows.map(told)], [2, [2, 'IMPORT_ROLE_UNKNOWN'], [3, 'download'], [4, 'edit']]);
  const template = workbooks.read(await download('&template=1')).Sheets['成员']!;
  assert.deepEqual(workbooks.utils.sheet_to_json<string[]>(template, { header: 1 })[0], head);
});

test('a manager imports too, no higher than the initiator; others do not', async () => {
  const id = await shares(giver!, folder, [member(wang!, 'manager')]);
  const file = book([head, [zhao!.accountName, '', '', '编辑']]);
  await wang!.call(innerSharing.uploadUsers, { instanceId: folder, fileSharingId: id, file });
  assert.equal((await rolesOf(giver!, folder))[zhao!.userId], 'edit');
  const about = { instanceId: folder, fileSharingId: id, file };
  await assert.rejects(zhao!.call(innerSharing.checkUploadUser, about), refused('NOT_ALLOWED'));
  await assert.rejects(zhao!.call(innerSharing.uploadUsers, about), refused('NOT_ALLOWED'));
});

const sheetPart = (content: Buffer): [string, Buffer][] => [
  ['[Content_Types].xml', Buffer.from('<Types/>')],
  ['xl/workbook.xml', Buffer.from('<workbook/>')],
  ['xl/worksheets/sheet1.xml', content],
];
const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const hostile: [what: string, bytes: () => Buffer<ArrayBuffer>][] = [
  ['an empty file of that name', () => Buffer.alloc(0)],
  ['a page that calls itself a workbook', () => Buffer.from('<html><table><tr><td>账号</td></tr></table></html>')],
  ['CSV', () => Buffer.from('账号,权限\nwanglei,编辑')],
  ['a ZIP that is no workbook', () => zip([['readme.txt', Buffer.from('hello')]])],
  ['two hundred megabytes in two hundred kilobytes', () => zip(sheetPart(Buffer.alloc(200 * 1024 * 1024)))],
  ['the same, under headers that tell of little', () => zip(sheetPart(Buffer.alloc(200 * 1024 * 1024)), 10)],
  ['ten thousand parts', () => zip(Array.from({ length: 10_000 }, (_, n) => [`xl/worksheets/sheet${n}.xml`, Buffer.from('x')]))],
  ['a ZIP cut in its middle', () => zip(sheetPart(Buffer.from('<worksheet/>'))).subarray(0, 120)],
  [
    'entities that grow',
    () =>
      zip(
        sheetPart(
          Buffer.from(`<!DOCTYPE a [<!ENTITY a "${'x'.repeat(9999)}"><!ENTITY b "${'&a;'.repeat(999)}">]><worksheet>&b;</worksheet>`),
        ),
      ),
  ],
  ['an old workbook of nothing but zeros', () => Buffer.concat([ole, Buffer.alloc(100_000)])],
  ['an old workbook of noise', () => Buffer.concat([ole, Buffer.from(Array.from({ length: 100_000 }, (_, n) => (n * 7919) % 251))])],
  [
    'an old workbook that is cut off',
    () => {
      const made = workbooks.utils.book_new();
      workbooks.utils.book_append_sheet(made, workbooks.utils.aoa_to_sheet([head]), 'S');
      return Buffer.from((workbooks.write(made, { type: 'buffer', bookType: 'biff8' }) as Buffer).subarray(0, 900));
    },
  ],
];
for (const [what, bytes] of hostile)
  test(`${what}: refused clearly, soon, and without a trace`, async () => {
    const before = process.memoryUsage().rss;
    const began = performance.now();
    const content = bytes();
    for (const name of ['list.xlsx', 'list.xls']) {
      const reply = await giver!.ask(innerSharing.checkUploadUser, { instanceId: folder, file: new File([content], name) });
      assert.ok([140011, 140012].includes(reply.errcode), `${reply.errcode} ${reply.errmsg}`);
    }
    assert.ok(performance.now() - began < 25_000);
    assert.ok(process.memoryUsage().rss - before < 700 * 1024 * 1024);
    assert.deepEqual(company.troubles, []);
  });

test('only Excel files: neither another name nor other bytes pass', async () => {
  const bytes = Buffer.from(await book([head]).arrayBuffer());
  for (const name of ['list.csv', 'list.xlsx.exe', 'list', '.xlsm', 'list.ods'])
    await assert.rejects(
      giver!.call(innerSharing.checkUploadUser, { instanceId: folder, file: new File([bytes], name) }),
      refused('EXCEL_ONLY'),
    );
});

test('a list of more rows than one may submit is refused whole, one of just as many is not', async () => {
  const rows = Array.from({ length: limits.importRows }, (_, n) => [`nobody_${n}`, '', '', '编辑']);
  assert.equal((await check(book([head, ...rows]))).length, limits.importRows);
  for (const more of [1, 3000]) {
    const file = book([head, ...rows, ...Array.from({ length: more }, () => ['one_more', '', '', '编辑'])]);
    await assert.rejects(check(file), refused('EXCEL_TOO_LARGE'));
  }
});

test('a cell at the far end of the sheet costs nothing', async () => {
  const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const cells = head.map((value, column) => text(`${'ABCD'[column]}1`, value)).join('');
  const file = workbookOf({
    sheet: `<dimension ref="A1:XFD1048576"/><sheetData><row r="1">${cells}</row><row r="2">${text('A2', wang!.accountName)}${text('D2', '编辑')}${text('XFD2', 'far')}</row><row r="1048576">${text('XFD1048576', 'far')}</row></sheetData>`,
  });
  assert.deepEqual((await check(new File([file], 'far.xlsx'))).map(told), [[2, 'edit']]);
});

test('a head without people, and a sheet without rows', async () => {
  await assert.rejects(
    check(
      book([
        ['部门', '权限'],
        ['研发中心', '编辑'],
      ]),
    ),
    refused('EXCEL_UNREADABLE'),
  );
  assert.deepEqual(await check(book([head])), []);
});

test('many lists at once are read one after the other', async () => {
  const file = book([head, [wang!.accountName, '', '', '编辑']]);
  const answers = await Promise.all(Array.from({ length: 12 }, () => check(file)));
  assert.ok(answers.every((rows) => rows[0]?.member?.id === wang!.userId));
});
