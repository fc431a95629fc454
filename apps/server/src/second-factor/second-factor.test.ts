import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls, failures } from '@alcove/contract';
import { openAlcove } from '../alcove.ts';
import type { Alcove } from '../alcove.ts';
import { readConfig } from '../config.ts';
import { adminPassword, Client, openCompany, Person, personPassword, refused, sessionCookie } from '../testing/index.ts';
import type { Company } from '../testing/index.ts';
import { addsKey, Authenticator, enrols } from './second-factor.test-support.ts';

const { user, adminConfiguration, adminRole, adminUser, notice } = calls;
let company: Company;
let admin: Client;
/** Another process, which knows the address of the site in browsers. */
let second: Alcove;
let secondOrigin: string;
before(async () => {
  company = await openCompany();
  const settings = {
    DATABASE_URL: company.databaseUrl,
    ALCOVE_ADMIN_PASSWORD: adminPassword,
    ALCOVE_PUBLIC_ORIGIN: 'https://drive.example',
  };
  second = await openAlcove({ ...readConfig(settings), store: company.storeConfig }, company.logger, { administratorMade: () => {} });
  secondOrigin = await second.app.listen({ host: '127.0.0.1', port: 0 });
  admin = company.visitor();
  await admin.call(user.signIn, { username: 'admin', password: adminPassword });
});
after(async () => {
  await second.close();
  await company.close();
});

const isIn = async (client: Client): Promise<boolean> => (await client.ask(user.currentUser, {})).errcode === 0;
/** Right password in a new browser, which then has to give the second factor. */
async function halfway({ accountName }: Person): Promise<Client> {
  const browser = company.visitor();
  await assert.rejects(browser.call(user.signIn, { username: accountName, password: personPassword }), refused('SECOND_FACTOR_NEEDED'));
  return browser;
}
const newest = async (person: Client) =>
  (await person.call(notice.page, { page: 1, pageSize: 10 })).items.find(({ kind }) => kind !== 'newDevice');

test('a password alone opens nothing once there is a second factor, and a code opens one session', async () => {
  const person = await company.person({ byPassword: true });
  const elsewhere = company.visitor();
  await elsewhere.call(user.signIn, { username: person.accountName, password: personPassword });
  const app = await enrols(person);
  assert.equal(await isIn(elsewhere), false, 'opened without a factor');
  assert.ok(await isIn(person));
  assert.equal((await newest(person))?.kind, 'factorAdded');

  const browser = await halfway(person);
  assert.ok(!browser.cookies.has(sessionCookie));
  assert.equal(await isIn(browser), false);
  const step = await browser.call(user.signInStep, {});
  assert.deepEqual([step.accountName, step.factors], [person.accountName, { totp: true, passkeys: false, recoveryCodes: 0 }]);
  // Another browser has nothing of it, and nobody gets in with the code alone.
  await assert.rejects(company.visitor().call(user.giveSecondFactor, { code: app.code() }), refused('SIGN_IN_STEP_OVER'));
  await assert.rejects(browser.call(user.giveSecondFactor, { code: '000000' }), refused('FACTOR_CODE_WRONG'));
  await assert.rejects(browser.call(user.giveSecondFactor, { code: app.used }), refused('FACTOR_CODE_WRONG'), 'used to set it up');
  const second = await halfway(person);
  const code = app.code();
  const answers = await Promise.all([browser, browser, second].map((one) => one.ask(user.giveSecondFactor, { code })));
  assert.equal(answers.filter(({ errcode }) => errcode === 0).length, 1, 'one code, one session');
  const [over, wrong] = [await browser.ask(user.signInStep, {}), await second.ask(user.giveSecondFactor, { code })];
  assert.ok(over.errcode !== 0 || wrong.errcode !== 0);
});

test('what the first step proved is looked at again: a new password, a freeze and time end it', async () => {
  const person = await company.person({ byPassword: true });
  const app = await enrols(person);
  const [reset, late, left] = [await halfway(person), await halfway(person), await halfway(person)];
  await left.call(user.leaveSignInStep, {});
  await assert.rejects(left.call(user.signInStep, {}), refused('SIGN_IN_STEP_OVER'));
  const { database } = company;
  await sql`update sign_in_step set expires_at = now() where token_hash = (select token_hash from sign_in_step order by expires_at desc limit 1)`.execute(
    database,
  );
  await assert.rejects(late.call(user.giveSecondFactor, { code: app.code() }), refused('SIGN_IN_STEP_OVER'));
  await person.call(user.changePassword, { oldPassword: personPassword, newPassword: 'Another-pass-2' });
  await assert.rejects(reset.call(user.giveSecondFactor, { code: app.code() }), refused('SIGN_IN_STEP_OVER'));
  const frozen = company.visitor();
  const credentials = { username: person.accountName, password: 'Another-pass-2' };
  await assert.rejects(frozen.call(user.signIn, credentials), refused('SECOND_FACTOR_NEEDED'));
  await admin.call(adminUser.freeze, { userIds: [person.userId] });
  await assert.rejects(frozen.call(user.giveSecondFactor, { code: app.code() }), refused('USER_FROZEN'));
  await admin.call(adminUser.thaw, { userIds: [person.userId] });
  await assert.rejects(frozen.call(user.giveSecondFactor, { code: app.code() }), refused('SIGN_IN_STEP_OVER'), 'it does not live again');
  await assert.rejects(frozen.call(user.signIn, credentials), refused('SECOND_FACTOR_NEEDED'));
  await frozen.call(user.giveSecondFactor, { code: app.code() });
  assert.ok(await isIn(frozen), 'the code was not used up by what was refused');
});

test('a desktop client signs in the same way, and a phone stands for the code', async () => {
  const person = await company.person({ byPassword: true });
  const app = await enrols(person);
  const desktop = company.visitor();
  const given = { username: person.accountName, password: personPassword };
  await assert.rejects(desktop.call(user.login, given), refused('SECOND_FACTOR_NEEDED'));
  desktop.bearer = (await desktop.call(user.giveSecondFactor, { code: app.code() })).user.token;
  assert.ok(await isIn(desktop));
  assert.ok(!desktop.cookies.has(sessionCookie));
  const screen = company.visitor();
  const { qrId } = await screen.call(user.generateQrId, {});
  await person.call(user.confirmQr, { qrId, accept: true });
  assert.equal((await screen.call(user.queryStatusByQrId, { qrId })).status, 'confirmed');
});

test('wrong codes slow down whoever has the password, from wherever, and nothing of the secret is stored openly', async () => {
  const person = await company.person({ byPassword: true });
  const { secret } = await person.call(user.beginTotp, {});
  const app = new Authenticator(secret);
  await assert.rejects(person.call(user.confirmTotp, { code: '000000' }), refused('ENROLMENT_CODE_WRONG'));
  await company.visitor().call(user.signIn, { username: person.accountName, password: personPassword }); // what was only shown is no factor
  await person.call(user.confirmTotp, { code: app.code() });
  await assert.rejects(person.call(user.confirmTotp, { code: app.code() }), refused('ENROLMENT_OVER'));
  const { rows } = await sql<{ secret: Buffer }>`select secret from totp_factor where user_id = ${person.userId}`.execute(company.database);
  assert.ok(!rows[0]!.secret.toString('latin1').includes(secret));
  const browsers = await Promise.all(Array.from({ length: 3 }, () => halfway(person)));
  const said = async () => (await browsers[0]!.ask(user.giveSecondFactor, { code: '000000' })).errmsg;
  assert.match(await said(), /have to wait: 5\.$/);
  assert.match(await said(), /have to wait: 4\.$/);
  const replies = await Promise.all(
    [...browsers, ...browsers, ...browsers].map((one) => one.ask(user.giveSecondFactor, { code: '000000' })),
  );
  assert.ok(replies.every(({ errcode }) => errcode !== 0));
  // All were counted as one; on a slow machine, the wait after them may be over.
  const { rows: held } = await sql`
    update sign_in_attempt set blocked_until = now() + interval '1 minute' where key = ${`factor:${person.userId}`} and failures > 5 returning key`.execute(
    company.database,
  );
  assert.equal(held.length, 1);
  await assert.rejects(browsers[0]!.call(user.giveSecondFactor, { code: app.code() }), refused('SIGN_IN_SLOWED'));
});

test('recovery codes: ten, each once, shown once, gone with a new set and with the last factor', async () => {
  const person = await company.person({ byPassword: true });
  await assert.rejects(person.call(user.drawRecoveryCodes, {}), refused('FACTOR_MISSING'));
  await enrols(person);
  const first = (await person.call(user.drawRecoveryCodes, {})).codes;
  const { codes } = await person.call(user.drawRecoveryCodes, {});
  assert.equal(new Set(codes).size, 10);
  const browser = await halfway(person);
  await assert.rejects(browser.call(user.giveSecondFactor, { recoveryCode: first[0]! }), refused('RECOVERY_CODE_WRONG'));
  await browser.call(user.giveSecondFactor, { recoveryCode: ` ${codes[0]!.toLowerCase().replaceAll('-', ' ')}` });
  assert.deepEqual(await newest(browser).then((one) => [one?.kind, one?.data]), ['recoveryCodeUsed', { left: 9 }]);
  await assert.rejects((await halfway(person)).call(user.giveSecondFactor, { recoveryCode: codes[0]! }), refused('RECOVERY_CODE_WRONG'));
  await person.call(user.removeTotp, {});
  assert.deepEqual(await person.call(user.secondFactors, {}), {
    totp: null,
    passkeys: [],
    recoveryCodes: 0,
    hasPassword: true,
    isRequired: false,
  });
  const without = company.visitor();
  await without.call(user.signIn, { username: person.accountName, password: personPassword });
  assert.ok(await isIn(without));
});

/** Other processes, and this one, hear of changed roles a moment later. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 10_000; !(await holds()); await sleep(20)) assert.ok(Date.now() < end, 'it did not come to be');
}

/** As if the person had signed in an hour ago. */
const ages = async ({ userId }: { userId: string }) =>
  sql`update session set proved_at = now() - interval '1 hour' where user_id = ${userId}`.execute(company.database);

test('a dangerous act asks again: for the password, or for the second factor of whoever has one, once in ten minutes', async () => {
  const person = await company.person({ byPassword: true });
  person.password = null; // it would answer by itself
  const draws = () => person.ask(user.beginTotp, {});
  await ages(person);
  assert.equal((await draws()).errcode, failures.PROOF_NEEDED.errcode);
  await assert.rejects(person.call(user.proveAgain, { password: 'not it' }), refused('PROOF_PASSWORD_WRONG'));
  await person.call(user.proveAgain, { password: personPassword });
  assert.equal((await draws()).errcode, 0);
  const app = await enrols(person);
  await ages(person);
  // A session that this one opens proves nothing by itself.
  const desktop = company.visitor();
  desktop.bearer = (await person.call(user.clientLogin, {})).token;
  for (const one of [person, desktop]) await assert.rejects(one.call(user.removeTotp, {}), refused('PROOF_NEEDED'));
  await assert.rejects(person.call(user.proveAgain, { password: personPassword }), refused('FACTOR_MISSING'));
  await person.call(user.proveAgain, { code: app.code() });
  await assert.rejects(desktop.call(user.removeTotp, {}), refused('PROOF_NEEDED'), 'each session for itself');
  await person.call(user.removeTotp, {});
});

test('an administrator removes the factors of somebody who lost them, but never their own', async () => {
  const person = await company.person({ byPassword: true });
  await enrols(person);
  const { userId } = await admin.call(user.currentUser, {});
  await assert.rejects(admin.call(adminUser.removeFactors, { userId }), refused('ACCOUNT_OWN'));
  await admin.call(adminUser.removeFactors, { userId: person.userId });
  assert.equal(await isIn(person), false);
  const again = company.visitor();
  await again.call(user.signIn, { username: person.accountName, password: personPassword });
  assert.equal((await newest(again))?.kind, 'factorRemoved');
});

test('who must have a second factor sets it up before anything else, also in a session that is open', async () => {
  const person = await company.person({ byPassword: true });
  const { items } = await admin.call(adminRole.page, {});
  const employee = items.find(({ builtIn }) => builtIn !== 'administrator' && builtIn !== 'employee')!;
  const { roleId } = employee;
  await admin.call(adminRole.assign, { userIds: [person.userId], roleIds: [roleId] });
  assert.equal((await person.ask(user.sessions, {})).errcode, 0);
  await admin.call(adminRole.requireFactor, { roleId, needsSecondFactor: true });
  await until(async () => (await person.ask(user.sessions, {})).errcode === failures.SECOND_FACTOR_REQUIRED.errcode);
  await assert.rejects(person.call(user.clientLogin, {}), refused('SECOND_FACTOR_REQUIRED'));
  assert.ok((await person.call(user.currentUser, {})).mustEnrol);
  await enrols(person);
  assert.equal((await person.call(user.currentUser, {})).mustEnrol, false);
  assert.equal((await person.call(user.secondFactors, {})).isRequired, true);
  assert.equal((await person.ask(user.sessions, {})).errcode, 0);
  await person.call(user.removeTotp, {});
  assert.equal((await person.ask(user.sessions, {})).errcode, failures.SECOND_FACTOR_REQUIRED.errcode);
  await admin.call(adminRole.requireFactor, { roleId, needsSecondFactor: false });
  await until(async () => (await person.ask(user.sessions, {})).errcode === 0);

  const code = 'secondFactorFor' as const;
  await admin.call(adminConfiguration.update, { code, value: 'administrators' });
  await until(async () => (await admin.ask(adminRole.page, {})).errcode === failures.SECOND_FACTOR_REQUIRED.errcode);
  assert.equal((await person.ask(user.sessions, {})).errcode, 0);
  await enrols(admin);
  await admin.call(adminConfiguration.update, { code, value: 'nobody' });
  await admin.call(user.removeTotp, {});
  await until(async () => (await admin.ask(adminRole.page, {})).errcode === 0);
});

test('a passkey is a second factor: what it signs counts once, in the browser that asked, and until it is removed', async () => {
  const person = await company.person({ byPassword: true });
  const key = await addsKey(person);
  const browser = await halfway(person);
  assert.equal((await browser.call(user.signInStep, {})).factors.passkeys, true);
  const asks = async (by: Client) => (await by.call(user.askPasskey, { purpose: 'step' })).options;
  const passkey = key.signs(await asks(browser));
  const second = await halfway(person);
  await asks(second);
  await assert.rejects(second.call(user.giveSecondFactor, { passkey }), refused('PASSKEY_REFUSED'), 'asked in another browser');
  const forged = { ...passkey, response: { ...passkey.response, signature: key.signs({ challenge: 'x' }).response.signature } };
  await assert.rejects(browser.call(user.giveSecondFactor, { passkey: forged }), refused('PASSKEY_REFUSED'));
  await assert.rejects(
    browser.call(user.giveSecondFactor, { passkey }),
    refused('PASSKEY_REFUSED'),
    'its question was answered, though wrongly',
  );
  const stranger = await addsKey(await company.person());
  await assert.rejects(browser.call(user.giveSecondFactor, { passkey: stranger.signs(await asks(browser)) }), refused('PASSKEY_REFUSED'));
  await browser.call(user.giveSecondFactor, { passkey: key.signs(await asks(browser)) });
  assert.ok(await isIn(browser));
  // A copy of the key has counted less far.
  key.counter = 1;
  await assert.rejects(second.call(user.giveSecondFactor, { passkey: key.signs(await asks(second)) }), refused('PASSKEY_REFUSED'));
  key.counter = 100;
  const { passkeyId } = (await person.call(user.secondFactors, {})).passkeys[0]!;
  await person.call(user.renamePasskey, { passkeyId, name: ' 家里的 ' });
  assert.equal((await person.call(user.secondFactors, {})).passkeys[0]!.name, '家里的');
  const other = await company.person();
  await assert.rejects(other.call(user.renamePasskey, { passkeyId, name: 'x' }), refused('FACTOR_MISSING'));
  await ages(person);
  person.password = null;
  await assert.rejects(person.call(user.removePasskey, { passkeyId }), refused('PROOF_NEEDED'));
  const { options } = await person.call(user.askPasskey, { purpose: 'proof' });
  await person.call(user.proveAgain, { passkey: key.signs(options) });
  const waiting = key.signs(await asks(second));
  await person.call(user.removePasskey, { passkeyId });
  await assert.rejects(second.call(user.giveSecondFactor, { passkey: waiting }), refused('SIGN_IN_STEP_OVER'));
});

test('where the company allows it, a passkey that verifies its owner is all it takes', async () => {
  const person = await company.person({ byPassword: true });
  const key = await addsKey(person);
  const browser = company.visitor();
  const asks = () => browser.call(user.askPasskey, { purpose: 'signIn' });
  await assert.rejects(asks(), refused('PASSKEY_REFUSED'));
  await admin.call(adminConfiguration.update, { code: 'passkeySignIn', value: true });
  await until(async () => (await browser.call(user.checkRedirect, {})).passkeys);
  key.verifies = false;
  await assert.rejects(browser.call(user.signInWithPasskey, { passkey: key.signs((await asks()).options) }), refused('PASSKEY_REFUSED'));
  key.verifies = true;
  const { userId } = await browser.call(user.signInWithPasskey, { passkey: key.signs((await asks()).options) });
  assert.equal(userId, person.userId);
  await admin.call(adminUser.freeze, { userIds: [userId] });
  await assert.rejects(browser.call(user.signInWithPasskey, { passkey: key.signs((await asks()).options) }), refused('USER_FROZEN'));
  await admin.call(adminConfiguration.update, { code: 'passkeySignIn', value: false });
});

test('a passkey belongs to one address: at another one people read which, and none is made where the operator named another', async () => {
  const person = await company.person({ byPassword: true });
  await addsKey(person);
  const browser = await halfway(person);
  await sql`update passkey set host = 'drive.example' where user_id = ${person.userId}`.execute(company.database);
  await assert.rejects(browser.call(user.askPasskey, { purpose: 'step' }), refused('PASSKEY_ELSEWHERE'));
  assert.match((await browser.ask(user.askPasskey, { purpose: 'step' })).errmsg, /drive\.example/);

  const elsewhere = new Person(secondOrigin, person.accountName, person);
  for (const [cookie, value] of person.cookies) elsewhere.cookies.set(cookie, value);
  await assert.rejects(elsewhere.call(user.beginPasskey, {}), refused('PASSKEY_ELSEWHERE'));
});

test('two processes: a code that one took is refused by the other, and a sign-in that waits there ends with the factors', async () => {
  const person = await company.person({ byPassword: true });
  const app = await enrols(person);
  const [here, there] = [await halfway(person), new Client(secondOrigin)];
  const given = { username: person.accountName, password: personPassword };
  await assert.rejects(there.call(user.signIn, given), refused('SECOND_FACTOR_NEEDED'));
  const code = app.code();
  await here.call(user.giveSecondFactor, { code });
  await assert.rejects(there.call(user.giveSecondFactor, { code }), refused('FACTOR_CODE_WRONG'));
  await admin.call(adminUser.removeFactors, { userId: person.userId });
  await assert.rejects(there.call(user.giveSecondFactor, { code: app.code(1) }), refused('SIGN_IN_STEP_OVER'));
  await assert.rejects(there.call(user.signInStep, {}), refused('SIGN_IN_STEP_OVER'));
  assert.equal(await isIn(here), false);
  await there.call(user.signIn, given);
  assert.ok(await isIn(there));
});

test('whoever leaves keeps no factor, nor a sign-in that waits; whoever is frozen keeps them, and gives them once thawed', async () => {
  const person = await company.person({ byPassword: true });
  const app = await enrols(person);
  await addsKey(person);
  await person.call(user.drawRecoveryCodes, {});
  const waiting = await halfway(person);
  await admin.call(adminUser.freeze, { userIds: [person.userId] });
  assert.equal(await isIn(person), false);
  await admin.call(adminUser.thaw, { userIds: [person.userId] });
  const back = await halfway(person);
  await back.call(user.giveSecondFactor, { code: app.code() });
  const { totp, passkeys, recoveryCodes } = await back.call(user.secondFactors, {});
  assert.deepEqual([totp !== null, passkeys.length, recoveryCodes], [true, 1, 10]);
  await sql`update user_account set frozen_at = now(), left_at = now() where id = ${person.userId}`.execute(company.database);
  for (const table of ['totp_factor', 'passkey', 'recovery_code', 'sign_in_step', 'known_device'])
    assert.equal(
      (await sql`select from ${sql.table(table)} where user_id = ${person.userId}`.execute(company.database)).rows.length,
      0,
      table,
    );
  await assert.rejects(waiting.call(user.signInStep, {}), refused('SIGN_IN_STEP_OVER'));
});
