import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls, failures } from '@alcove/contract';
import type { DirectoryPlatform, InputOf } from '@alcove/contract';
import { base, entry, foundation, openSlapd, person, service } from '../directories/slapd.test-support.ts';
import type { Slapd } from '../directories/slapd.test-support.ts';
import { networkOf } from '../networks.ts';
import { enrols } from '../second-factor/second-factor.test-support.ts';
import { adminPassword, Listener, openCompany, refused } from '../testing/index.ts';
import type { Client, Company } from '../testing/index.ts';

const { adminPlatform, user } = calls;
const password = 'Directory-Passw0rd';

let slapd: Slapd;
let company: Company;
let admin: Client;
let directory: DirectoryPlatform;
before(async () => {
  slapd = await openSlapd([
    ...foundation,
    ...['zhang_wei', 'li_na', 'admin', 'Twin_account', 'leaver', 'promoted', 'unknown_one', 'newcomer', 'expired_one', 'factored'].map(
      (name) => person(name, password),
    ),
    ...['with.dot', 'dotted.name', 'dotted-name', 'dotted_name'].map((name) => person(name, password)),
    person('of_ad', password, {
      ...{ objectClass: ['inetOrgPerson', 'adUser'], objectGUID: Buffer.alloc(16, 7) },
      ...{ sAMAccountName: 'of_ad', userPrincipalName: 'first.last@forest.example' },
    }),
    person('first', password, { uid: ['first', 'shared_name'] }),
  ]);
  company = await openCompany({ outgoing: { opened: [networkOf('127.0.0.2')!], http: false }, outgoingMs: 1500 });
  admin = company.visitor();
  await admin.call(user.signIn, { username: 'admin', password: adminPassword });
  directory = await created({ name: 'Corp', createsAccounts: true, matchesAccounts: true });
});
after(async () => {
  await company.close();
  await slapd.stop();
});

const fieldsOf = (fields: Partial<InputOf<typeof adminPlatform.createDirectory>> & { name: string }) => ({
  ...{
    protocol: 'ldap' as const,
    url: `ldaps://127.0.0.2:${slapd.securePort}`,
    startTls: true,
    authority: slapd.authority,
    base,
    enabled: true,
  },
  ...{ user: service.user, secret: service.password, filter: '(objectClass=inetOrgPerson)' },
  ...{ accountNameClaim: 'uid', realNameClaim: 'cn', mailClaim: 'mail' },
  ...fields,
});
const created = (fields: Parameters<typeof fieldsOf>[0]): Promise<DirectoryPlatform> =>
  admin.call(adminPlatform.createDirectory, fieldsOf(fields));
const signInAs = (
  username: string,
  given: string = password,
  { platformId }: DirectoryPlatform = directory,
  browser: Client = company.visitor(),
) => browser.ask(user.signIn, { username, password: given, platform: platformId });
const isIn = async (browser: Client): Promise<boolean> => (await browser.ask(user.currentUser, {})).errcode === 0;
const [unknown, wrong, missing] = [
  failures.PLATFORM_UNKNOWN.errcode,
  failures.WRONG_PASSWORD.errcode,
  failures.PLATFORM_ACCOUNT_MISSING.errcode,
];
const needed = failures.SECOND_FACTOR_NEEDED.errcode;
const [frozen, silent] = [failures.USER_FROZEN.errcode, failures.PLATFORM_NOT_ANSWERING.errcode];

test('with a real directory: in by browser and client, the same person each time, and out when it is switched off', async () => {
  const other = await created({ name: 'To be switched off', createsAccounts: true, url: `ldap://127.0.0.2:${slapd.port}` });
  const { platformId } = other;
  const offered = await company.visitor().call(user.checkRedirect, {});
  assert.ok(offered.directories.some(({ name }) => name === 'Corp') && offered.platforms.length === 0);
  const browser = company.visitor();
  assert.equal((await signInAs('zhang_wei', password, other, browser)).errcode, 0);
  const me = await browser.call(user.currentUser, {});
  assert.deepEqual([me.accountName, me.userRealName], ['zhang_wei', 'Name of zhang_wei']);
  const row = await sql<object>`select email, password_hash from user_account where id = ${me.userId}`.execute(company.database);
  assert.deepEqual(row.rows, [{ email: 'zhang_wei@corp.test', password_hash: null }]);
  const client = await company.visitor().call(user.login, { username: 'ZHANG_WEI', password, platform: platformId });
  assert.equal(client.userId, me.userId);
  const [listed] = (await admin.call(adminPlatform.page, {})).filter((one) => one.platformId === platformId);
  assert.deepEqual([listed!.people, listed!.hasSecret, JSON.stringify(listed).includes(service.password)], [1, true, false]);

  const stream = await Listener.of(browser);
  await admin.call(adminPlatform.updateDirectory, { platformId, enabled: false });
  await stream.ended;
  assert.ok(!(await isIn(browser)));
  assert.equal((await signInAs('zhang_wei', password, other)).errcode, unknown);
  for (const platform of ['ldap', '0', "' or 1=1", crypto.randomUUID()])
    await assert.rejects(company.visitor().call(user.signIn, { username: 'zhang_wei', password, platform }), refused('PLATFORM_UNKNOWN'));
  await admin.call(adminPlatform.remove, { platformId });
});

test('twins, fragments of filters and empty passwords reach nobody', async () => {
  const [twin, shared] = await Promise.all(
    ['twin_account', 'shared_name', 'with_dot'].map((accountName) => company.person({ accountName })),
  );
  const refusals: Record<string, number> = {
    Twin_account: missing,
    twin_account: missing,
    first: missing,
    shared_name: missing,
    admin: missing,
    Admin: missing,
    // The rule matches names, but this one was made of another.
    'with.dot': missing,
    ｚhang_wei: wrong,
    'zhang_wei\u200b': wrong,
    'zhang*': wrong,
    '*': wrong,
    'zhang_wei)(uid=*': wrong,
    '*)(|(uid=zhang_wei)': wrong,
  };
  for (const [name, code] of Object.entries(refusals)) assert.equal((await signInAs(name)).errcode, code, JSON.stringify(name));
  assert.notEqual((await signInAs('li_na', '')).errcode, 0);
  assert.notEqual((await signInAs('li_na', '\0')).errcode, 0);
  assert.notEqual((await signInAs('zhang_wei\0')).errcode, 0);
  const { rows } = await sql`select from identity_link where user_id in (${twin!.userId}, ${shared!.userId})`.execute(company.database);
  assert.equal(rows.length, 0);

  // A name that no account can have gets one that is made of it, if it is free. Twins never meet.
  const dotted = await signInAs('Corp\\dotted.name');
  const { userId: ofDotted, accountName } = dotted.data as { userId: string; accountName: string };
  assert.deepEqual([dotted.errcode, accountName], [0, 'dotted_name']);
  assert.deepEqual([(await signInAs('dotted_name')).errcode, (await signInAs('dotted-name')).errcode], [missing, missing]);
  assert.equal(((await signInAs('dotted.name@corp.test')).data as { userId: string }).userId, ofDotted);

  // An account whose name somebody new has in the directory, after its person left.
  const leaver = await company.person({ accountName: 'leaver' });
  await admin.call(calls.adminUser.freeze, { userIds: [leaver.userId] });
  assert.equal((await signInAs('leaver')).errcode, frozen);
  // Who somebody is does not change with their names, and is not passed on with them.
  const li = company.visitor();
  assert.equal((await signInAs('li_na', password, directory, li)).errcode, 0);
  const { userId } = await li.call(user.currentUser, {});
  slapd.change('ldapmodify', `dn: uid=li_na,${base}\nchangetype: modrdn\nnewrdn: uid=wang_na\ndeleteoldrdn: 1\n`);
  slapd.change('ldapadd', person('li_na', password));
  const renamed = await signInAs('wang_na');
  assert.equal((renamed.data as { userId: string }).userId, userId);
  assert.equal((await signInAs('li_na')).errcode, missing, 'the new one of this name is somebody else');
  await admin.call(calls.adminUser.freeze, { userIds: [userId] });
  assert.equal((await signInAs('wang_na')).errcode, frozen);
  assert.equal((await signInAs('wang_na', 'wrong')).errcode, wrong, 'only who has the password learns that');
});

test('people of a domain sign in as they are used to, and count as one', async () => {
  const ad = await created({ name: 'AD', protocol: 'ad', accountNameClaim: 'sAMAccountName', createsAccounts: true });
  const ids: unknown[] = [];
  for (const name of ['of_ad', 'CORP\\of_ad', 'OF_AD@Corp.Test', 'first.last@forest.example']) {
    const { errcode, data } = await signInAs(name, password, ad);
    assert.equal(errcode, 0, name);
    ids.push((data as { userId: string }).userId);
  }
  assert.equal(new Set(ids).size, 1);
  for (const name of [
    'a\\b\\of_ad',
    'CORP\\of_ad@corp.test',
    'of_ad@other.example',
    '\\of_ad',
    'of_ad\\',
    'of_ad@',
    '*@forest.example',
    'ｏf_ad@corp.test',
  ])
    assert.equal((await signInAs(name, password, ad)).errcode, wrong, name);
  // Where no such names are kept, a domain is only that of the base.
  assert.equal((await signInAs('CORP\\unknown_one')).errcode, 0);
  assert.equal((await signInAs('unknown_one@other.example')).errcode, wrong);
  // Wrong passwords slow the account down, however its name is written.
  const spellings = ['slowed', 'CORP\\slowed', 'slowed@corp.test', 'SLOWED'];
  const replies = [];
  for (let n = 0; n < 8; n += 1) replies.push(await signInAs(spellings[n % spellings.length]!, 'wrong', ad));
  assert.ok(replies.some(({ headers }) => headers.has('retry-after')));
  await admin.call(adminPlatform.remove, { platformId: ad.platformId });
});

test('an advanced administrator does not come in through a directory', async () => {
  const browser = company.visitor();
  assert.equal((await signInAs('promoted', password, directory, browser)).errcode, 0);
  const { userId } = await browser.call(user.currentUser, {});
  const { items } = await admin.call(calls.adminRole.page, {});
  const { roleId } = items.find(({ builtIn }) => builtIn === 'administrator')!;
  await admin.call(calls.adminRole.assign, { userIds: [userId], roleIds: [roleId] });
  assert.equal((await signInAs('promoted')).errcode, failures.DIRECTORY_ADVANCED_ADMINISTRATOR.errcode);
});

test('two first sign-ins at once make one account, and an expired one is told to who has the password only', async () => {
  const both = await Promise.all([1, 2].map(() => signInAs('newcomer')));
  assert.deepEqual(
    both.map(({ errcode }) => errcode),
    [0, 0],
  );
  const [one, other] = both.map(({ data }) => (data as { userId: string }).userId);
  assert.equal(one, other);
  const { rows } = await sql`select from user_account where lower(account_name) = 'newcomer'`.execute(company.database);
  assert.equal(rows.length, 1);
  assert.equal((await signInAs('expired_one')).errcode, 0);
  await sql`update user_account set expires_at = now() - interval '1 hour' where account_name = 'expired_one'`.execute(company.database);
  assert.equal((await signInAs('expired_one')).errcode, failures.USER_EXPIRED.errcode);
  assert.equal((await signInAs('expired_one', 'wrong')).errcode, wrong);
});

test('the password of a directory is one factor: whoever has a second one gives it, and a switched-off directory ends the wait', async () => {
  const [browser, waiting, again] = [company.visitor(), company.visitor(), company.visitor()];
  assert.equal((await signInAs('factored', password, directory, browser)).errcode, 0);
  const app = await enrols(browser);
  for (const one of [waiting, again]) assert.equal((await signInAs('factored', password, directory, one)).errcode, needed);
  assert.equal(await isIn(again), false);
  await again.call(user.giveSecondFactor, { code: app.code() });
  assert.ok(await isIn(again));
  const { platformId } = directory;
  await admin.call(adminPlatform.updateDirectory, { platformId, enabled: false });
  await assert.rejects(waiting.call(user.giveSecondFactor, { code: app.code(1) }), refused('SIGN_IN_STEP_OVER'));
  await admin.call(adminPlatform.updateDirectory, { platformId, enabled: true });
});

test('a wrong password and an unknown person look alike, and slow down', async () => {
  const timed = async (name: string): Promise<[number, number]> => {
    const began = performance.now();
    const { errcode } = await signInAs(name, 'wrong');
    return [errcode, performance.now() - began];
  };
  const outcomes = [await timed('unknown_one'), await timed('nobody_at_all'), await timed('not a name')];
  for (const [errcode, ms] of outcomes) assert.ok(errcode === wrong && ms >= 299, `${errcode} after ${ms} ms`);
  let slowed = 0;
  for (let tries = 0; tries < 8 && slowed === 0; tries += 1)
    slowed = Number((await signInAs('unknown_one', 'wrong')).headers.get('retry-after'));
  assert.ok(slowed > 0);
  assert.ok(!company.troubles.join().includes(password) && !company.troubles.join().includes(service.password));
});

test('a password of the directory is dropped with its address, and never told', async () => {
  const one = await created({ name: 'Secretive', enabled: false, secret: 'very-secret-value' });
  const update = (fields: object) => admin.call(adminPlatform.updateDirectory, { platformId: one.platformId, ...fields });
  for (const fields of [{ url: 'ldaps://dc2.corp.test' }, { user: 'cn=other' }, { startTls: false }, { authority: '' }])
    await assert.rejects(update(fields), refused('DIRECTORY_PASSWORD_NEEDED'), JSON.stringify(fields));
  assert.ok((await update({ name: 'Secretive still', base: 'dc=other', filter: '(uid=*)' })).hasSecret);
  assert.ok(!(await update({ url: 'ldaps://dc2.corp.test', secret: '' })).hasSecret);
  await assert.rejects(update({ url: 'https://dc2.corp.test', secret: '' }), refused('DIRECTORY_ADDRESS_WRONG'));
  await assert.rejects(update({ filter: '(uid=' }), refused('DIRECTORY_FILTER_WRONG'));
  await assert.rejects(update({ authority: 'no certificate', secret: '' }), refused('DIRECTORY_AUTHORITY_WRONG'));
  await assert.rejects(created({ name: 'SECRETIVE STILL' }), refused('PLATFORM_NAME_TAKEN'));
  const { rows } = await sql<{ all: string }>`
    select coalesce(string_agg(t::text, ''), '') as all from (select detail::text from audit_log union all select p::text from platform p) t`.execute(
    company.database,
  );
  for (const secret of ['very-secret-value', password, service.password])
    assert.ok(!rows[0]!.all.includes(secret) && !rows[0]!.all.includes(Buffer.from(secret).toString('hex')));
  await admin.call(adminPlatform.remove, { platformId: one.platformId });
});

test('the test of a connection tells each step, and nothing of closed addresses', async () => {
  const { name: _, enabled: __, realNameClaim: ___, mailClaim: ____, secret, ...fields } = fieldsOf({ name: '' });
  const tested = (more: object) => admin.call(adminPlatform.testDirectory, { ...fields, secret, ...more });
  const nothing = { answers: false, accepts: false, finds: false, people: 0 };
  assert.deepEqual(await tested({}), { answers: true, accepts: true, finds: false, people: 16 }, 'one of seventeen has two account names');
  assert.deepEqual(await tested({ filter: '(uid=zhang*)' }), { answers: true, accepts: true, finds: true, people: 1 });
  assert.deepEqual(await tested({ secret: 'wrong' }), { ...nothing, answers: true });
  assert.deepEqual(await tested({ base: 'dc=elsewhere' }), { ...nothing, answers: true, accepts: true });
  let packets = 0;
  const closed = createServer((socket) => {
    packets += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.3', resolve));
  const began = performance.now();
  const url = `ldaps://127.0.0.3:${(closed.address() as AddressInfo).port}`;
  assert.deepEqual(await tested({ url }), nothing);
  assert.ok(performance.now() - began > 1490 && packets === 0);
  closed.close();
  // The stored password goes only to where it was meant for.
  const { secret: unused, ...without } = { ...fields, secret };
  assert.ok(unused);
  const stored = (more: object) => admin.call(adminPlatform.testDirectory, { ...without, platformId: directory.platformId, ...more });
  assert.ok((await stored({})).accepts);
  await assert.rejects(stored({ url: `ldap://127.0.0.2:${slapd.port}` }), refused('DIRECTORY_PASSWORD_NEEDED'));
  await assert.rejects(stored({ user: 'cn=other' }), refused('DIRECTORY_PASSWORD_NEEDED'));
});

test('a referral to another directory leads nobody there: not the test, a sign-in or a run', async () => {
  const { platformId } = directory;
  let packets = 0;
  const elsewhere = createServer((socket) => {
    packets += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.2', resolve));
  const ref = `ldap://127.0.0.2:${(elsewhere.address() as AddressInfo).port}/${base}`;
  const away = `ou=away,${base}`;
  slapd.change('ldapadd', entry(away, { objectClass: ['referral', 'extensibleObject'], ou: 'away', ref }));
  try {
    // Among the entries it is left out; what begins below it is no answer.
    assert.equal((await signInAs('zhang_wei')).errcode, 0);
    const referred = await created({ name: 'Referred', createsAccounts: true, base: away });
    const { name: _, enabled: __, realNameClaim: ___, mailClaim: ____, ...fields } = fieldsOf({ name: '', base: away });
    const sync = async (of: string): Promise<string> => {
      const { runId } = await admin.call(adminPlatform.dryRun, { platformId: of });
      for (;;) {
        const run = (await admin.call(adminPlatform.syncState, { platformId: of })).runs.find((one) => one.runId === runId)!;
        if (!['waiting', 'reading', 'applying'].includes(run.state)) return run.state;
        await sleep(20);
      }
    };
    const [tested, bound, signedIn] = await Promise.all([
      admin.call(adminPlatform.testDirectory, fields),
      admin.call(adminPlatform.testDirectory, { ...fields, user: `cn=reader,${away}` }),
      signInAs('zhang_wei', password, referred),
    ]);
    assert.deepEqual([tested.accepts, tested.finds, bound.accepts, signedIn.errcode], [true, false, false, silent]);
    assert.deepEqual([await sync(platformId), await sync(referred.platformId)], ['planned', 'failed']);
    assert.equal(packets, 0);
    await admin.call(adminPlatform.remove, { platformId: referred.platformId });
  } finally {
    elsewhere.close();
  }
});

test('closed, silent and forbidden addresses, and whatever is no directory, are told in the same words after the same time', async () => {
  const listeners = [(): void => undefined, (socket: Socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')].map((answer) =>
    createServer((socket) => answer(socket.on('error', () => undefined))),
  );
  const ports = await Promise.all(
    listeners.map(async (one) => {
      await new Promise<void>((resolve) => one.listen(0, '127.0.0.2', resolve));
      return (one.address() as AddressInfo).port;
    }),
  );
  const places = ['127.0.0.2:1', '127.0.0.3:389', '10.0.0.1:389', 'no-such-name.invalid:389', ...ports.map((port) => `127.0.0.2:${port}`)];
  const { name: _, enabled: __, realNameClaim: ___, mailClaim: ____, ...fields } = fieldsOf({ name: '' });
  const outcomes = await Promise.all(
    places.map(async (place) => {
      const began = performance.now();
      const told = await admin.call(adminPlatform.testDirectory, { ...fields, url: `ldap://${place}` });
      return [JSON.stringify(told), performance.now() - began] as const;
    }),
  );
  const [first] = outcomes;
  for (const [n, [told, ms]] of outcomes.entries()) {
    assert.equal(told, first![0], places[n]);
    assert.ok(ms > 1490 && ms < 5000, `${places[n]}: ${ms} ms`);
  }
  for (const one of listeners) one.close();
});

test('a directory that was removed and added anew knows nobody: rules decide again, and names alone reach nobody', async () => {
  const before = await created({ name: 'Before', createsAccounts: true, filter: '(uid=anew*)' });
  slapd.change('ldapadd', ['anew_one', 'anew_two'].map((name) => person(name, password)).join('\n'));
  const ids = [];
  for (const name of ['anew_one', 'anew_two']) ids.push(((await signInAs(name, password, before)).data as { userId: string }).userId);
  await admin.call(adminPlatform.remove, { platformId: before.platformId });
  // The same entries, with the same ids. Their account names are taken, and this directory may not match any.
  const after = await created({ name: 'After', createsAccounts: true, filter: '(uid=anew*)' });
  for (const name of ['anew_one', 'anew_two']) assert.equal((await signInAs(name, password, after)).errcode, missing, name);
  // Where it may, the name and nothing else decides, and each account is one entry's from then on.
  await admin.call(adminPlatform.updateDirectory, { platformId: after.platformId, matchesAccounts: true });
  assert.equal(((await signInAs('anew_one', password, after)).data as { userId: string }).userId, ids[0]);
  slapd.change('ldapmodify', `dn: uid=anew_one,${base}\nchangetype: modrdn\nnewrdn: uid=anew_gone\ndeleteoldrdn: 1\n`);
  slapd.change('ldapadd', person('anew_one', password));
  assert.equal((await signInAs('anew_one', password, after)).errcode, missing);
  assert.equal(((await signInAs('anew_gone', password, after)).data as { userId: string }).userId, ids[0]);
  await admin.call(adminPlatform.remove, { platformId: after.platformId });
});

test('a directory that is gone signs nobody in, and says so to everybody alike', async () => {
  const gone = await created({ name: 'Gone', createsAccounts: true, url: 'ldaps://127.0.0.2:1' });
  assert.equal((await signInAs('zhang_wei', password, gone)).errcode, silent);
  const wrongAccount = await created({ name: 'Wrong account', createsAccounts: true, secret: 'wrong' });
  assert.equal((await signInAs('zhang_wei', password, wrongAccount)).errcode, silent);
});
