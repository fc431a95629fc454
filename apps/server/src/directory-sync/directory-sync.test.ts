import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { SyncKind } from '@alcove/contract';
import { checkData } from '../integrity-check/index.ts';
import { read } from '../sheets/sheets.test-support.ts';
import { enrols } from '../second-factor/second-factor.test-support.ts';
import { adminPassword, Client, Listener, openCompany, refused } from '../testing/index.ts';
import type { Company } from '../testing/index.ts';
import { depsOf, emptyDirectory, entriesOf, person, platformFor, runOf, runs } from './directory.test-support.ts';
import type { Told } from './directory.test-support.ts';
import { workOnRuns } from './work.ts';

let company: Company;
let admin: Client;
let adminId: string;
before(async () => {
  company = await openCompany();
  admin = company.visitor();
  adminId = (await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword })).userId;
});
after(() => company.close());

interface Row {
  account_name: string;
  real_name: string;
  email: string;
  department: string | null;
  frozen: boolean;
}
async function accounts(prefix: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select account_name, real_name, email, (select d.name from department d where d.id = u.department_id) as department, frozen_at is not null as frozen
    from user_account u where starts_with(account_name, ${prefix}) order by account_name`.execute(company.database);
  return rows;
}
const idOf = async (accountName: string): Promise<string> =>
  (await company.database.selectFrom('user_account').select('id').where('account_name', '=', accountName).executeTakeFirstOrThrow()).id;
const short = ({ account_name: name, department, frozen }: Row): string =>
  [name, department ?? '-', ...(frozen ? ['frozen'] : [])].join(' ');

async function directory(
  name: string,
  people: number,
): Promise<{ told: Told; platformId: string; sync: (kind?: SyncKind) => ReturnType<typeof runs> }> {
  const platformId = await platformFor(admin, name);
  const told = emptyDirectory();
  told.departments = [
    { subject: `${name} sales`, parent: null, name: `${name}_sales` },
    { subject: `${name} north`, parent: `${name} sales`, name: 'north' },
  ];
  told.people = Array.from({ length: people }, (_, n) => person(`${name}_${n}`, n % 2 === 0 ? `${name} sales` : `${name} north`));
  return { told, platformId, sync: (kind = 'now') => runs(company, told, platformId, adminId, kind) };
}

test('people and departments come, change, leave and come back', async () => {
  const { told, platformId, sync } = await directory('walk', 4);
  const first = await sync();
  assert.deepEqual([first.state, first.error], ['done', null]);
  assert.deepEqual((await accounts('walk')).map(short), ['walk_0 walk_sales', 'walk_1 north', 'walk_2 walk_sales', 'walk_3 north']);
  const { rows: whole } = await sql<{ n: number }>`
    select count(*)::int as n from user_account u join space s on s.owner_id = u.id join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
      join identity_link l on l.user_id = u.id and l.subject = 'id of ' || u.account_name
      join audit_log a on a.object_id = u.id and a.action = 'system.syncCreate'
    where starts_with(u.account_name, 'walk') and r.built_in = 'employee' and not u.must_change_password and u.password_hash is null`.execute(
    company.database,
  );
  assert.equal(whole[0]!.n, 4);
  const again = await sync();
  assert.deepEqual([again.state, again.same, await entriesOf(company, again)], ['done', 6, []]);

  // One moves and is renamed, one leaves, the departments are renamed and moved.
  told.departments = [
    { subject: 'walk north', parent: null, name: 'walk_north' },
    { subject: 'walk sales', parent: 'walk north', name: 'walk_sales' },
  ];
  told.people = [person('walk_0', 'walk north', { realName: 'Another' }), ...told.people.slice(2)];
  const changed = await sync();
  assert.deepEqual(await entriesOf(company, changed), ['change walk_north', 'change walk_sales', 'change walk_0', 'leave walk_1']);
  assert.deepEqual((await accounts('walk')).map(short), [
    'walk_0 walk_north',
    'walk_1 walk_north frozen',
    'walk_2 walk_sales',
    'walk_3 walk_north',
  ]);
  assert.equal((await accounts('walk'))[0]!.real_name, 'Another');

  // Whom an administrator froze stays frozen; whom the directory no longer had comes back.
  await admin.call(calls.adminUser.freeze, { userIds: [await idOf('walk_2')] });
  told.people.push(person('walk_1', 'walk sales'));
  assert.deepEqual(await entriesOf(company, await sync()), ['return walk_1']);
  assert.deepEqual((await accounts('walk')).map(short), [
    'walk_0 walk_north',
    'walk_1 walk_sales',
    'walk_2 walk_sales frozen',
    'walk_3 walk_north',
  ]);

  // What comes from the directory is not edited here. The rest is.
  const userId = await idOf('walk_0');
  for (const change of [{ realName: 'Mine' }, { email: '' }, { departmentId: null }])
    await assert.rejects(admin.call(calls.adminUser.update, { userId, ...change }), refused('ACCOUNT_OF_DIRECTORY'));
  await admin.call(calls.adminUser.update, { userId, phone: '13800001111', quotaBytes: 5 });
  const [batch] = await admin.call(calls.adminUser.batch, { userIds: [userId], change: { departmentId: null } });
  assert.equal(!batch!.done && batch!.code, 'ACCOUNT_OF_DIRECTORY');
  const { rows } = await sql<{ id: string }>`select id from department where name = 'walk_sales'`.execute(company.database);
  const departmentId = rows[0]!.id;
  for (const call of [
    () => admin.call(calls.adminDepartment.update, { departmentId, name: 'mine' }),
    () => admin.call(calls.adminDepartment.move, { departmentId, parentId: null }),
    () => admin.call(calls.adminDepartment.end, { departmentId }),
  ])
    await assert.rejects(call, refused('DEPARTMENT_OF_DIRECTORY'));
  await admin.call(calls.adminDepartment.update, { departmentId, description: 'ours' });
  // A platform that is switched off sets them free.
  await admin.call(calls.adminPlatform.update, { platformId, enabled: false });
  await admin.call(calls.adminUser.update, { userId, realName: 'Mine' });
  await admin.call(calls.adminDepartment.update, { departmentId, name: 'mine' });
  assert.deepEqual(await checkData(company.database), []);
});

test('half an answer, a cancelled run and a killed one change nothing, and the next one begins anew', async () => {
  const { told, platformId, sync } = await directory('half', 1200);
  told.breaksAfter = 2;
  const broken = await sync();
  assert.deepEqual(
    [broken.state, broken.error, await entriesOf(company, broken), await accounts('half')],
    ['failed', 'SYNC_NOT_WHOLE', [], []],
  );
  told.breaksAfter = null;
  told.onPage = async () =>
    void (await sql`update directory_run set cancel_asked = true where state = 'reading'`.execute(company.database));
  assert.equal((await sync()).state, 'cancelled');
  told.onPage = async () =>
    void (await sql`update platform set revision = gen_random_uuid() where id = ${platformId}`.execute(company.database));
  assert.deepEqual([(await sync()).error, await accounts('half')], ['PLATFORM_GONE', []]);
  told.onPage = async () => {};
  told.people.push(person('half_again', null, { subject: 'id of half_7' }));
  assert.deepEqual([(await sync()).error, await accounts('half')], ['SYNC_NOT_WHOLE', []]);
  told.people.pop();
  // As a killed process leaves it.
  await sql`insert into directory_run (id, platform_id, kind, state, complete, started_at) values (gen_random_uuid(), ${platformId}, 'now', 'reading', true, now())`.execute(
    company.database,
  );
  const { rows } = await sql<{ id: string }>`select id from directory_run where state = 'reading'`.execute(company.database);
  await workOnRuns(depsOf(company, told), new AbortController().signal);
  assert.equal((await runOf(company, rows[0]!.id)).error, 'SYNC_INTERRUPTED');
  // Two processes at once: one of them works.
  const run = await company.database
    .insertInto('directory_run')
    .values({
      id: crypto.randomUUID(),
      platform_id: platformId,
      kind: 'now',
      state: 'waiting',
      revision: null,
      complete: true,
      marker: null,
      error: null,
      reason: null,
      author_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const worked = await Promise.all([1, 2].map(() => workOnRuns(depsOf(company, told), new AbortController().signal)));
  assert.deepEqual(worked.sort(), [0, 1]);
  assert.deepEqual([(await runOf(company, run.id)).state, (await accounts('half')).length], ['done', 1200]);
});

test('the brake: nobody is frozen until an administrator lets it through', async () => {
  const { told, sync } = await directory('brake', 40);
  await sync();
  told.people = told.people.slice(6);
  told.people[0] = person('brake_6', null, { realName: 'Changed' });
  const stopped = await sync();
  assert.deepEqual([stopped.state, stopped.too_many], ['planned', true]);
  assert.equal((await accounts('brake')).filter(({ frozen, real_name: name }) => frozen || name === 'Changed').length, 0);
  const nobody = { ...told, people: [] };
  assert.equal(
    (
      await runs(
        company,
        nobody,
        (await company.database.selectFrom('directory_run').select('platform_id').where('id', '=', stopped.id).executeTakeFirstOrThrow())
          .platform_id,
        adminId,
      )
    ).too_many,
    true,
  );
});

test('of a timed run that failed, was held or froze people, those who change platforms hear once until they have read it', async () => {
  const { told, platformId, sync } = await directory('heard', 40);
  const everybody = told.people;
  const news = async () =>
    (await admin.call(calls.notice.page, {})).items.flatMap((one) =>
      one.kind === 'platformNews' && one.data.platformId === platformId ? [one.data] : [],
    );
  await sync('timed');
  told.breaksAfter = 0;
  await sync('now');
  assert.deepEqual(await news(), [], 'whoever asks for a run looks at it');
  const known = { platformId, platformName: 'heard' };
  for (let times = 0; times < 2; times += 1) await sync('timed');
  assert.deepEqual(await news(), [{ ...known, news: 'failed' }]);
  told.breaksAfter = null;
  told.people = everybody.slice(6);
  await sync('timed');
  told.people = everybody.slice(1);
  await sync('timed');
  assert.deepEqual((await news()).slice(0, 2), [
    { ...known, news: 'left', people: 1 },
    { ...known, news: 'held', people: 6 },
  ]);
  await admin.call(calls.notice.markRead, { all: true });
  told.breaksAfter = 0;
  await sync('timed');
  assert.equal((await news()).length, 4);
});

test('conflicts are told, and nobody gets the account of another', async () => {
  const { told, sync } = await directory('twin', 0);
  const local = await company.person({ accountName: 'twin_local' });
  await company.person({ accountName: 'twin_case' });
  const frozen = await company.person({ accountName: 'twin_frozen' });
  await admin.call(calls.adminUser.freeze, { userIds: [frozen.userId] });
  told.people = [
    person('twin_local'),
    person('TWIN_case'),
    person('twin_frozen'),
    person('admin'),
    person('twin_a'),
    person('Twin_A', null, { subject: 'another' }),
    person('twin-b'),
    person('ａdmin', null, { realName: '=1+1' }),
    person('twin_c', null, { subject: 'made of twin.c', nameMade: true }),
    person('twin_c'),
    person('twin_d', null, { subject: 'made of twin.d', nameMade: true }),
    person('twin_D', null, { subject: 'made of twin-d', nameMade: true }),
  ];
  const run = await sync();
  assert.deepEqual(await entriesOf(company, run), [
    'new twin_sales',
    'new north',
    'match twin_local',
    'conflict: nameDiffers TWIN_case',
    'conflict: nameOfFrozen twin_frozen',
    'conflict: nameOfAdministrator admin',
    'conflict: nameTwice twin_a',
    'conflict: nameTwice Twin_A',
    'conflict: nameWrong twin-b',
    'conflict: nameWrong ａdmin',
    'conflict: nameTwice twin_c',
    'new twin_c',
    'conflict: nameTwice twin_d',
    'conflict: nameTwice twin_D',
  ]);
  // The list as a table, in the same order, without a formula.
  const file = await admin.send('GET', `${calls.adminPlatform.exportChanges.path}?runId=${run.id}`);
  const [heads, ...rows] = await read(Buffer.from(await file.arrayBuffer()));
  assert.deepEqual(heads, ['Action', 'Type', 'Name', 'Account', 'Details', 'Status']);
  assert.deepEqual(rows[0]?.slice(0, 4), ['Conflict', 'Person', 'Name of TWIN_case', 'TWIN_case']);
  assert.deepEqual(rows.map(([action]) => action), [...Array<string>(10).fill('Conflict'), 'Match', ...Array<string>(3).fill('New')]); // prettier-ignore
  assert.ok(rows.some(([, , name]) => name === '=1+1'));
  const other = await platformFor(admin, 'other');
  const stolen = await runs(
    company,
    { ...told, departments: [], people: [person('twin_local', null, { subject: 'thief' })] },
    other,
    adminId,
  );
  assert.deepEqual(await entriesOf(company, stolen), ['conflict: nameOfOther twin_local']);
  assert.equal((await local.call(calls.user.currentUser, {})).userId, local.userId);
});

test('whoever leaves is out within a second, but the last administrator stays', async () => {
  const { told, sync } = await directory('out', 0);
  const chief = await company.person({ accountName: 'out_chief' });
  const colleague = await company.person({ accountName: 'out_colleague' });
  told.people = [person('out_chief'), person('out_colleague')];
  await sync();
  const { items: roles } = await admin.call(calls.adminRole.page, {});
  const advanced = roles.find(({ type }) => type === 'advanced')!.roleId;
  await admin.call(calls.adminUser.update, { userId: chief.userId, roleIds: [advanced] });
  await sql`update user_account set frozen_at = now() where id = ${adminId}`.execute(company.database);
  try {
    const listener = await Listener.of(colleague);
    told.people = [person('out_new')];
    const run = await sync();
    await listener.ended;
    assert.deepEqual(await entriesOf(company, run), ['new out_new', 'conflict: lastAdministrator out_chief', 'leave out_colleague']);
    assert.equal((await colleague.ask(calls.user.currentUser, {})).errcode === 0, false);
    assert.equal((await chief.ask(calls.user.currentUser, {})).errcode, 0);
  } finally {
    await sql`update user_account set frozen_at = null where id = ${adminId}`.execute(company.database);
    await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  }
});

test('whoever comes back is the same person: with their factors and devices, and without what was open', async () => {
  const { told, sync } = await directory('back', 0);
  const returning = await company.person({ accountName: 'back_one', byPassword: true });
  told.people = [person('back_one'), person('back_two')];
  await sync();
  const app = await enrols(returning);
  const client = new Client(company.origin);
  client.bearer = (await returning.call(calls.user.clientLogin, {})).token;
  const devices = async () =>
    (await sql`select id, state from known_device where user_id = ${returning.userId} order by id`.execute(company.database)).rows;
  const before = await devices();
  told.people = [person('back_two')];
  await sync();
  told.people = [person('back_two'), person('back_one')];
  assert.deepEqual(await entriesOf(company, await sync()), ['return back_one']);
  for (const one of [returning, client]) assert.notEqual((await one.ask(calls.user.currentUser, {})).errcode, 0);
  await assert.rejects(returning.signsIn(), refused('SECOND_FACTOR_NEEDED'));
  await returning.call(calls.user.giveSecondFactor, { code: app.code() });
  assert.deepEqual([await devices(), (await returning.call(calls.user.secondFactors, {})).totp !== null], [before, true]);
  const { items } = await returning.call(calls.notice.page, {});
  assert.equal(items.filter(({ kind }) => kind === 'newDevice').length, 0, 'the browser is known still');
});
