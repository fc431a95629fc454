import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import { checkData } from '../integrity-check/index.ts';
import { adminPassword, Listener, openCompany, refused } from '../testing/index.ts';
import type { Client, Company } from '../testing/index.ts';
import { entraUser, oktaUser, patch, providerFor } from './provider.test-support.ts';
import type { Provider } from './provider.test-support.ts';
import { keepWalks } from './walks.ts';

let company: Company;
let admin: Client;
let okta: Provider;
let entra: Provider;
before(async () => {
  company = await openCompany();
  admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  okta = await providerFor(admin, 'Okta');
  entra = await providerFor(admin, 'Entra');
});
after(() => company.close());

interface Row {
  id: string;
  account_name: string;
  real_name: string;
  email: string;
  frozen: boolean;
}
async function account(id: string): Promise<Omit<Row, 'id'>> {
  const { rows } = await sql<Omit<Row, 'id'>>`
    select account_name, real_name, email, frozen_at is not null as frozen from user_account where id = ${id}`.execute(company.database);
  return rows[0]!;
}
const list = (provider: Provider, filter: string) =>
  provider.send('GET', `/Users?filter=${encodeURIComponent(filter)}&startIndex=1&count=100`);

test('a person comes as Okta pushes them, changes, leaves and comes back as the same', async () => {
  const none = await list(okta, 'userName eq "test_user"');
  assert.deepEqual([none.status, none.body.totalResults, none.body.Resources], [200, 0, []]);
  const made = await okta.send('POST', '/Users', oktaUser('test_user'));
  const { id } = made.body;
  assert.equal(made.status, 201);
  assert.match(made.type, /^application\/scim\+json/);
  assert.equal(made.headers.get('location'), made.body.meta.location);
  assert.ok(made.body.meta.location.endsWith(`/scim/v2/${okta.platformId}/Users/${id}`));
  assert.deepEqual(await account(id), { account_name: 'test_user', real_name: 'Test User', email: 'test_user@okta.local', frozen: false });
  assert.equal('password' in made.body, false);

  // Twice, and at the same moment.
  const again = await okta.send('POST', '/Users', oktaUser('TEST_user'));
  assert.deepEqual([again.status, again.body.scimType, again.body.status], [409, 'uniqueness', '409']);
  const both = await Promise.all([1, 2, 3].map(() => okta.send('POST', '/Users', oktaUser('at_once'))));
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409, 409]);

  const replaced = await okta.send('PUT', `/Users/${id}`, oktaUser('test_user', { displayName: 'Another Name', externalId: 'new' }));
  assert.deepEqual([replaced.status, (await account(id)).real_name], [200, 'Another Name']);
  assert.equal((await list(okta, 'externalId eq "new" and userName eq "Test_User"')).body.totalResults, 1);

  // Deactivating ends what is open; activating gives it back.
  const off = await okta.send('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: false } }));
  assert.deepEqual([off.status, off.body.active, (await account(id)).frozen], [200, false, true]);
  const on = await okta.send('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: true } }));
  assert.deepEqual([on.status, on.body.active, (await account(id)).frozen], [200, true, false]);

  assert.equal((await okta.send('DELETE', `/Users/${id}`)).status, 204);
  assert.equal((await account(id)).frozen, true);
  for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
    const body =
      method === 'PUT' ? oktaUser('test_user') : method === 'PATCH' ? patch({ op: 'replace', value: { active: true } }) : undefined;
    assert.equal((await okta.send(method, `/Users/${id}`, body)).status, 404, method);
  }
  // Their name, given to somebody else, is not their account.
  assert.equal((await okta.send('POST', '/Users', oktaUser('test_user', { externalId: 'a newcomer' }))).body.scimType, 'uniqueness');
  assert.equal((await account(id)).frozen, true);
  const back = await okta.send('POST', '/Users', oktaUser('test_user', { externalId: 'new' }));
  assert.deepEqual([back.status, back.body.id, (await account(id)).frozen], [201, id, false]);

  const { rows } = await sql<{ action: string; actor_name: string; address: string | null }>`
    select action, actor_name, address from audit_log where object_id = ${id} order by id`.execute(company.database);
  assert.deepEqual(
    rows.map(({ action }) => action.replace('system.sync', '')),
    ['Create', 'Change', 'Freeze', 'Thaw', 'Freeze', 'Thaw'],
  );
  assert.ok(rows.every(({ actor_name: name, address }) => name === 'Okta' && address !== null));
});

test('Entra’s addresses become account names, and its patches are understood', async () => {
  const { status, body } = await entra.send('POST', '/Users', entraUser('ana.liu@corp.example'));
  assert.deepEqual([status, body.userName], [201, 'ana.liu@corp.example']);
  assert.deepEqual(await account(body.id), {
    account_name: 'ana_liu',
    real_name: 'givenName familyName',
    email: 'Test_User_fd0ea19b@testuser.com',
    frozen: false,
  });
  const patched = await entra.send(
    'PATCH',
    `/Users/${body.id}`,
    patch(
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@microsoft.com' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
      { op: 'Add', path: 'displayName', value: '刘安娜' },
      { op: 'Replace', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Marketing' },
    ),
  );
  assert.equal(patched.status, 200);
  assert.deepEqual(patched.body.name, { formatted: 'givenName familyName', familyName: 'updatedFamilyName', givenName: 'givenName' });
  const now = await account(body.id);
  assert.deepEqual([now.real_name, now.email], ['刘安娜', 'updatedEmail@microsoft.com']);
  const off = await entra.send('PATCH', `/Users/${body.id}`, patch({ op: 'Replace', path: 'active', value: 'False' }));
  assert.deepEqual([off.status, off.body.active, (await account(body.id)).frozen], [200, false, true]);
  // Whom a platform made is not another platform's, and their data are read-only here.
  assert.equal((await okta.send('GET', `/Users/${body.id}`)).status, 404);
  assert.equal((await okta.send('PATCH', `/Users/${body.id}`, patch({ op: 'replace', value: { active: true } }))).status, 404);
  const edit = { userId: body.id, realName: 'x' };
  await assert.rejects(admin.call(calls.adminUser.update, edit), refused('ACCOUNT_OF_DIRECTORY'));
  const { Resources } = (await entra.send('GET', '/Users?attributes=userName')).body;
  assert.deepEqual(Object.keys(Resources[0]).sort(), ['id', 'schemas', 'userName']);
});

test('whoever reads all pages meets everybody once, also if somebody is deleted meanwhile', async () => {
  const provider = await providerFor(admin, 'Paged');
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.push((await provider.send('POST', '/Users', oktaUser(`paged_${n}`))).body.id);
  const page = async (startIndex: number): Promise<{ ids: string[]; total: number }> => {
    const { body } = await provider.send('GET', `/Users?startIndex=${startIndex}&count=2`);
    return { ids: body.Resources.map((one: { id: string }) => one.id), total: body.totalResults };
  };
  const inOrder = ids.toSorted();
  assert.deepEqual(await page(1), { ids: inOrder.slice(0, 2), total: 5 });
  assert.deepEqual(await page(4), { ids: inOrder.slice(3), total: 5 }, 'a page that follows none');
  assert.equal((await provider.send('DELETE', `/Users/${inOrder[0]}`)).status, 204);
  assert.deepEqual(await page(3), { ids: inOrder.slice(2, 4), total: 5 });
  assert.deepEqual((await page(5)).ids, inOrder.slice(4));
  assert.deepEqual(await page(1), { ids: inOrder.slice(1, 3), total: 4 });
  assert.deepEqual((await list(provider, 'userName eq "paged_3"')).body.totalResults, 1);

  let now = 0;
  const walks = keepWalks(() => now);
  for (let n = 0; n <= 500; n += 1) walks.keep('a', n, { after: String(n), total: 501 });
  assert.deepEqual([walks.find('a', 0), walks.find('a', 500)?.after, walks.find('b', 500)], [null, '500', null]);
  now = 5 * 60_000;
  assert.equal(walks.find('a', 500), null);
});

test('no twin gets another one’s account, and none of them an administrator’s', async () => {
  const matching = await providerFor(admin, 'Matching', { matchesAccounts: true });
  const local = await company.person({ accountName: 'local_one' });
  const taken = async (provider: Provider, userName: string, status: number): Promise<void> => {
    const { status: got, body } = await provider.send('POST', '/Users', oktaUser(userName, { externalId: `x-${userName}` }));
    assert.equal(got, status, `${JSON.stringify(userName)} ${JSON.stringify(body)}`);
  };
  // Only the platform's rule lets it take an account over, and then only by the very name.
  await taken(okta, 'local_one', 409);
  for (const twin of ['LOCAL_one', 'local.one', 'local-one@corp.example', 'test_user', 'admin', 'Admin']) await taken(matching, twin, 409);
  for (const twin of ['ａdmin', 'admin ', ' admin', 'ad\u200bmin', 'admin\u0000', '', '王磊', 'a b', 'аdmin'])
    await taken(matching, twin, 400);
  await taken(matching, 'local_one', 201);
  const { rows } = await sql<{ user_id: string }>`select user_id from scim_person where user_name = 'local_one'`.execute(company.database);
  assert.deepEqual(rows, [{ user_id: local.userId }]);
});

test('a wrong token, a renewed one and a platform that is off open nothing, in the same words', async () => {
  const provider = await providerFor(admin, 'Renewed');
  const old = provider.token;
  const refusals = [
    await provider.send('GET', '/Users', undefined, { token: null }),
    await provider.send('GET', '/Users', undefined, { token: 'x'.repeat(43) }),
    await provider.send('GET', '/Users', undefined, { token: okta.token }),
    await provider.send('GET', `/../${crypto.randomUUID()}/Users`),
    await provider.send('GET', `/../nothing/Users`),
  ];
  for (const { status, body, headers } of refusals) {
    assert.equal(status, 401);
    assert.deepEqual(body, refusals[0]!.body);
    assert.equal(headers.get('www-authenticate'), 'Bearer');
    assert.equal(headers.get('set-cookie'), null);
  }
  assert.equal((await provider.send('GET', '/Users')).status, 200);
  provider.token = (await admin.call(calls.adminPlatform.renewScimToken, { platformId: provider.platformId })).token;
  assert.equal((await provider.send('GET', '/Users', undefined, { token: old })).status, 401);
  assert.equal((await provider.send('GET', '/Users')).status, 200);
  await admin.call(calls.adminPlatform.updateScim, { platformId: provider.platformId, enabled: false });
  assert.equal((await provider.send('GET', '/Users')).status, 401);
  await admin.call(calls.adminPlatform.remove, { platformId: provider.platformId });
  assert.equal((await provider.send('GET', '/Users')).status, 401);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from audit_log where detail::text like ${`%${provider.token}%`} or detail::text like ${`%${old}%`}`.execute(
    company.database,
  );
  assert.equal(rows[0]!.n, 0);
});

test('hostile requests are refused in the words of the protocol', async () => {
  const wrong = async (status: number, scimType: string | undefined, ...args: Parameters<Provider['send']>): Promise<void> => {
    const { status: got, body, type } = await okta.send(...args);
    assert.deepEqual([got, body.scimType, body.status], [status, scimType, String(status)], args.slice(0, 3).join(' ').slice(0, 200));
    assert.match(type, /^application\/scim\+json/);
    assert.deepEqual(body.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error']);
  };
  for (const filter of [
    'userName sw "a"',
    'userName eq a',
    'userName eq "a" or userName eq "b"',
    'not (userName eq "a")',
    'emails[type eq "work"].value eq "a"',
    'password eq "a"',
    'userName eq "a" and',
    'userName eq "\\u0000"',
    'userName eq "\\x"',
    '',
  ])
    await wrong(400, 'invalidFilter', 'GET', `/Users?filter=${encodeURIComponent(filter)}`);
  for (const value of [`a\\"b`, `a' or 1=1 --`, `\\\\`, `%`, '_'])
    assert.equal((await list(okta, `userName eq "${value}"`)).body.totalResults, 0, value);
  await wrong(413, undefined, 'POST', '/Users', undefined, { raw: JSON.stringify({ userName: 'x'.repeat(2 ** 20) }) });
  await wrong(400, 'invalidSyntax', 'POST', '/Users', undefined, { raw: '['.repeat(100_000) });
  await wrong(400, 'invalidSyntax', 'POST', '/Users', undefined, { raw: '{"userName":"a","x":{"__proto__":{"a":1}}}' });
  await wrong(400, 'invalidSyntax', 'POST', '/Users', undefined, { raw: '{' });
  await wrong(400, 'invalidSyntax', 'POST', '/Users', [1]);
  await wrong(400, 'invalidValue', 'POST', '/Users', oktaUser('typed', { active: 'perhaps' }));
  await wrong(400, 'invalidValue', 'POST', '/Users', oktaUser('typed', { displayName: { a: 1 } }));
  await wrong(415, undefined, 'POST', '/Users', oktaUser('typed'), { type: 'text/plain' });
  const { id } = (await okta.send('POST', '/Users', oktaUser('typed'))).body;
  await wrong(400, 'invalidPath', 'PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'emails[type eq "work"', value: 'x' }));
  await wrong(400, 'invalidPath', 'PATCH', `/Users/${id}`, patch({ op: 'remove' }));
  await wrong(400, 'invalidSyntax', 'PATCH', `/Users/${id}`, patch({ op: 'move', path: 'active', value: true }));
  await wrong(404, undefined, 'GET', `/Users/${'x'.repeat(400)}`);
  await wrong(404, undefined, 'GET', `/Users/${crypto.randomUUID()}`);
  await wrong(404, undefined, 'POST', '/Bulk', {});
  const config = (await okta.send('GET', '/ServiceProviderConfig')).body;
  assert.deepEqual(
    [config.patch.supported, config.bulk.supported, config.etag.supported, config.sort.supported],
    [true, false, false, false],
  );
  const { Resources } = (await okta.send('GET', '/Schemas')).body;
  for (const path of ['/ResourceTypes', '/ResourceTypes/User', ...Resources.map((one: { id: string }) => `/Schemas/${one.id}`)])
    assert.equal((await okta.send('GET', path)).status, 200, path);
});

test('unusually many leavers wait for an administrator, and the last administrator stays', async () => {
  const provider = await providerFor(admin, 'Leavers');
  const ids: string[] = [];
  for (let n = 0; n < 8; n += 1) ids.push((await provider.send('POST', '/Users', oktaUser(`leaver_${n}`))).body.id);
  const stop = (id: string) => provider.send('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: false } }));
  // Whoever is at work when it comes is out within a second.
  const colleague = await company.person({ accountName: 'leaver_here' });
  await admin.call(calls.adminPlatform.updateScim, { platformId: provider.platformId, matchesAccounts: true });
  ids[0] = (await provider.send('POST', '/Users', oktaUser('leaver_here'))).body.id;
  assert.equal(ids[0], colleague.userId);
  const listener = await Listener.of(colleague);
  for (const id of ids.slice(0, 5)) assert.equal((await stop(id)).status, 200);
  await listener.ended;
  assert.notEqual((await colleague.ask(calls.user.currentUser, {})).errcode, 0);
  const sixth = await stop(ids[5]!);
  assert.deepEqual([sixth.status, (await account(ids[5]!)).frozen], [429, false]);
  assert.ok(Number(sixth.headers.get('retry-after')) > 0);
  assert.equal((await provider.send('DELETE', `/Users/${ids[6]}`)).status, 429);
  const held = await admin.call(calls.adminPlatform.scimState, { platformId: provider.platformId });
  const [told] = (await admin.call(calls.notice.page, {})).items;
  assert.deepEqual(told?.kind === 'platformNews' && [told.data.platformName, told.data.news], ['Leavers', 'held']);
  assert.deepEqual([held.held, held.frozenLately, held.people, held.frozen], [true, 5, 9, 5]);
  assert.deepEqual([held.requests[0]!.method, held.requests[0]!.status, held.requests[0]!.name], ['DELETE', 429, 'leaver_6']);
  await admin.call(calls.adminPlatform.releaseScim, { platformId: provider.platformId, syncReason: 'a site closes' });
  assert.equal((await stop(ids[5]!)).status, 200);
  assert.equal((await provider.send('DELETE', `/Users/${ids[6]}`)).status, 204);
  assert.deepEqual(await checkData(company.database), []);
});

test('the last administrator is neither frozen nor deleted, and a change is whole or not at all', async () => {
  const provider = await providerFor(admin, 'Whole', { matchesAccounts: true });
  const chief = await company.person({ accountName: 'whole_chief' });
  const { id } = (await provider.send('POST', '/Users', oktaUser('whole_chief'))).body;
  const path = `/Users/${id}`;
  assert.equal(id, chief.userId);
  const { items } = await admin.call(calls.adminRole.page, {});
  await admin.call(calls.adminUser.update, { userId: id, roleIds: [items.find(({ type }) => type === 'advanced')!.roleId] });
  const setAdmin = (frozen: Date | null) =>
    company.database.updateTable('user_account').set({ frozen_at: frozen }).where('account_name', '=', 'admin').execute();
  const [rename, ...leaves] = [
    { op: 'replace', path: 'userName', value: 'whole.renamed' },
    { op: 'replace', path: 'displayName', value: 'Another' },
    { op: 'replace', path: 'active', value: false },
  ] as const;
  await setAdmin(new Date());
  try {
    for (const refusal of [await provider.send('PATCH', path, patch(...leaves)), await provider.send('DELETE', path)]) {
      assert.deepEqual([refusal.status, refusal.body.status, refusal.body.scimType], [409, '409', undefined]);
      assert.match(refusal.body.detail, /administrator/i);
    }
  } finally {
    await setAdmin(null);
    await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  }
  const stands = async (): Promise<void> => {
    const { status, body } = await provider.send('GET', path);
    assert.deepEqual([status, body.active, body.displayName, body.userName], [200, true, 'Test User', 'whole_chief']);
    assert.deepEqual([(await account(id)).real_name, (await account(id)).frozen], ['Test User', false]);
  };
  await stands();
  await admin.call(calls.adminUser.update, { userId: id, roleIds: [items.find(({ builtIn }) => builtIn === 'employee')!.roleId] });
  const wrong = patch(rename, ...leaves, { op: 'replace', path: 'externalId', value: { a: 1 } });
  assert.equal((await provider.send('PATCH', path, wrong)).status, 400);
  await stands();
  // A process that dies in between: what it had written so far waits for the account, and goes with its connection.
  let dying: ReturnType<Provider['send']>;
  await company.database.transaction().execute(async (transaction) => {
    await sql`select from user_account where id = ${id} for update`.execute(transaction);
    dying = provider.send('PATCH', path, patch(rename, ...leaves));
    for (let ended = 0; ended === 0;) {
      await sleep(10);
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database() and query like '%user_account%' and pid <> pg_backend_pid()`.execute(
        company.database,
      );
      ended = rows.length;
    }
    await stands();
  });
  await dying!; // it may have been done again from its beginning
  const { status, body } = await provider.send('PATCH', path, patch(rename, ...leaves));
  assert.deepEqual([status, body.userName, body.displayName, body.active], [200, 'whole.renamed', 'Another', false]);
  assert.equal((await account(id)).frozen, true);
});

test('groups become departments, whose people are in the one to which they were added last', async () => {
  const provider = await providerFor(admin, 'Groups');
  const ids: string[] = [];
  for (let n = 0; n < 4; n += 1) ids.push((await provider.send('POST', '/Users', oktaUser(`member_${n}`))).body.id);
  const [first, second] = ids as [string, string];
  const inWhich = async (): Promise<(string | null)[]> => {
    const { rows } = await sql<{ name: string | null }>`
      select d.name from user_account u left join department d on d.id = u.department_id where u.id = any(${ids}::uuid[])
      order by u.account_name`.execute(company.database);
    return rows.map(({ name }) => name);
  };
  const groupOf = (displayName: string, members: string[] = [], more: object = {}) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    externalId: `group ${displayName}`,
    displayName,
    members: members.map((value) => ({ value })),
    meta: { resourceType: 'Group' },
    ...more,
  });
  const sales = await provider.send('POST', '/Groups', groupOf('Sales & Marketing', [first, second]));
  assert.deepEqual([sales.status, sales.body.displayName], [201, 'Sales & Marketing']);
  const design = await provider.send('POST', '/Groups', groupOf('Design'));
  assert.deepEqual(await inWhich(), ['Sales_Marketing', 'Sales_Marketing', null, null]);
  assert.equal((await provider.send('POST', '/Groups', groupOf('design', [], { externalId: 'other' }))).body.scimType, 'uniqueness');

  // As Entra adds and removes.
  const [salesAt, designAt] = [`/Groups/${sales.body.id}`, `/Groups/${design.body.id}`];
  const add = (members: string[]) => patch({ op: 'Add', path: 'members', value: members.map((value) => ({ value })) });
  const remove = (members: string[]) => patch({ op: 'Remove', path: 'members', value: members.map((value) => ({ value })) });
  for (let n = 0; n < 2; n += 1) assert.equal((await provider.send('PATCH', designAt, add(ids.slice(1)))).status, 204);
  assert.deepEqual(await inWhich(), ['Sales_Marketing', 'Design', 'Design', 'Design']);
  assert.deepEqual((await provider.send('GET', salesAt)).body.members.length, 2);
  assert.equal('members' in (await provider.send('GET', `${salesAt}?excludedAttributes=members`)).body, false);
  assert.equal((await provider.send('PATCH', designAt, remove([second, crypto.randomUUID()]))).status, 204);
  assert.deepEqual(await inWhich(), ['Sales_Marketing', 'Sales_Marketing', 'Design', 'Design']);
  // As Okta does.
  assert.equal((await provider.send('PATCH', designAt, patch({ op: 'remove', path: `members[value eq "${ids[2]}"]` }))).status, 204);
  const renamed = patch({ op: 'replace', value: { id: design.body.id, displayName: 'Design Studio' } });
  assert.equal((await provider.send('PATCH', designAt, renamed)).status, 204);
  assert.deepEqual(await inWhich(), ['Sales_Marketing', 'Sales_Marketing', null, 'Design_Studio']);
  const foreign = (await okta.send('POST', '/Users', oktaUser('not_a_member'))).body.id;
  assert.equal((await provider.send('PATCH', designAt, add([foreign]))).status, 400);
  assert.equal((await okta.send('GET', designAt)).status, 404);
  await assert.rejects(
    admin.call(calls.adminDepartment.update, { departmentId: design.body.id, name: 'mine' }),
    refused('DEPARTMENT_OF_DIRECTORY'),
  );

  // A group that is deleted lets its people go; made again, it is the same department.
  assert.equal((await provider.send('DELETE', salesAt)).status, 204);
  assert.equal((await provider.send('GET', salesAt)).status, 404);
  assert.deepEqual(await inWhich(), [null, null, null, 'Design_Studio']);
  const again = await provider.send('POST', '/Groups', groupOf('Sales & Marketing', [first]));
  assert.deepEqual([again.status, again.body.id], [201, sales.body.id]);
  assert.equal((await provider.send('PUT', salesAt, groupOf('Sales', [second]))).status, 200);
  assert.deepEqual(await inWhich(), [null, 'Sales', null, 'Design_Studio']);
  assert.equal((await provider.send('GET', `/Groups?filter=${encodeURIComponent('displayName eq "sales"')}`)).body.totalResults, 1);
  assert.deepEqual(await checkData(company.database), []);
});
