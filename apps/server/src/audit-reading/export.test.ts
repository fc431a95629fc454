/** An exported log holds what the list shows, no more than 10,000 entries, and nothing that a spreadsheet would run. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { calls, failures, limits } from '@alcove/contract';
import { newId } from '../ids.ts';
import { columnOf, read } from '../sheets/sheets.test-support.ts';
import { adminPassword, openCompany } from '../testing/index.ts';
import type { Client, Company } from '../testing/index.ts';
import { insertEntries, keyAll } from './log.test-support.ts';
import type { Given } from './log.test-support.ts';

const { exportLog, page } = calls.adminLog;
let company: Company;
let admin: Client;
before(async () => {
  company = await openCompany();
  admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
});
after(() => company.close());

const nobody = newId();
const entry = (name: string, more: Partial<Given> = {}): Given => ({
  at: new Date(),
  deed: 'change',
  action: 'instance.rename',
  result: 0,
  actor_kind: 'person',
  person_id: nobody,
  actor_name: 'exported',
  object_kind: 'item',
  object_id: newId(),
  object_name: name,
  space_id: newId(),
  space_name: name,
  folder_id: newId(),
  folder_name: name,
  address: '10.1.1.1',
  device: name,
  trace_id: 'trace-of-export',
  ...more,
});

async function exported(fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Buffer> {
  const answer = await admin.send('GET', `${exportLog.path}?${new URLSearchParams(fields)}`, { headers });
  assert.match(answer.headers.get('content-type') ?? '', /spreadsheetml/);
  return Buffer.from(await answer.arrayBuffer());
}
const rowsOf = async (fields: Record<string, string>, headers?: Record<string, string>): Promise<readonly string[][]> =>
  (await read(await exported(fields, headers), 'x.xlsx', { rows: 20_000 })) as string[][];

test('300 hostile names are plain text when LibreOffice opens the file', async () => {
  const beginnings = ['=', '+', '-', '@', '\t=', '\r=', '\u200b=', '＝', ' =', '"=', ';=', '%0A='];
  const bodies = [
    '1+1',
    "cmd|' /C calc'!A0",
    'HYPERLINK("http://x.example","y")',
    `SUM(A1:A9)${'长'.repeat(230)}`,
    'WEBSERVICE("http://x.example")',
  ];
  const ends = ['', '\u0001\u001b\r\n=1', '\u202egnp.\u2028🙂', '<c><f>1+1</f></c>', '_x003D_1+1'];
  const hostile = beginnings.flatMap((beginning) => bodies.flatMap((body) => ends.map((end) => beginning + body + end)));
  assert.equal(hostile.length, 300);
  await insertEntries(company.database, hostile.map((name) => entry(name))); // prettier-ignore
  const bytes = await exported({ userId: nobody });
  const [, ...rows] = (await read(bytes, 'x.xlsx')) as string[][];
  assert.equal(rows.length, 300);
  assert.equal(new Set(rows.map((row) => row[5])).size, 300, 'each is its own');
  const folder = await mkdtemp(join(tmpdir(), 'alcove-export-'));
  try {
    await writeFile(join(folder, 'log.xlsx'), bytes);
    const options = [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', 'fods', '--outdir', folder];
    await promisify(execFile)('soffice', [...options, join(folder, 'log.xlsx')], { timeout: 120_000 });
    const opened = await readFile(join(folder, 'log.fods'), 'utf8');
    assert.ok(opened.includes('HYPERLINK(&quot;http://x.example&quot;') || opened.includes('HYPERLINK("http://x.example"'));
    assert.doesNotMatch(opened, /table:formula=/);
    const cells = opened.slice(opened.indexOf('<table:table ')).match(/office:value-type="(?!string)/g) ?? [];
    assert.deepEqual(cells, [], 'nothing but text');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('columns are those of the list, in the language and the time of the reader', async () => {
  const person = await company.person();
  await person.folder('for the sheet');
  await person.ask(calls.instance.queryInstanceDetail, { instanceId: newId() });
  await admin.call(calls.adminRegion.create, { name: 'Loopback', networks: ['127.0.0.0/8', '::1'] });
  const wanted = { userId: person.userId, action: 'instance.createFolder', utcOffset: '480' };
  const [heads, [id, time, name, account, ...rest] = []] = await rowsOf(wanted, { 'accept-language': 'zh' });
  assert.deepEqual(heads, ['编号', '时间', '人员', '账号', '操作', '对象', '空间', '文件夹', '结果', '访问 IP', '区域', '设备', 'traceId']);
  const listed = (await admin.call(page, { userId: person.userId, action: 'instance.createFolder' })).items[0]!;
  assert.deepEqual([id, time], [String(listed.id), new Date(Date.parse(listed.time) + 480 * 60_000).toISOString().slice(0, -1).replace('T', ' ')]); // prettier-ignore
  assert.deepEqual([name, account], [listed.who!.realName, listed.who!.accountName]);
  assert.deepEqual(rest.slice(0, 2), ['新建文件夹', 'for the sheet']);
  assert.deepEqual([rest[4], rest[6], rest[8]], ['成功', 'Loopback', listed.traceId]);
  // The entry of a refusal is written a moment after its answer.
  while ((await admin.call(page, { userId: person.userId, result: 'refused' })).total === 0);
  const [, refusedRow] = await rowsOf({ userId: person.userId, result: 'refused' });
  assert.equal(refusedRow?.[8], `Refused: ${failures.FILE_NOT_FOUND['en-US']}`);
});

test('of more than 10,000, the latest or the earliest are exported, and the export has its entry', async () => {
  const crowd = newId();
  const many = Array.from({ length: limits.logRows + 50 }, (_, n) => entry(`number ${n}`, { person_id: crowd }));
  for (let at = 0; at < many.length; at += 2000) await insertEntries(company.database, many.slice(at, at + 2000));
  await keyAll(company.database);
  const listed = await admin.call(page, { userId: crowd, pageSize: 100, page: 100 });
  assert.deepEqual([listed.total, listed.more, listed.items.at(-1)?.object?.name], [limits.logRows, true, 'number 50']);
  assert.deepEqual((await admin.call(page, { userId: crowd, pageSize: 100, page: 101 })).items, []);
  const numbersOf = async (fields: Record<string, string>) => columnOf(await exported({ userId: crowd, ...fields }), 'F').slice(1);
  const numbers = (first: number) => Array.from({ length: limits.logRows }, (_, n) => `number ${first - n}`);
  assert.deepEqual(await numbersOf({}), numbers(limits.logRows + 49));
  assert.deepEqual(await numbersOf({ part: 'earliest' }), numbers(limits.logRows - 1));
  const [entered] = (await admin.call(page, { action: 'adminLog.export' })).items;
  assert.deepEqual([entered!.deed, entered!.detail], ['download', { userId: crowd, objects: limits.logRows }]);
});
