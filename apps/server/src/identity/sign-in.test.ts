import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls } from '@alcove/contract';
import { Client, openCompany, personPassword, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
before(async () => {
  company = await openCompany({ trustProxy: ['127.0.0.1'] });
});
after(() => company.close());

let places = 0;
/** A browser with its own address. */
function elsewhere(): Client {
  const visitor = company.visitor();
  visitor.headers['x-forwarded-for'] = `10.0.${places >> 8}.${(places++ & 255) + 1}`;
  return visitor;
}
const tryIn = (client: Client, username: string, password: string) => client.ask(calls.user.signIn, { username, password });
const alive = async (client: Client) => (await client.ask(calls.user.currentUser, {})).status === 200;

test('the session cookie is out of reach of scripts and of other sites, and is not what the page is told', async () => {
  const person = await company.person({ byPassword: true });
  const visitor = elsewhere();
  const reply = await visitor.ask<{ token: string; userName: string }>(calls.user.signIn, {
    username: person.accountName.toUpperCase(),
    password: personPassword,
  });
  const cookie = reply.headers.getSetCookie().find((one) => one.startsWith('alcove_session='))!;
  assert.match(cookie, /; HttpOnly/);
  assert.match(cookie, /; SameSite=Lax/);
  assert.match(cookie, /; Path=\//);
  assert.doesNotMatch(cookie, /; Secure/);
  assert.equal(reply.data?.userName, person.accountName);
  assert.ok(!cookie.includes(reply.data!.token));
  const named = elsewhere();
  named.cookies.set('alcove_session', reply.data!.token);
  assert.equal(await alive(named), false);
  const secure = await elsewhere().ask(
    calls.user.signIn,
    { username: person.accountName, password: personPassword },
    { 'x-forwarded-proto': 'https' },
  );
  assert.ok(secure.headers.getSetCookie().every((one) => /; Secure/.test(one)));
});

test('an unknown name and a wrong password answer alike', async () => {
  const person = await company.person({ byPassword: true });
  const replies = [
    await tryIn(elsewhere(), person.accountName, 'wrong-password-1'),
    await tryIn(elsewhere(), 'nobody_at_all', 'wrong-password-1'),
  ];
  const [wrong, unknown] = replies.map(({ status, errcode, errmsg, data, field }) => ({ status, errcode, errmsg, data, field }));
  assert.deepEqual(wrong, unknown);
  assert.equal(wrong!.errcode, 101002);
  assert.ok(replies.every((reply) => reply.headers.getSetCookie().length === 0));
});

test('guessing slows the one who guesses, and nobody else', async () => {
  const person = await company.person({ byPassword: true });
  const guesser = elsewhere();
  const codes: number[] = [];
  // The first wait is only a second, and a busy machine may need that long to check a password. The tenth guess waits for 16 seconds.
  while (codes.length < 10 && codes.at(-1) !== 101005)
    codes.push((await tryIn(guesser, person.accountName, `wrong-${codes.length}`)).errcode);
  assert.deepEqual(codes.slice(0, 5), Array(5).fill(101002));
  assert.equal(codes.at(-1), 101005);
  const slowed = await tryIn(guesser, person.accountName, personPassword);
  assert.deepEqual([slowed.status, slowed.errcode], [429, 101005]);
  assert.ok(Number(slowed.headers.get('retry-after')) >= 1);
  assert.equal((await tryIn(elsewhere(), person.accountName, personPassword)).errcode, 0);
  const colleague = await company.person({ byPassword: true });
  assert.equal((await tryIn(guesser, colleague.accountName, personPassword)).errcode, 0);
});

test('a burst of guesses goes by one count, however many come at once, and shuts nobody else out', async () => {
  const [person, other] = [await company.person({ byPassword: true }), await company.person({ byPassword: true })];
  const guesser = elsewhere();
  const guesses = Promise.all(Array.from({ length: 100 }, (_, n) => tryIn(guesser, person.accountName, `wrong-${n}`)));
  assert.equal((await tryIn(elsewhere(), other.accountName, personPassword)).errcode, 0);
  const codes = (await guesses).map(({ errcode }) => errcode);
  const looked = codes.filter((code) => code === 101002).length;
  // Five at once, and one after each wait, however slow the machine is.
  assert.ok(looked <= 10, `${looked} of 100 guesses were looked at`);
  assert.ok(
    codes.every((code) => [101002, 101005].includes(code)),
    codes.join(),
  );
});

test('a browser that signed in before is not slowed by strangers at its own address', async () => {
  const person = await company.person({ byPassword: true });
  const mine = elsewhere();
  await tryIn(mine, person.accountName, personPassword);
  const stranger = company.visitor();
  stranger.headers['x-forwarded-for'] = mine.headers['x-forwarded-for']!;
  for (let n = 0; n < 8; n += 1) await tryIn(stranger, person.accountName, `wrong-${n}`);
  assert.equal((await tryIn(stranger, person.accountName, personPassword)).errcode, 101005);
  assert.equal((await tryIn(mine, person.accountName, personPassword)).errcode, 0);
});

test('a made-up mark of a known browser does not help', async () => {
  const person = await company.person({ byPassword: true });
  const stranger = elsewhere();
  stranger.cookies.set('alcove_known', Buffer.alloc(32, 7).toString('base64url'));
  for (let n = 0; n < 7; n += 1) await tryIn(stranger, person.accountName, `wrong-${n}`);
  assert.equal((await tryIn(stranger, person.accountName, personPassword)).errcode, 101005);
});

async function changes(person: Person, columns: { frozen_at?: Date | null; expires_at?: Date | null }): Promise<void> {
  await company.database.updateTable('user_account').set(columns).where('id', '=', person.userId).execute();
}

test('frozen and expired are told to who has the password only, each in its own words', async () => {
  for (const [columns, code] of [
    [{ frozen_at: new Date() }, 101003],
    [{ expires_at: new Date(0) }, 101004],
  ] as const) {
    const person = await company.person({ byPassword: true });
    await changes(person, columns);
    assert.equal((await tryIn(elsewhere(), person.accountName, 'wrong-password-1')).errcode, 101002);
    assert.equal((await tryIn(elsewhere(), person.accountName, personPassword)).errcode, code);
  }
});

test('a freeze ends open sessions at once, in the browser and in the client', async () => {
  const person = await company.person({ byPassword: true });
  const desktop = new Client(company.origin);
  desktop.bearer = (await person.call(calls.user.clientLogin, {})).token;
  assert.ok((await alive(person)) && (await alive(desktop)));
  await changes(person, { frozen_at: new Date() });
  // The signal takes some milliseconds from the database to the cache.
  for (const client of [person, desktop]) {
    const until = Date.now() + 2000;
    while (await alive(client)) assert.ok(Date.now() < until, 'the session goes on');
  }
  await assert.rejects(person.call(calls.instance.page, {}), refused('SIGN_IN_NEEDED'));
});

test('a browser session is no client session and the other way round', async () => {
  const person = await company.person({ byPassword: true });
  const desktop = new Client(company.origin);
  desktop.bearer = person.cookies.get('alcove_session')!;
  assert.equal(await alive(desktop), false);
  const { token } = await elsewhere().call(calls.user.login, { username: person.accountName, password: personPassword });
  desktop.bearer = token;
  assert.equal(await alive(desktop), true);
  const browser = elsewhere();
  browser.cookies.set('alcove_session', token);
  assert.equal(await alive(browser), false);
});

test('signing out ends the session, not only the cookie', async () => {
  const person = await company.person({ byPassword: true });
  const copy = elsewhere();
  copy.cookies.set('alcove_session', person.cookies.get('alcove_session')!);
  await person.call(calls.user.logout, {});
  assert.equal(person.cookies.has('alcove_session'), false);
  assert.equal(await alive(copy), false);
});

test('a session that was idle too long, or is over its end, is none', async () => {
  for (const column of ['seen_at', 'expires_at']) {
    const person = await company.person({ byPassword: true });
    await company.database
      .updateTable('session')
      .set({ [column]: new Date(Date.now() - 2 * 3_600_000) })
      .where('user_id', '=', person.userId)
      .execute();
    assert.equal(await alive(person), false, column);
  }
});

test('a header or a field never selects the user', async () => {
  const [person, other] = [await company.person({ byPassword: true }), await company.person({ byPassword: true })];
  const { userId } = await person.call(calls.user.currentUser, {}, { username: other.accountName });
  assert.equal(userId, person.userId);
  await assert.rejects(person.call(calls.user.currentUser, { userId: other.userId } as object), refused('BAD_REQUEST'));
  await assert.rejects(elsewhere().call(calls.user.currentUser, {}, { username: other.accountName }), refused('SIGN_IN_NEEDED'));
});

test('a platform that is not configured is said to be so', async () => {
  await assert.rejects(elsewhere().call(calls.user.login, { username: 'a', password: 'b', platform: 'ldap' }), refused('PLATFORM_UNKNOWN'));
});
