/** Calls that write their entry themselves do so in the transaction of the change: without the entry there is no change. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { allCalls, calls, isLoggedByItsUseCase } from '@alcove/contract';
import type { InstantTicket } from '@alcove/contract';
import { networkOf } from '../networks.ts';
import { visitsFolder } from '../links/visiting.test-support.ts';
import { adminPassword, checkFields, freshBytes, instantFields, openCompany, personPassword, Upload } from '../testing/index.ts';
import type { Client, Company, Person, Reply } from '../testing/index.ts';
import { addsKey, enrols } from '../second-factor/second-factor.test-support.ts';
import { changedSince, rowCounts } from '../repeats/all-at-once.test-support.ts';
import { openLyingProvider } from '../platforms/provider.test-support.ts';
import { check, ended, people, sheet } from '../people-sheets/people-sheets.test-support.ts';

const { adminConfiguration, adminPlatform, user, adminUser, upload, link, platform } = calls;
let company: Company;
let admin: Client;
let person: Person;
let provider: Awaited<ReturnType<typeof openLyingProvider>>;
before(async () => {
  company = await openCompany({ outgoing: { opened: [networkOf('127.0.0.1')!], http: true } });
  provider = await openLyingProvider();
  person = await company.person();
  admin = company.visitor();
  await admin.call(user.signIn, { username: 'admin', password: adminPassword });
});
after(async () => {
  await provider.close();
  await company.close();
});

async function uploaded(name: string, by: Client = person, parentId: string = person.rootId): Promise<Upload> {
  const one = await Upload.begin(by, freshBytes(300), { name, parentId });
  await one.deliver();
  return one;
}

let platformId: string | null = null;
async function signsInWith(subject: string): Promise<() => Promise<Reply>> {
  const { issuer } = provider;
  platformId ??= (
    await admin.call(adminPlatform.create, { name: 'Platform', issuer, clientId: 'alcove', enabled: true, createsAccounts: true })
  ).platformId;
  const fields = { platformId };
  return async () => {
    const browser = company.visitor();
    const sent = new URL((await browser.call(platform.startSignIn, fields)).address).searchParams;
    provider.nonces.set(subject, sent.get('nonce')!);
    return browser.ask(platform.finishSignIn, { ...fields, state: sent.get('state')!, code: subject });
  };
}

let drawn = 0;
/** Prepares what the call needs, and returns the call. */
const examples: Record<string, () => Promise<() => Promise<Reply>>> = {
  'user.signIn': async () => () => company.visitor().ask(user.signIn, { username: person.accountName, password: personPassword }),
  'pub.login': async () => () => company.visitor().ask(user.login, { username: person.accountName, password: personPassword }),
  'pub.giveSecondFactor': async () => {
    const one = await company.person({ byPassword: true });
    const app = await enrols(one);
    const browser = company.visitor();
    const { errcode } = await browser.ask(user.signIn, { username: one.accountName, password: personPassword });
    // The entry of the first step is written soon after it.
    const isWritten = company.database.selectFrom('audit_log').select('id').where('result', '=', errcode);
    while (!(await isWritten.executeTakeFirst())) await sleep(20);
    return () => browser.ask(user.giveSecondFactor, { code: app.code() });
  },
  'pub.signInWithPasskey': async () => {
    await admin.call(adminConfiguration.update, { code: 'passkeySignIn', value: true });
    while (!(await admin.call(user.checkRedirect, {})).passkeys) await sleep(20);
    const key = await addsKey(await company.person());
    return async () => {
      const browser = company.visitor();
      const { options } = await browser.call(user.askPasskey, { purpose: 'signIn' });
      return browser.ask(user.signInWithPasskey, { passkey: key.signs(options) });
    };
  },
  'user.proveAgain': async () => {
    const one = await company.person({ byPassword: true });
    return () => one.ask(user.proveAgain, { password: personPassword });
  },
  'user.drawRecoveryCodes': async () => {
    const one = await company.person();
    await enrols(one);
    return () => one.ask(user.drawRecoveryCodes, {});
  },
  'user.login': async () => () => person.ask(user.clientLogin, {}),
  'user.logPc': async () => () => person.ask(user.logPc, { clientVersion: '3.8' }),
  'user.logout': async () => {
    const other = company.visitor();
    await other.call(user.signIn, { username: person.accountName, password: personPassword });
    return () => other.ask(user.logout, {});
  },
  'pub.queryStatusByQrId': async () => {
    const browser = company.visitor();
    const { qrId } = await browser.call(user.generateQrId, {});
    await person.call(user.confirmQr, { qrId, accept: true });
    return () => browser.ask(user.queryStatusByQrId, { qrId });
  },
  'pub.finishSignIn': async () => {
    const finish = await signsInWith('somebody');
    await finish();
    return finish;
  },
  'pub.backchannelLogout': async () => {
    const finish = await signsInWith('reported');
    await finish();
    const now = Math.floor(Date.now() / 1000);
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const claims = { iss: provider.issuer, aud: 'alcove', iat: now, jti: 'one', events, sub: 'reported' };
    const fields = { logout_token: await provider.signs(claims) };
    return () => company.visitor().ask(platform.backchannelLogout, fields);
  },
  'adminUser.create': async () => () => admin.ask(adminUser.create, { accountName: 'created_or_not', realName: 'Made' }),
  'adminUser.resetPassword': async () => {
    const { userId } = await company.person();
    return () => admin.ask(adminUser.resetPassword, { userId });
  },
  'adminUser.importCheck': async () => async () => admin.ask(adminUser.importCheck, { file: await sheet(people(1, 'checked')) }),
  'adminUser.importRun': async () => {
    const { checkId } = await check(admin, people(1, 'to_run'));
    return () => admin.ask(adminUser.importRun, { checkId });
  },
  'adminUser.importSecrets': async () => {
    const { checkId } = await check(admin, people(1, `with_secrets_${(drawn += 1)}`));
    await ended(admin, (await admin.call(adminUser.importRun, { checkId })).taskId);
    return () => admin.ask(adminUser.importSecrets, { checkId });
  },
  'instance.upload': async () => {
    const one = await uploaded('one.bin');
    return () => person.ask(upload.upload, one.saveFields());
  },
  'instance.uploads': async () => {
    const one = await uploaded('several.bin');
    return () => person.ask(upload.uploads, { items: [one.saveFields()] });
  },
  'instance.secondUpload': async () => {
    const bytes = freshBytes(400);
    await person.uploads(bytes, 'known.bin');
    await company.verified();
    const what = { name: 'known again.bin', parentId: person.rootId };
    const offer = await person.call(upload.checkUploadAble, checkFields(bytes, what));
    return () => person.ask(upload.secondUpload, instantFields(offer as InstantTicket, bytes, what));
  },
  'instance.secondUploads': async () => {
    const bytes = freshBytes(400);
    await person.uploads(bytes, 'known to several.bin');
    await company.verified();
    const what = { name: 'known again to several.bin', parentId: person.rootId };
    const offer = await person.call(upload.checkUploadAble, checkFields(bytes, what));
    return () => person.ask(upload.secondUploads, { items: [instantFields(offer as InstantTicket, bytes, what)] });
  },
  'link.checkPassword': async () => {
    const { visitor } = await visitsFolder(company, person, { name: 'linked to be opened' });
    return () => company.visitor().ask(link.checkPassword, { linkPath: visitor.linkPath });
  },
  'link.upload': async () => {
    const { visitor, folderId } = await visitsFolder(company, person, { name: 'linked' });
    const one = await uploaded('one.bin', visitor, folderId);
    return () => visitor.ask(link.upload, one.saveFields());
  },
  'link.uploads': async () => {
    const { visitor, folderId } = await visitsFolder(company, person, { name: 'linked for several' });
    const one = await uploaded('several.bin', visitor, folderId);
    return () => visitor.ask(link.uploads, { items: [one.saveFields()] });
  },
  'link.secondUpload': async () => {
    const bytes = freshBytes(400);
    await person.uploads(bytes, 'known too.bin');
    await company.verified();
    const { visitor, folderId } = await visitsFolder(company, person, { name: 'linked for a colleague', signedIn: person });
    const what = { name: 'known again.bin', parentId: folderId };
    const offer = await visitor.call(upload.checkUploadAble, checkFields(bytes, what));
    return () => visitor.ask(link.secondUpload, instantFields(offer as InstantTicket, bytes, what));
  },
  'adminPlatform.renewScimToken': async () => {
    const { platformId: pushing } = await admin.call(adminPlatform.createScim, { name: 'Pushing' });
    return () => admin.ask(adminPlatform.renewScimToken, { platformId: pushing });
  },
  // The last one, because its task goes on after it.
  'adminUser.offboard': async () => {
    const { userId } = await company.person();
    await admin.call(adminUser.freeze, { userIds: [userId] });
    return () => admin.ask(adminUser.offboard, { userId, successors: { space: null } });
  },
};

test('each call that writes its own entry is tried here', () => {
  const own = allCalls.filter(isLoggedByItsUseCase).map(({ name }) => name);
  assert.deepEqual(Object.keys(examples).sort(), own.sort());
});

const hashes = async (): Promise<string> =>
  (await sql<{ all: string }>`select string_agg(password_hash, ' ' order by id) as all from user_account`.execute(company.database))
    .rows[0]!.all;

for (const name of Object.keys(examples)) {
  test(`${name}: one entry with the change, and no change without the entry`, async () => {
    const again = await examples[name]!();
    const [before, hashesBefore, sessions] = [await rowCounts(company.database), await hashes(), await sessionCount()];
    await sql`alter table audit_log add constraint broken check (action <> ${sql.lit(name)}) not valid`.execute(company.database);
    const reply = await again();
    await sql`alter table audit_log drop constraint broken`.execute(company.database);
    const failed = reply.status === 500 || (reply.data as { done: boolean }[] | null)?.[0]?.done === false;
    assert.ok(failed, `${reply.status} ${reply.errcode}`);
    assert.deepEqual([await changedSince(company.database, before), await hashes(), await sessionCount()], [{}, hashesBefore, sessions]);

    // The steps of a task have entries of the same name, without an address.
    const count = async () =>
      Number(
        (
          await sql<{ n: number }>`select count(*) as n from audit_log where action = ${name} and address is not null`.execute(
            company.database,
          )
        ).rows[0]!.n,
      );
    const entries = await count();
    const done = await again();
    assert.equal(done.errcode, 0, done.errmsg);
    assert.equal(await count(), entries + 1);
  });
}

async function sessionCount(): Promise<number> {
  return Number((await sql<{ n: number }>`select count(*) as n from session`.execute(company.database)).rows[0]!.n);
}
