import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls } from '@alcove/contract';
import { Client, openCompany, Person, personPassword, refused } from '../testing/index.ts';
import type { Company } from '../testing/index.ts';

let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());

const next = 'Another-pass-2';
const status = async (client: Client, qrId: string) => (await client.call(calls.user.queryStatusByQrId, { qrId })).status;

test('a new password ends every other session, keeps this one, and is the only one that works', async () => {
  const person = await company.person({ byPassword: true });
  const second = await new Client(company.origin);
  await second.call(calls.user.signIn, { username: person.accountName, password: personPassword });
  const desktop = new Client(company.origin);
  desktop.bearer = (await person.call(calls.user.clientLogin, {})).token;
  await person.call(calls.user.changePassword, { oldPassword: personPassword, newPassword: next, confirmPassword: next });
  for (const gone of [second, desktop]) await assert.rejects(gone.call(calls.user.currentUser, {}), refused('SIGN_IN_NEEDED'));
  assert.equal((await person.call(calls.user.currentUser, {})).userId, person.userId);
  await assert.rejects(
    company.visitor().call(calls.user.signIn, { username: person.accountName, password: personPassword }),
    refused('WRONG_PASSWORD'),
  );
  await company.visitor().call(calls.user.signIn, { username: person.accountName, password: next });
});

test('a password needs more than 8 characters of at least 3 kinds', async () => {
  const person = await company.person({ byPassword: true });
  const change = (newPassword: string, confirmPassword?: string) =>
    person.call(calls.user.changePassword, {
      oldPassword: personPassword,
      newPassword,
      ...(confirmPassword === undefined ? {} : { confirmPassword }),
    });
  for (const weak of ['', 'Aa1!Aa1!', 'abcdefghij', 'ABCDEFGHIJ1', '1234567890', 'abcdefghi1', '密码密码密码密码密码'])
    await assert.rejects(change(weak), refused('PASSWORD_WEAK'), weak);
  await assert.rejects(change(next, 'Another-pass-3'), refused('PASSWORDS_DIFFER'));
  await assert.rejects(change(personPassword), refused('PASSWORD_UNCHANGED'));
  await assert.rejects(person.call(calls.user.changePassword, { oldPassword: 'not it', newPassword: next }), refused('OLD_PASSWORD_WRONG'));
  for (const strong of ['Abcdefgh1', 'abcdefg1!', 'ABCDEFG-😀1']) {
    await change(strong, strong);
    await person.call(calls.user.changePassword, { oldPassword: strong, newPassword: personPassword });
  }
});

test('who found an open session cannot guess the password there at leisure', async () => {
  const person = await company.person({ byPassword: true });
  const codes: number[] = [];
  for (let n = 0; n < 8; n += 1)
    codes.push((await person.ask(calls.user.changePassword, { oldPassword: `guess ${n}`, newPassword: next })).errcode);
  assert.equal(codes[0], 101007);
  assert.equal(codes.at(-1), 101005);
  await assert.rejects(
    person.call(calls.user.changePassword, { oldPassword: personPassword, newPassword: next }),
    refused('SIGN_IN_SLOWED'),
  );
});

test('settings that are not given stay as they are', async () => {
  const person = await company.person({ byPassword: true });
  assert.deepEqual((await person.call(calls.user.currentUser, {})).commonSettings, {
    showRedCount: true,
    vioceTip: false,
    downloadPath: '',
    askDownloadPath: false,
  });
  await person.call(calls.user.saveSettings, { downloadPath: 'D:\\下载\\"x"' });
  await person.call(calls.user.saveSettings, { vioceTip: true, language: 'en-US' });
  await person.call(calls.user.saveSettings, { skin: 'dark' });
  const { commonSettings, language, skin } = await person.call(calls.user.currentUser, {});
  assert.deepEqual(
    [commonSettings, language, skin],
    [{ showRedCount: true, vioceTip: true, downloadPath: 'D:\\下载\\"x"', askDownloadPath: false }, 'en-US', 'dark'],
  );
  await assert.rejects(person.call(calls.user.saveSettings, { skin: 'pink' as 'dark' }), refused('BAD_REQUEST'));
});

test('QR: the browser that drew the code is signed in, once', async () => {
  const [phone, browser] = [await company.person({ byPassword: true }), company.visitor()];
  const { qrId } = await browser.call(calls.user.generateQrId, {});
  assert.equal(await status(browser, qrId), 'waiting');
  const asks = await phone.call(calls.user.confirmQr, { qrId });
  assert.deepEqual([asks.agent, asks.address, asks.place], ['node', '127.0.0.1', null]);
  assert.ok(asks.secondsLeft > 110 && asks.secondsLeft <= 120);
  assert.equal(await status(browser, qrId), 'scanned');
  await phone.call(calls.user.confirmQr, { qrId, accept: true });
  const copy = new Client(company.origin);
  copy.cookies.set('alcove_qr', browser.cookies.get('alcove_qr')!);
  assert.equal(await status(browser, qrId), 'confirmed');
  assert.equal((await browser.call(calls.user.currentUser, {})).userId, phone.userId);
  assert.equal(await status(copy, qrId), 'expired');
});

test('QR: a code that was photographed opens nothing elsewhere', async () => {
  const [phone, browser, thief] = [await company.person({ byPassword: true }), company.visitor(), company.visitor()];
  const { qrId } = await browser.call(calls.user.generateQrId, {});
  await thief.call(calls.user.generateQrId, {});
  await phone.call(calls.user.confirmQr, { qrId, accept: true });
  assert.equal(await status(thief, qrId), 'expired');
  assert.equal(thief.cookies.has('alcove_session'), false);
  assert.equal(await status(browser, qrId), 'confirmed');
});

test('QR: refused, scanned by another, late or unknown codes sign nobody in', async () => {
  const [phone, other, browser] = [
    await company.person({ byPassword: true }),
    await company.person({ byPassword: true }),
    company.visitor(),
  ];
  const refusedCode = (await browser.call(calls.user.generateQrId, {})).qrId;
  await phone.call(calls.user.confirmQr, { qrId: refusedCode, accept: false });
  assert.equal(await status(browser, refusedCode), 'refused');
  await assert.rejects(phone.call(calls.user.confirmQr, { qrId: refusedCode, accept: true }), refused('QR_EXPIRED'));
  const { qrId } = await browser.call(calls.user.generateQrId, {});
  await phone.call(calls.user.confirmQr, { qrId });
  await assert.rejects(other.call(calls.user.confirmQr, { qrId, accept: true }), refused('QR_EXPIRED'));
  await company.database
    .updateTable('qr_sign_in')
    .set({ expires_at: new Date(0) })
    .where('id', '=', qrId)
    .execute();
  await assert.rejects(phone.call(calls.user.confirmQr, { qrId, accept: true }), refused('QR_EXPIRED'));
  assert.equal(await status(browser, qrId), 'expired');
  await assert.rejects(phone.call(calls.user.confirmQr, { qrId: 'made up', accept: true }), refused('QR_EXPIRED'));
});

test('QR: a person who is frozen before the browser asks is not signed in', async () => {
  const [phone, browser] = [await company.person({ byPassword: true }), company.visitor()];
  const { qrId } = await browser.call(calls.user.generateQrId, {});
  await phone.call(calls.user.confirmQr, { qrId, accept: true });
  await company.database.updateTable('user_account').set({ frozen_at: new Date() }).where('id', '=', phone.userId).execute();
  await assert.rejects(browser.call(calls.user.queryStatusByQrId, { qrId }), refused('USER_FROZEN'));
  assert.equal(browser.cookies.has('alcove_session'), false);
});

test('QR: what a phone confirmed opens nothing once the phone is ended, and a phone that lacks a second factor confirms nothing', async () => {
  const [phone, browser] = [await company.person({ byPassword: true }), company.visitor()];
  const laptop = new Person(company.origin, phone.accountName, phone);
  await laptop.signsIn();
  const { qrId } = await browser.call(calls.user.generateQrId, {});
  await phone.call(calls.user.confirmQr, { qrId, accept: true });
  await assert.rejects(phone.call(calls.user.confirmQr, { qrId, accept: true }), refused('QR_EXPIRED'), 'confirmed twice');
  const found = await laptop.call(calls.user.sessions, {});
  await laptop.call(calls.user.endSession, { sessionIds: found.filter(({ current }) => !current).map(({ sessionId }) => sessionId) });
  assert.equal((await browser.call(calls.user.queryStatusByQrId, { qrId })).status, 'expired');
  assert.equal(browser.cookies.has('alcove_session'), false);

  await company.configures('secondFactorFor', 'everybody');
  try {
    const again = await browser.call(calls.user.generateQrId, {});
    for (const accept of [undefined, true])
      await assert.rejects(laptop.call(calls.user.confirmQr, { qrId: again.qrId, accept }), refused('SECOND_FACTOR_REQUIRED'));
    assert.equal((await browser.call(calls.user.queryStatusByQrId, { qrId: again.qrId })).status, 'waiting');
  } finally {
    await company.configures('secondFactorFor', undefined);
  }
});

test('QR: a company that switches it off has no codes, and those that are there open nothing', async () => {
  const [phone, browser] = [await company.person({ byPassword: true }), company.visitor()];
  const { qrId } = await browser.call(calls.user.generateQrId, {});
  await phone.call(calls.user.confirmQr, { qrId, accept: true });
  assert.equal((await browser.call(calls.user.checkRedirect, {})).qr, true);
  await company.configures('qrSignIn', false);
  await assert.rejects(browser.call(calls.user.generateQrId, {}), refused('QR_OFF'));
  await assert.rejects(phone.call(calls.user.confirmQr, { qrId }), refused('QR_OFF'));
  await assert.rejects(browser.call(calls.user.queryStatusByQrId, { qrId }), refused('QR_OFF'));
  assert.equal((await browser.call(calls.user.checkRedirect, {})).qr, false);
  await company.configures('qrSignIn', undefined);
});
