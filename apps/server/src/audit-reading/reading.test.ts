/** What a filter of the log finds is what a plain reading of all entries finds, whether they have keys already or not. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls, failures, limits } from '@alcove/contract';
import type { FailureCode, InputOf, LogEntry } from '@alcove/contract';
import { newId } from '../ids.ts';
import { officer } from '../people-sheets/people-sheets.test-support.ts';
import { adminPassword, openCompany, refused } from '../testing/index.ts';
import type { Client, Company } from '../testing/index.ts';
import { keepKeys } from './keep-keys.ts';
import { holdKeys, insertEntries, keyAll, restartLog } from './log.test-support.ts';
import type { Given } from './log.test-support.ts';

const { adminLog, adminRegion } = calls;
type Filter = InputOf<typeof adminLog.page>;
let company: Company;
let admin: Client;
let given: Given[];
let letKeysBeWritten: () => Promise<void>;

const people = [newId(), newId(), newId()];
const objects = [newId(), newId(), newId(), newId()];
const names = ['季度薪酬汇总.xlsx', 'Budget_2027 final.xlsx', '100%_done\\maybe.txt', 'ÄRGER über.docx', 'a', '产品 白皮书🚀.pdf'];
const addresses = ['10.8.14.102', '10.8.21.37', '::ffff:10.9.1.1', '2001:db8:1::7', '218.75.16.204', 'unknown', '300.8.1.1', null];
const actions = [
  ['instance.page', 'read'],
  ['instance.rename', 'change'],
  ['instance.download', 'download'],
  ['user.signIn', 'session'],
] as const;
const beginning = Date.UTC(2026, 0, 5, 0, 0);
const of = <One>(list: readonly One[], n: number): One => list[n % list.length]!;
const perEntry = 700;

/** Far enough apart that they are in many blocks of ids, and over 25 days. */
const entry = (n: number): Given => {
  const [action, deed] = of(actions, Math.floor(n / 3));
  const isSystem = n % 11 === 0;
  return {
    id: 1_000_000 + n * perEntry,
    at: new Date(beginning + n * 3_600_000),
    deed,
    action,
    result: n % 7 === 0 ? failures.NOT_ALLOWED.errcode : 0,
    actor_kind: isSystem ? 'system' : 'person',
    person_id: isSystem ? null : of(people, n),
    actor_name: isSystem ? null : `account_${n % 3}`,
    object_kind: 'item',
    object_id: of(objects, Math.floor(n / 2)),
    object_name: of(names, n),
    space_id: newId(),
    space_name: n % 5 === 0 ? '市场部' : 'Research',
    folder_id: newId(),
    folder_name: n % 13 === 0 ? null : `folder ${n % 4}`,
    address: of(addresses, n),
    device: 'Chrome 131, Windows',
    trace_id: `trace-${String(n).padStart(6, '0')}`,
  };
};

before(async () => {
  company = await openCompany();
  admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  given = Array.from({ length: 600 }, (_, n) => entry(n));
  await restartLog(company.database, given.at(-1)!.id! + 1);
  await insertEntries(company.database, given.slice(0, 300));
  await keyAll(company.database);
  letKeysBeWritten = await holdKeys(company.database);
  await insertEntries(company.database, given.slice(300));
});
after(() => company.close());

const during = { from: new Date(beginning).toISOString(), to: new Date(beginning + 600 * 3_600_000).toISOString() };
const inAll = ({ object_name, folder_name, space_name, actor_name, trace_id, address }: Given, word: string): boolean =>
  trace_id === word ||
  address === word ||
  [object_name, folder_name, space_name, actor_name].some((name) => name?.toLowerCase().includes(word.toLowerCase()));

const matrix: [Filter, (entry: Given) => boolean][] = [
  [{}, () => true],
  [{ userId: people[1] }, (one) => one.person_id === people[1]],
  [{ userId: newId() }, () => false],
  [{ action: 'user.signIn' }, ({ action }) => action === 'user.signIn'],
  [{ deed: 'change' }, ({ deed }) => deed === 'change'],
  [{ object: objects[2] }, (one) => one.object_id === objects[2]],
  [{ result: 'refused' }, ({ result }) => result !== 0],
  [{ result: 'done' }, ({ result }) => result === 0],
  [{ result: 'done', action: 'instance.page', userId: people[0] }, (one) => one.result === 0 && one.action === 'instance.page' && one.person_id === people[0]], // prettier-ignore
  [{ address: '10.8.14.102' }, ({ address }) => address === '10.8.14.102'],
  [{ address: '10.8.0.0/20' }, ({ address }) => address === '10.8.14.102'],
  [{ address: '10.0.0.0/7' }, ({ address }) => address?.includes('10.') ?? false],
  [{ address: '10.9.1.1' }, ({ address }) => address === '::ffff:10.9.1.1'],
  [{ address: '2001:db8::/32' }, ({ address }) => address === '2001:db8:1::7'],
  [{ address: '2001:db8:1::7', deed: 'read' }, (one) => one.address === '2001:db8:1::7' && one.deed === 'read'],
  ...[
    '薪',
    '薪酬',
    '薪酬汇',
    '季度薪酬汇总',
    'a',
    'Bu',
    'budget_2027',
    '0%_D',
    '\\',
    'ärger',
    'ÜBER',
    '🚀',
    '市场',
    'account_2',
    'trace-000123',
    '10.8.21.37',
    'nowhere',
    'fold',
  ].map(
    // prettier-ignore
    (keyword): [Filter, (entry: Given) => boolean] => [{ keyword }, (one) => inAll(one, keyword)],
  ),
  [{ keyword: ' final  市场 ' }, (one) => inAll(one, 'final') && inAll(one, '市场')],
  [{ keyword: 'final', result: 'refused' }, (one) => inAll(one, 'final') && one.result !== 0],
];

const shown = ({ items }: { items: LogEntry[] }): number[] => items.map(({ id }) => id);
const idsOf = (entries: readonly Given[]): number[] => entries.map(({ id }) => id!).reverse();

async function compareOne([filter, finds]: (typeof matrix)[number]): Promise<void> {
  const what = JSON.stringify(filter);
  const expected = idsOf(given.filter(finds));
  const first = await admin.call(adminLog.page, { ...during, ...filter, pageSize: 20 });
  assert.deepEqual([first.total, shown(first)], [expected.length, expected.slice(0, 20)], what);
  if (expected.length > 20) {
    const second = await admin.call(adminLog.page, { ...during, ...filter, pageSize: 20, page: 2, upTo: first.upTo });
    assert.deepEqual(shown(second), expected.slice(20, 40), what);
  }
  const { bars } = await admin.call(adminLog.chart, { ...during, ...filter });
  const counted = bars.map(({ refused: no, changes, others }) => [no, changes, others]);
  const days = Array.from({ length: 25 }, (_, day) => given.slice(day * 24, day * 24 + 24).filter(finds));
  const kindOf = ({ result, deed }: Given): number => (result !== 0 ? 0 : deed === 'change' ? 1 : 2);
  const sums = days.map((entries) => [0, 1, 2].map((kind) => entries.filter((one) => kindOf(one) === kind).length));
  assert.deepEqual(counted, sums, what);
}
const compare = (): Promise<unknown> => Promise.all(matrix.map(compareOne));

test('every filter finds the same without keys, with them, and in a plain reading', async () => {
  await compare();
  await letKeysBeWritten();
  await keyAll(company.database);
  await compare();
});

test('the chart of a time that begins and ends within a quarter of an hour has every entry of it once', async () => {
  const person = await company.person();
  await person.folder('a moment ago');
  await keyAll(company.database);
  const recent = await admin.call(adminLog.page, { userId: person.userId });
  const odd = (ms: number): string => new Date(beginning + ms).toISOString();
  const ranges = [
    // An entry is in what comes before the first whole quarter, or after the last.
    { from: recent.items.at(-1)!.time },
    { from: odd(2.9 * 3_600_000), to: odd(130.1 * 3_600_000) },
    { from: odd(2.9 * 3_600_000), to: odd(300.1 * 3_600_000) },
    { from: odd(5 * 3_600_000), to: odd(5 * 3_600_000 + 1000) },
  ];
  for (const range of ranges)
    for (const result of [undefined, 'done', 'refused'] as const) {
      const filter = { ...range, ...(result && { result }) };
      const { total } = await admin.call(adminLog.page, filter);
      const { bars } = await admin.call(adminLog.chart, filter);
      const sum = bars.reduce((all, { refused: no, changes, others }) => all + no + changes + others, 0);
      assert.equal(sum, total, JSON.stringify(filter));
      assert.ok(total > 0 || result !== undefined);
    }
});

test('who pages on sees the same list, although entries arrive; who reads anew sees them', async () => {
  const person = await company.person();
  const filter = { userId: person.userId };
  await person.folder('one');
  await person.folder('two');
  const first = await admin.call(adminLog.page, filter);
  await person.folder('three');
  assert.deepEqual(shown(await admin.call(adminLog.page, { ...filter, upTo: first.upTo })), shown(first));
  const anew = await admin.call(adminLog.page, filter);
  assert.deepEqual(
    anew.items.slice(0, 3).map(({ object, action, who }) => [object?.name, action, who?.userId]),
    ['three', 'two', 'one'].map((name) => [name, 'instance.createFolder', person.userId]),
  );
  assert.deepEqual(shown(anew).slice(1), shown(first));
});

test('an entry that is committed after later ones is found, before it has keys and when it has', async () => {
  const late = { ...entry(0), object_name: 'committed-late', at: new Date() };
  const { id: _, ...without } = late;
  const finds = async (keyword: string): Promise<number> => (await admin.call(adminLog.page, { keyword })).total;
  await company.database.transaction().execute(async (transaction) => {
    await insertEntries(transaction, [without]);
    await insertEntries(company.database, [{ ...without, object_name: 'committed-early' }]);
    // The jobs of the server try meanwhile, too.
    for (let time = 0; time < 5; time += 1) await keepKeys(company.database);
    assert.deepEqual([await finds('committed-early'), await finds('committed-late')], [1, 0]);
  });
  assert.equal(await finds('committed-late'), 1);
  await keyAll(company.database);
  assert.deepEqual([await finds('committed-early'), await finds('committed-late')], [1, 1]);
});

test('what cannot be asked is refused with its field', async () => {
  const wrong: [Filter, FailureCode, string][] = [
    [{ from: during.to, to: during.from }, 'LOG_TIMES_WRONG', 'to'],
    [{ address: '10.8.0.300' }, 'NETWORK_SEGMENT', 'address'],
    [{ address: '10.8.0' }, 'NETWORK_SEGMENTS', 'address'],
    [{ address: '10.8.0.0/33' }, 'NETWORK_PREFIX', 'address'],
    [{ address: 'office' }, 'NETWORK_WRONG', 'address'],
    [{ regionId: newId() }, 'REGION_GONE', 'regionId'],
    [{ userId: 'x' }, 'BAD_REQUEST', 'userId'],
    [{ pageSize: 7 }, 'BAD_REQUEST', 'pageSize'],
  ];
  for (const [filter, code, field] of wrong)
    for (const call of [adminLog.page, adminLog.exportLog]) {
      if (call === adminLog.exportLog && field === 'pageSize') continue;
      const answer = await admin.ask(call, filter as Filter);
      assert.deepEqual([answer.errcode, answer.field], [failures[code].errcode, field], `${call.name} ${JSON.stringify(filter)}`);
    }
  const { errmsg } = await admin.ask(adminLog.page, { from: during.to, to: during.from });
  assert.equal(errmsg, failures.LOG_TIMES_WRONG['en-US']);
  await admin.call(adminLog.page, { from: during.to, to: during.to });
});

test('nobody reads the log, exports it or names networks without the right to just that', async () => {
  const region = { name: 'Own', networks: ['10.99.0.0/16'] };
  const asks = (who: Client) => ({
    'logs.view': [() => who.call(adminLog.page, {}), () => who.call(adminLog.chart, {}), () => who.call(adminRegion.list, {})],
    'logs.export': [() => who.call(adminLog.exportLog, {})],
    'regions.edit': [
      () => who.call(adminRegion.create, region),
      () => who.call(adminRegion.update, { regionId: newId(), name: 'x' }),
      () => who.call(adminRegion.remove, { regionId: newId() }),
    ],
  });
  const viewer = await officer(company, admin, 'logs.view');
  const others = { 'logs.view': await officer(company, admin, 'logs.export'), 'logs.export': viewer, 'regions.edit': viewer };
  for (const who of [await company.person(), null])
    for (const [item, asked] of Object.entries(asks(who ?? company.visitor())))
      for (const ask of asked) await assert.rejects(ask(), refused(who ? 'NOT_ALLOWED' : 'SIGN_IN_NEEDED'), item);
  for (const [item, who] of Object.entries(others))
    for (const ask of asks(who)[item as keyof typeof others]) await assert.rejects(ask(), refused('NOT_ALLOWED'), item);
  await viewer.call(adminLog.page, {});
});

test('regions: the narrowest network names the address, and a filter finds all of its networks', async () => {
  const office = await admin.call(adminRegion.create, { name: ' 杭州办公区 ', networks: ['10.8.14.102/16', '2001:DB8::/32'], note: 'n' });
  assert.deepEqual([office.name, office.networks, office.note], ['杭州办公区', ['10.8.0.0/16', '2001:db8::/32'], 'n']);
  const lab = await admin.call(adminRegion.create, { name: 'Lab', networks: ['10.8.21.37', '::ffff:10.9.1.0/120'] });
  assert.deepEqual(lab.networks, ['10.8.21.37/32', '10.9.1.0/24']);
  const regionsOf = async (filter: Filter): Promise<Set<string | undefined>> =>
    new Set((await admin.call(adminLog.page, { ...during, ...filter, pageSize: 100 })).items.map(({ region }) => region?.name));
  assert.deepEqual(await regionsOf({ address: '10.8.14.102' }), new Set(['杭州办公区']));
  assert.deepEqual(await regionsOf({ address: '10.8.21.37' }), new Set(['Lab']));
  assert.deepEqual(await regionsOf({ address: '10.9.1.1' }), new Set(['Lab']));
  assert.deepEqual(await regionsOf({ address: '218.75.16.204' }), new Set([undefined]));
  const found = await admin.call(adminLog.page, { ...during, regionId: lab.regionId });
  assert.equal(found.total, given.filter(({ address }) => address === '10.8.21.37' || address === '::ffff:10.9.1.1').length);

  const refusals: [InputOf<typeof adminRegion.create>, FailureCode, string, RegExp][] = [
    [{ name: 'lab', networks: ['10.7.0.0/16'] }, 'REGION_NAME_TAKEN', 'name', /./],
    [{ name: 'x', networks: ['10.7.0.0/16', ' 10.7.300.1'] }, 'NETWORK_SEGMENT', 'networks', /“10\.7\.300\.1”, segment 3 “300”/],
    [{ name: 'x', networks: ['10.7.0.0/33'] }, 'NETWORK_PREFIX', 'networks', /“33”.* 0 to 32/],
    [{ name: 'x', networks: ['2001:db8::/32/1'] }, 'NETWORK_WRONG', 'networks', /2001:db8::\/32\/1/],
    [{ name: 'x', networks: ['10.8.21.37/32'] }, 'NETWORK_TAKEN', 'networks', /Lab/],
  ];
  for (const [fields, code, field, names] of refusals) {
    const answer = await admin.ask(adminRegion.create, fields);
    assert.deepEqual([answer.errcode, answer.field], [failures[code].errcode, field]);
    assert.match(answer.errmsg, names);
  }
  await sql`insert into region (id, name, networks, note) select uuidv7(), 'full ' || n, '{}', '' from generate_series(1, ${limits.regions - 2}::int) n`.execute(
    company.database,
  );
  await assert.rejects(admin.call(adminRegion.create, { name: 'x', networks: ['10.7.0.1'] }), refused('REGIONS_TOO_MANY'));
  await sql`delete from region where name like 'full %'`.execute(company.database);
  const renamed = await admin.call(adminRegion.update, { regionId: lab.regionId, name: 'LAB', networks: ['10.8.21.0/24'] });
  assert.deepEqual([renamed.name, renamed.networks], ['LAB', ['10.8.21.0/24']]);
  const [change] = (await admin.call(adminLog.page, { object: lab.regionId })).items;
  assert.deepEqual(change!.detail, { name: 'LAB', networks: ['10.8.21.0/24'], before: { name: 'Lab', networks: lab.networks } });
  await admin.call(adminRegion.remove, { regionId: lab.regionId });
  assert.deepEqual(await regionsOf({ address: '10.8.21.37' }), new Set(['杭州办公区']));
  await assert.rejects(admin.call(adminRegion.update, { regionId: lab.regionId, name: 'x' }), refused('REGION_GONE'));
  assert.deepEqual((await admin.call(adminRegion.list, {})).regions.map(({ name }) => name), ['杭州办公区']); // prettier-ignore
});
