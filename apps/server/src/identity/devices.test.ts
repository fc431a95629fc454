import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { Notice } from '@alcove/contract';
import { openAlcove } from '../alcove.ts';
import type { Alcove } from '../alcove.ts';
import { readConfig } from '../config.ts';
import { adminPassword, Client, freshBytes, Listener, openCompany, Person, personPassword, refused } from '../testing/index.ts';
import type { Company } from '../testing/index.ts';
import { addsKey, enrols } from '../second-factor/second-factor.test-support.ts';

let company: Company;
/** Another process. */
let second: Alcove;
let secondOrigin: string;
before(async () => {
  company = await openCompany();
  const settings = { DATABASE_URL: company.databaseUrl, ALCOVE_ADMIN_PASSWORD: adminPassword };
  second = await openAlcove({ ...readConfig(settings), store: company.storeConfig }, company.logger, { administratorMade: () => {} });
  secondOrigin = await second.app.listen({ host: '127.0.0.1', port: 0 });
});
after(async () => {
  await second.close();
  await company.close();
});

type Asked = Extract<Notice, { kind: 'newDevice' }>;
const asked = async (person: Client): Promise<Asked[]> =>
  (await person.call(calls.notice.page, { filter: 'todo' })).items.filter((one) => one.kind === 'newDevice');
const alive = async (client: Client): Promise<boolean> => (await client.ask(calls.user.currentUser, {})).status === 200;
/** The same person in a browser that nobody knows; `origin`: that of another process. */
const elsewhere = ({ accountName, ...ids }: Person, origin = company.origin): Person => new Person(origin, accountName, ids);
const newPassword = { oldPassword: personPassword, newPassword: 'Another-pass-2' };

test('the first sign-in of an account asks nobody, nor a browser that is known; a new one asks, and the answer is given once', async () => {
  const person = await company.person({ byPassword: true });
  await person.signsIn();
  assert.deepEqual(await asked(person), []);
  const laptop = elsewhere(person);
  laptop.headers['user-agent'] = 'Mozilla/5.0 (Macintosh) Version/18.1 Safari/604.1';
  await laptop.signsIn();
  await laptop.signsIn();
  const [notice, ...more] = await asked(person);
  assert.deepEqual([more, notice?.data.agent, notice?.data.way], [[], laptop.headers['user-agent'], 'password']);
  const { deviceId } = notice!.data;
  const shown = async () =>
    (await person.call(calls.user.sessions, {})).map(({ current, askedDevice, way }) => [current, askedDevice, way]);
  assert.deepEqual(new Set((await shown()).map(String)), new Set([`false,${deviceId},password`, 'true,,password']));

  const stranger = await company.person();
  await assert.rejects(stranger.call(calls.user.answerDevice, { deviceId, mine: false }), refused('DEVICE_ANSWERED'));
  assert.deepEqual(await person.call(calls.user.answerDevice, { deviceId, mine: true }), { ended: 0, removed: [] });
  await assert.rejects(person.call(calls.user.answerDevice, { deviceId, mine: false }), refused('DEVICE_ANSWERED'));
  assert.ok(await alive(laptop));
  await laptop.signsIn();
  assert.deepEqual(await asked(person), []);
});

test('nobody says on the new device, or on one that it let in, that it is theirs; after a week they do', async () => {
  const person = await company.person({ byPassword: true });
  const thief = await elsewhere(person).signsIn();
  const [first] = await asked(person);
  const { deviceId } = first!.data;
  const [desktop, other] = [new Client(company.origin), await elsewhere(person).signsIn()];
  desktop.bearer = (await thief.call(calls.user.clientLogin, {})).token;
  const scanned = company.visitor();
  const { qrId } = await scanned.call(calls.user.generateQrId, {});
  await thief.call(calls.user.confirmQr, { qrId, accept: true });
  assert.equal((await scanned.call(calls.user.queryStatusByQrId, { qrId })).status, 'confirmed');
  for (const [n, one] of [thief, desktop, other, scanned].entries())
    await assert.rejects(one.call(calls.user.answerDevice, { deviceId, mine: true }), refused('DEVICE_ANSWER_ELSEWHERE'), String(n));
  await thief.signsIn(); // a second sign-in makes it no better known
  await assert.rejects(thief.call(calls.user.answerDevice, { deviceId, mine: true }), refused('DEVICE_ANSWER_ELSEWHERE'));
  await sql`update known_device set since = since - interval '8 days' where id = ${deviceId}`.execute(company.database);
  await assert.rejects(thief.call(calls.user.answerDevice, { deviceId, mine: false }), refused('DEVICE_ANSWER_ELSEWHERE'));
  assert.deepEqual(await thief.call(calls.user.answerDevice, { deviceId, mine: true }), { ended: 0, removed: [] });
});

test('who was not it is out everywhere within a second, with what they opened, in another process too; the password must be changed', async () => {
  const person = await company.person({ byPassword: true });
  const file = await person.uploads(freshBytes(100), 'own.bin');
  const thief = await elsewhere(person, secondOrigin).signsIn();
  const { deviceId } = (await asked(person))[0]!.data;
  const listener = await Listener.of(thief);
  const { url } = await thief.call(calls.download.download, { instanceId: file.instanceId });
  const desktop = new Client(secondOrigin);
  desktop.bearer = (await thief.call(calls.user.clientLogin, {})).token;
  const scanned = new Client(secondOrigin);
  const { qrId } = await scanned.call(calls.user.generateQrId, {});
  await thief.call(calls.user.confirmQr, { qrId, accept: true });
  assert.equal((await scanned.call(calls.user.queryStatusByQrId, { qrId })).status, 'confirmed');
  const waiting = new Client(secondOrigin);
  const later = await waiting.call(calls.user.generateQrId, {});
  await thief.call(calls.user.confirmQr, { qrId: later.qrId, accept: true });

  assert.deepEqual(await person.call(calls.user.answerDevice, { deviceId, mine: false }), { ended: 3, removed: [] });
  await Promise.race([listener.ended, sleep(1000).then(() => assert.fail('the stream goes on'))]);
  await sleep(1000);
  for (const [n, one] of [thief, desktop, scanned].entries()) assert.equal(await alive(one), false, String(n));
  assert.equal((await fetch(url)).ok, false);
  assert.equal((await waiting.call(calls.user.queryStatusByQrId, { qrId: later.qrId })).status, 'refused');
  assert.deepEqual(await asked(person).catch(() => []), []);

  // The thief knows the password still, in the refused browser and in a new one.
  for (const one of [thief, elsewhere(person)]) await assert.rejects(one.signsIn(), refused('WRONG_PASSWORD'));
  assert.ok((await person.call(calls.user.currentUser, {})).mustChangePassword);
  await assert.rejects(person.call(calls.instance.page, { parentId: person.rootId }), refused('PASSWORD_CHANGE_NEEDED'));
  await person.signsIn();
  await person.call(calls.user.changePassword, newPassword);
  await thief.call(calls.user.signIn, { username: person.accountName, password: newPassword.newPassword });
  assert.equal((await asked(person)).length, 1, 'a browser that was refused is asked about again');
});

test('what a person confirms with their own phone is not asked again; an address says where it is', async () => {
  const admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  const person = await company.person({ byPassword: true });
  await admin.call(calls.adminRegion.create, { name: 'Campus', networks: ['127.0.0.0/8'] });
  await admin.call(calls.adminRegion.create, { name: 'Building 3', networks: ['127.0.0.0/24', 'fd00::/8'] });
  const computer = company.visitor();
  const { qrId } = await computer.call(calls.user.generateQrId, {});
  await person.call(calls.user.confirmQr, { qrId, accept: true });
  await computer.call(calls.user.queryStatusByQrId, { qrId });
  assert.deepEqual(await asked(person), []);
  const sessions = await person.call(calls.user.sessions, {});
  assert.deepEqual(new Set(sessions.map(({ way, place }) => `${way} ${place}`)), new Set(['password Building 3', 'qr Building 3']));
  // Clients have no cookie: the same one in the same network is known.
  const client = { username: person.accountName, password: personPassword };
  for (let n = 0; n < 2; n += 1) await company.visitor().call(calls.user.login, client);
  assert.deepEqual(
    (await asked(person)).map(({ data }) => data.place),
    ['Building 3'],
  );
});

test('a thief who adds factors shuts nobody out, and they go with the device; those of the person stay', async () => {
  const person = await company.person({ byPassword: true });
  const thief = await elsewhere(person, secondOrigin).signsIn();
  const { deviceId } = (await asked(person))[0]!.data;
  await enrols(thief);
  await addsKey(thief);
  await thief.call(calls.user.drawRecoveryCodes, {});
  assert.ok(await alive(person), 'the first factor of a new device ends no session of others');
  const desktop = new Client(secondOrigin);
  desktop.bearer = (await thief.call(calls.user.clientLogin, {})).token;
  await addsKey(person);
  assert.deepEqual(await person.call(calls.user.answerDevice, { deviceId, mine: false }), {
    ended: 2,
    removed: [
      { factor: 'totp', name: '' },
      { factor: 'passkey', name: '我的密钥' },
      { factor: 'recoveryCode', name: '' },
    ],
  });
  for (const one of [thief, desktop]) await assert.rejects(one.call(calls.user.currentUser, {}), refused('SIGN_IN_NEEDED'));
  await person.call(calls.user.changePassword, newPassword);
  const { totp, passkeys, recoveryCodes } = await person.call(calls.user.secondFactors, {});
  assert.deepEqual([totp, passkeys.length, recoveryCodes], [null, 1, 0]);
  const told = (await person.call(calls.notice.page, {})).items.map(({ kind }) => kind);
  assert.equal(told.filter((kind) => kind === 'factorRemoved').length, 2);
  const again = company.visitor();
  const { accountName: username } = person;
  await assert.rejects(again.call(calls.user.signIn, { username, password: newPassword.newPassword }), refused('SECOND_FACTOR_NEEDED'));
});

test('of two different answers at once, one counts', async () => {
  const person = await company.person({ byPassword: true });
  const laptop = await elsewhere(person).signsIn();
  const { deviceId } = (await asked(person))[0]!.data;
  const answers = await Promise.all([true, false].map((mine) => person.ask(calls.user.answerDevice, { deviceId, mine })));
  assert.deepEqual(answers.map(({ errcode }) => errcode).sort(), [0, 101063]);
  assert.equal(await alive(laptop), answers[0]!.errcode === 0);
});
