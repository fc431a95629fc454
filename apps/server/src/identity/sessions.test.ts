import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls, limits } from '@alcove/contract';
import { Client, freshBytes, Listener, openCompany, personPassword, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { openSession } from './sessions.ts';

let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());

const next = 'Another-pass-2';
const alive = async (client: Client): Promise<boolean> => (await client.ask(calls.user.currentUser, {})).status === 200;
const standing = async (url: string): Promise<boolean> => (await fetch(url, { headers: { range: 'bytes=0-9' } })).ok;
const desktopOf = async (person: Client): Promise<Client> => {
  const desktop = new Client(company.origin);
  desktop.bearer = (await person.call(calls.user.clientLogin, {})).token;
  return desktop;
};
/** Longer than the server caches whether a link is still valid. */
const aWhile = 1300;

/** Opens everything that a person can have open. */
async function everything(person: Person) {
  const file = await person.uploads(freshBytes(1000), 'own.bin');
  const folder = await person.folder('f');
  const { url } = await person.call(calls.download.download, { instanceId: file.instanceId });
  const browser = company.visitor();
  const { qrId } = await browser.call(calls.user.generateQrId, {});
  await person.call(calls.user.confirmQr, { qrId, accept: true });
  const desktop = await desktopOf(person);
  const archive = await desktop.call(calls.download.folderDownload, { instanceIds: [folder.instanceId] });
  return { url, browser, qrId, archive, desktop };
}

const barred: Record<string, [bar: (id: string) => Promise<unknown>, lift: (id: string) => Promise<unknown>]> = {
  'a freeze': [
    (id) => sql`update user_account set frozen_at = now() where id = ${id}`.execute(company.database),
    (id) => sql`update user_account set frozen_at = null where id = ${id}`.execute(company.database),
  ],
  'an expiry that was set': [
    (id) => sql`update user_account set expires_at = now() where id = ${id}`.execute(company.database),
    (id) => sql`update user_account set expires_at = null where id = ${id}`.execute(company.database),
  ],
  'an expiry that came by itself': [
    (id) => sql`update user_account set expires_at = now() + interval '300 milliseconds' where id = ${id}`.execute(company.database),
    (id) => sql`update user_account set expires_at = now() + interval '1 day' where id = ${id}`.execute(company.database),
  ],
};
for (const [what, [bar, lift]] of Object.entries(barred))
  test(`what ended with ${what} does not live again when that is undone, changed by plain SQL`, async () => {
    const person = await company.person({ byPassword: true });
    const { url, browser, qrId, archive, desktop } = await everything(person);
    assert.ok((await alive(person)) && (await alive(desktop)) && (await standing(url)));
    await bar(person.userId);
    await sleep(aWhile);
    assert.deepEqual([await alive(person), await alive(desktop), await standing(url)], [false, false, false]);
    await lift(person.userId);
    await sleep(aWhile);
    assert.deepEqual([await alive(person), await alive(desktop), await standing(url)], [false, false, false]);
    assert.equal((await browser.call(calls.user.queryStatusByQrId, { qrId })).status, 'refused');
    await person.signsIn();
    assert.notEqual((await person.send('GET', new URL(archive.url, company.origin).pathname)).status, 200);
  });

test('an account that comes to its end while it is in use ends at once: calls, streams and links', async () => {
  const person = await company.person({ byPassword: true });
  const { url } = await everything(person);
  const listener = await Listener.of(person);
  await sql`update user_account set expires_at = now() + interval '3 seconds' where id = ${person.userId}`.execute(company.database);
  const endsAt = performance.now() + 3000;
  while (performance.now() < endsAt - 500) {
    assert.ok(await alive(person));
    await sleep(50);
  }
  await Promise.race([listener.ended, sleep(endsAt + 1000 - performance.now()).then(() => assert.fail('the stream goes on'))]);
  await sleep(Math.max(0, endsAt + 1000 - performance.now()));
  assert.deepEqual([await alive(person), await standing(url)], [false, false]);
});

test('who is expired is told so, by form and by code, and not that they are frozen', async () => {
  const person = await company.person({ byPassword: true });
  const { browser, qrId } = await everything(person);
  await sql`update user_account set expires_at = now() where id = ${person.userId}`.execute(company.database);
  await assert.rejects(browser.call(calls.user.queryStatusByQrId, { qrId }), refused('USER_EXPIRED'));
  const signsIn = company.visitor().call(calls.user.signIn, { username: person.accountName, password: personPassword });
  await assert.rejects(signsIn, refused('USER_EXPIRED'));
});

test('a new password ends every other session with its links, and codes that were confirmed before; this one goes on', async () => {
  const person = await company.person({ byPassword: true });
  const here = await everything(person);
  const elsewhere = new Client(company.origin);
  await elsewhere.call(calls.user.signIn, { username: person.accountName, password: personPassword });
  const file = await person.uploads(freshBytes(100), 'other.bin');
  const { url: there } = await elsewhere.call(calls.download.download, { instanceId: file.instanceId });
  assert.ok(await standing(there));
  await person.call(calls.user.changePassword, { oldPassword: personPassword, newPassword: next });
  await sleep(aWhile);
  assert.deepEqual([await alive(person), await standing(here.url)], [true, true]);
  assert.deepEqual([await alive(elsewhere), await alive(here.desktop), await standing(there)], [false, false, false]);
  assert.equal((await here.browser.call(calls.user.queryStatusByQrId, { qrId: here.qrId })).status, 'refused');
});

test('a password that an administrator sets by plain SQL ends every session', async () => {
  const person = await company.person({ byPassword: true });
  await sql`update user_account set password_hash = 'another' where id = ${person.userId}`.execute(company.database);
  await sleep(aWhile);
  assert.equal(await alive(person), false);
});

test('a sign-in that was under way opens nothing after a new password, a sign-out or a freeze', async () => {
  const person = await company.person({ byPassword: true });
  const { id: sessionId } = await company.database
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', person.userId)
    .executeTakeFirstOrThrow();
  const open = (proof: Parameters<typeof openSession>[2]) =>
    openSession(company.database, { userId: person.userId, kind: 'client', browser: null, device: null, agent: '', address: '' }, proof, {
      idleMs: 60_000,
      absoluteMs: 60_000,
    });
  await assert.rejects(open({ passwordHash: 'the one before' }), /SIGN_IN_NEEDED/);
  await person.call(calls.user.logout, {});
  await assert.rejects(open({ sessionId }), /SIGN_IN_NEEDED/);
  await sql`update user_account set frozen_at = now() where id = ${person.userId}`.execute(company.database);
  await assert.rejects(open({ sessionId }), /USER_FROZEN/);
});

test('signing in again in a browser ends its former session, also when the browser was closed in between', async () => {
  const person = await company.person({ byPassword: true });
  const copy = (): Client => {
    const client = new Client(company.origin);
    client.cookies.set('alcove_session', person.cookies.get('alcove_session')!);
    return client;
  };
  const first = copy();
  await person.signsIn();
  assert.deepEqual([await alive(first), await alive(person)], [false, true]);
  const second = copy();
  person.cookies.delete('alcove_session');
  await person.signsIn();
  assert.deepEqual([await alive(second), await alive(person)], [false, true]);
});

test('a person sees their sessions and ends them one by one, and nobody else can', async () => {
  const person = await company.person({ byPassword: true });
  person.headers['user-agent'] = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0.0.0';
  await person.signsIn();
  const desktop = new Client(company.origin);
  desktop.bearer = (await person.call(calls.user.clientLogin, { clientVersion: '3.8', system: 'Windows' })).token;
  const sessions = await person.call(calls.user.sessions, {});
  assert.deepEqual(
    sessions.map(({ kind, agent, address, current }) => ({ kind, agent, address, current })).sort((a, b) => a.kind.localeCompare(b.kind)),
    [
      { kind: 'browser', agent: person.headers['user-agent'], address: '127.0.0.1', current: true },
      { kind: 'client', agent: 'Alcove 3.8 Windows', address: '127.0.0.1', current: false },
    ],
  );
  const { sessionId } = sessions.find(({ kind }) => kind === 'client')!;
  const stranger = await company.person({ byPassword: true });
  assert.deepEqual(await stranger.call(calls.user.endSession, { sessionIds: [sessionId] }), { ended: 0 });
  assert.ok(await alive(desktop));
  assert.deepEqual(await person.call(calls.user.endSession, { sessionIds: [sessionId] }), { ended: 1 });
  assert.deepEqual([await alive(desktop), await alive(person)], [false, true]);
  assert.deepEqual(await person.call(calls.user.endSession, { sessionIds: [sessionId] }), { ended: 0 });
});

test('the desktop client reports its version and system: logged once, also when it is sent twice at once, and shown with its session', async () => {
  const person = await company.person({ byPassword: true });
  const desktop = await desktopOf(person);
  const [old, now] = ['3.8', '3.9'].map((clientVersion) => ({ clientVersion, system: 'Windows 11' }));
  await Promise.all([desktop.call(calls.user.logPc, old!), desktop.call(calls.user.logPc, old!)]);
  await desktop.call(calls.user.logPc, now!);
  await desktop.call(calls.user.logPc, now!);
  await person.call(calls.user.logPc, now!);
  const { rows } = await sql`
    select deed, result, detail from audit_log where action = 'user.logPc' and person_id = ${person.userId} order by id`.execute(
    company.database,
  );
  assert.deepEqual(
    rows,
    [old, now, now].map((detail) => ({ deed: 'session', result: 0, detail })),
  );
  const sessions = await person.call(calls.user.sessions, {});
  const agents = (of: string) => sessions.filter(({ kind }) => kind === of).map(({ agent }) => agent.startsWith('Alcove'));
  assert.equal(sessions.find(({ kind }) => kind === 'client')?.agent, 'Alcove 3.9 Windows 11');
  assert.deepEqual(agents('browser'), [false]);
});

test('client sessions do not pile up: of too many the one that was used longest ago ends', async () => {
  const person = await company.person({ byPassword: true });
  const desktops: Client[] = [];
  for (let n = 0; n <= limits.sessionsPerPerson.client; n += 1) desktops.push(await desktopOf(person));
  assert.deepEqual([await alive(desktops[0]!), await alive(desktops[1]!), await alive(person)], [false, true, true]);
  assert.equal((await person.call(calls.user.sessions, {})).length, limits.sessionsPerPerson.client + 1);
});
