import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { calls, failures } from '@alcove/contract';
import type { InputOf, OidcPlatform } from '@alcove/contract';
import { networkOf } from '../networks.ts';
import { ended } from '../offboarding/offboarding.test-support.ts';
import { oktaUser, providerFor } from '../scim/provider.test-support.ts';
import { enrols } from '../second-factor/second-factor.test-support.ts';
import { adminPassword, Listener, openCompany, refused, sessionCookie } from '../testing/index.ts';
import type { Client, Company, Reply } from '../testing/index.ts';
import { keepDescriptions } from './descriptions.ts';
import { foreignKey, openLyingProvider, openRealProvider, signInAt } from './provider.test-support.ts';
import type { Lies } from './provider.test-support.ts';

const { adminPlatform, platform: signIn, user } = calls;
type Lying = Awaited<ReturnType<typeof openLyingProvider>>;

let company: Company;
let admin: Client;
let lying: Lying;
let lyingPlatform: OidcPlatform;
before(async () => {
  company = await openCompany({ trustProxy: ['127.0.0.1'], outgoing: { opened: [networkOf('127.0.0.1')!], http: true }, outgoingMs: 1000 });
  admin = company.visitor();
  await admin.call(user.signIn, { username: 'admin', password: adminPassword });
  lying = await openLyingProvider();
  lyingPlatform = await created({ name: 'Lying', issuer: lying.issuer, matchesAccounts: true, createsAccounts: true });
});
after(async () => {
  await lying.close();
  await company.close();
});
beforeEach(() => (lying.lies = {}));

const created = (fields: Partial<InputOf<typeof adminPlatform.create>> & { name: string; issuer: string }): Promise<OidcPlatform> =>
  admin.call(adminPlatform.create, { clientId: 'alcove', enabled: true, ...fields });

/** Starts a sign-in, and returns what the lying provider is to send back for the subject. */
async function started(browser: Client, subject: string, { platformId }: OidcPlatform = lyingPlatform, returnTo?: string) {
  const { address } = await browser.call(signIn.startSignIn, { platformId, ...(returnTo !== undefined && { returnTo }) });
  const sent = new URL(address).searchParams;
  lying.nonces.set(subject, sent.get('nonce')!);
  return { platformId, state: sent.get('state')!, code: subject };
}
const finished = async (
  browser: Client,
  subject: string,
  platform?: OidcPlatform,
): Promise<Reply<{ user: { userId: string; accountName: string } }>> =>
  browser.ask(signIn.finishSignIn, await started(browser, subject, platform));
async function advancedRole(): Promise<string> {
  const { items } = await admin.call(calls.adminRole.page, {});
  return items.find(({ type, builtIn }) => type === 'advanced' && builtIn !== null)!.roleId;
}
const isIn = async (browser: Client): Promise<boolean> => (await browser.ask(user.currentUser, {})).errcode === 0;

test('with a real provider: in, back to where one was, out there too, and out when the provider says so', async () => {
  const platform = await created({ name: 'Real', issuer: 'http://127.0.0.1:1', secret: 'old', createsAccounts: true });
  const { redirect, signedOut, logout } = platform.addresses;
  const provider = await openRealProvider({ redirectUris: [redirect], signedOut, logout });
  try {
    const { issuer, secret } = provider;
    const { platformId } = platform;
    await admin.call(adminPlatform.update, { platformId, issuer, secret });
    assert.deepEqual(await admin.call(adminPlatform.test, { issuer, algorithm: 'RS256' }), { answers: true, fits: true, hasKeys: true });
    const browser = company.visitor();
    const begin = await browser.call(signIn.startSignIn, { platformId, returnTo: '/disk/groupFile?keyword=a' });
    const back = await signInAt(begin.address, 'zhang_wei');
    assert.equal(back.origin + back.pathname, redirect);
    const given = Object.fromEntries(back.searchParams) as { state: string; code: string; iss: string };
    const { user: person, returnTo } = await browser.call(signIn.finishSignIn, { platformId, ...given });
    assert.deepEqual([person.accountName, person.userRealName, returnTo], ['zhang_wei', 'Name of zhang_wei', '/disk/groupFile?keyword=a']);
    assert.ok(await isIn(browser));
    const row = await company.database
      .selectFrom('user_account')
      .select(['email', 'password_hash'])
      .where('id', '=', person.userId)
      .executeTakeFirst();
    assert.deepEqual(row, { email: 'zhang_wei@company.example', password_hash: null });

    const listener = await Listener.of(browser);
    const { address } = await browser.call(user.logout, {});
    const there = new URL(address!);
    assert.deepEqual([there.origin, there.searchParams.get('post_logout_redirect_uri')], [issuer, signedOut]);
    await listener.ended;

    const comesBack = async (one: Client): Promise<URLSearchParams> => {
      const begun = await one.call(signIn.startSignIn, { platformId });
      const home = await signInAt(begun.address, 'zhang_wei');
      const same = await one.call(signIn.finishSignIn, { platformId, ...(Object.fromEntries(home.searchParams) as typeof given) });
      assert.equal(same.user.userId, person.userId);
      return new URL(begun.address).searchParams;
    };
    const again = company.visitor();
    assert.equal((await comesBack(again)).has('prompt'), false);
    await assert.rejects(again.call(user.beginTotp, {}), refused('PROOF_NEEDED'), 'nobody said when they last showed who they are');
    // Whoever has signed out here shows it anew, and so has proved it.
    const asked = await comesBack(browser);
    assert.deepEqual([asked.get('prompt'), asked.get('max_age')], ['login', '0']);
    await browser.call(user.beginTotp, {});
    await browser.call(user.logout, {});
    // A code that was used opens nothing in another sign-in.
    const replay = new URL((await browser.call(signIn.startSignIn, { platformId })).address).searchParams.get('state')!;
    await assert.rejects(
      browser.call(signIn.finishSignIn, { platformId, state: replay, code: given.code, iss: given.iss }),
      refused('PLATFORM_NOT_ANSWERING'),
    );
    const [listed] = (await admin.call(adminPlatform.page, {})).filter((one) => one.name === 'Real');
    assert.deepEqual([listed!.people, listed!.hasSecret, JSON.stringify(listed).includes(secret)], [1, true, false]);

    // Switching it off ends what it opened, and its streams.
    const open = await Listener.of(again);
    await admin.call(adminPlatform.update, { platformId, enabled: false });
    await open.ended;
    assert.ok(!(await isIn(again)));
    await assert.rejects(again.call(signIn.startSignIn, { platformId }), refused('PLATFORM_GONE'));
  } finally {
    await provider.close();
  }
});

test('a provider that lies signs nobody in', async () => {
  const now = Math.floor(Date.now() / 1000);
  const json = { 'content-type': 'application/json' };
  const huge = (response: ServerResponse) => response.writeHead(200, json).end(JSON.stringify({ id_token: 'a'.repeat(300_000) }));
  const lies: Record<string, Lies> = {
    'another issuer': { claims: { iss: 'https://other.example' } },
    'another audience': { claims: { aud: 'other' } },
    'more audiences': { claims: { aud: ['alcove', 'other'], azp: 'other' } },
    'made for another client': { claims: { azp: 'other' } },
    'another nonce': { claims: { nonce: 'other' } },
    'no nonce': { claims: { nonce: undefined } as never },
    expired: { claims: { exp: now - 600 } },
    'of the future': { claims: { nbf: now + 600 } },
    'signed in the future': { claims: { iat: now + 600 } },
    'signed at no time': { claims: { iat: undefined } as never },
    'of another access token': { claims: { at_hash: 'x'.repeat(22) } },
    'no identity': { more: { id_token: undefined } },
    'an identity that is no token': { more: { id_token: 'a.b' } },
    'another kind of token': { more: { token_type: 'mac' } },
    'no subject': { claims: { sub: '' } },
    'a subject with NUL': { claims: { sub: 'a\0b' } },
    'not signed': { alg: 'none' },
    'signed with the public key': { alg: 'HS256' },
    'signed by somebody else': { key: foreignKey },
    'signed by another algorithm': { alg: 'PS256' },
    'signed by an unknown key': { kid: 'two' },
    'a huge answer': { instead: huge },
    'no answer': { instead: () => undefined },
    'a redirect': { instead: (response) => response.writeHead(307, { location: 'http://10.0.0.1/token' }).end() },
    'keys at a closed address': { description: { jwks_uri: 'http://10.0.0.1/keys' } },
    'a description of somebody else': { issuer: 'https://other.example' },
    'more about somebody else': { description: { userinfo_endpoint: `${lying.issuer}/userinfo` } },
  };
  const begun = async (name: string) => {
    const browser = company.visitor();
    const fields = await started(browser, `lied_of_${name.replaceAll(' ', '_')}`);
    lying.liesOf.set(fields.code, lies[name]!);
    return { name, browser, fields };
  };
  const told = async ({ name, browser, fields }: Awaited<ReturnType<typeof begun>>): Promise<void> => {
    if (isOfAll(lies[name]!)) {
      // What was kept of the description is dropped by whatever goes wrong.
      assert.equal((await liedTo({ alg: 'none' })).errcode, 101040);
      lying.lies = lies[name]!;
    }
    const reply = await browser.ask(signIn.finishSignIn, fields);
    assert.equal(reply.errcode, 101040, `${name}: ${reply.errmsg}`);
    assert.ok(!browser.cookies.has(sessionCookie), name);
    lying.lies = {};
  };
  const liedTo = async (lie: Lies) => {
    const other = company.visitor();
    const fields = await started(other, 'lied_before');
    lying.liesOf.set(fields.code, lie);
    return other.ask(signIn.finishSignIn, fields);
  };
  /** Mixed up: the browser comes back with the answer of another platform. */
  const answeredByAnother = async (): Promise<void> => {
    const browser = company.visitor();
    const reply = await browser.ask(signIn.finishSignIn, { ...(await started(browser, 'lied_mixed')), iss: 'https://other.example' });
    assert.deepEqual([reply.errcode, await isIn(browser)], [101040, false]);
  };
  const isOfAll = ({ issuer, description }: Lies): boolean => issuer !== undefined || description !== undefined;
  // Begun one after the other, with what is kept of the description.
  const ofOne = [];
  for (const name of Object.keys(lies)) if (!isOfAll(lies[name]!)) ofOne.push(await begun(name));
  await Promise.all(ofOne.map(told));
  await answeredByAnother();
  for (const name of Object.keys(lies)) if (isOfAll(lies[name]!)) await told(await begun(name));
  const made = await company.database.selectFrom('user_account').select('id').where('account_name', 'like', 'lied%').execute();
  assert.deepEqual(made, []);
  assert.ok(!company.troubles.join().includes('access'), 'nothing of a token is in the log');
});

test('a sign-in ends once, in the browser and with the platform that it began with, within its time', async () => {
  const browser = company.visitor();
  const fields = await started(browser, 'once_only');
  const other = company.visitor();
  await started(other, 'once_only');
  await assert.rejects(other.call(signIn.finishSignIn, fields), refused('PLATFORM_SIGN_IN_OVER'));
  await assert.rejects(company.visitor().call(signIn.finishSignIn, fields), refused('PLATFORM_SIGN_IN_OVER'));
  const second = await created({ name: 'Second', issuer: `${lying.issuer}/second` });
  await assert.rejects(browser.call(signIn.finishSignIn, { ...fields, platformId: second.platformId }), refused('PLATFORM_SIGN_IN_OVER'));
  await assert.rejects(browser.call(signIn.finishSignIn, { ...fields, state: `${fields.state}x` }), refused('PLATFORM_SIGN_IN_OVER'));
  lying.nonces.set('once_only', (await nonceOf(fields.state))!);
  const both = await Promise.all([1, 2].map(() => browser.ask(signIn.finishSignIn, fields)));
  assert.deepEqual(both.map(({ errcode }) => errcode).sort(), [0, 101041]);

  const refusedThere = await started(browser, 'x');
  await assert.rejects(
    browser.call(signIn.finishSignIn, { platformId: refusedThere.platformId, state: refusedThere.state, error: 'access_denied' }),
    refused('PLATFORM_SIGN_IN_REFUSED'),
  );
  const late = await started(browser, 'x');
  await company.database
    .updateTable('sign_in_flow')
    .set({ expires_at: new Date(Date.now() - 1) })
    .execute();
  await assert.rejects(browser.call(signIn.finishSignIn, late), refused('PLATFORM_SIGN_IN_OVER'));
  const changed = await started(browser, 'x');
  await admin.call(adminPlatform.update, { platformId: lyingPlatform.platformId, scopes: 'openid profile' });
  await assert.rejects(browser.call(signIn.finishSignIn, changed), refused('PLATFORM_SIGN_IN_OVER'));
  for (const away of [
    '//evil.example',
    'https://evil.example/disk/',
    '/disk/..//evil.example',
    '/disk/\\evil.example',
    '/disk/signIn',
    '/disk/\tx',
  ]) {
    const browsing = company.visitor();
    const back = await browsing.call(signIn.finishSignIn, await started(browsing, 'once_only', lyingPlatform, away));
    assert.equal(back.returnTo, '/disk/', away);
  }
});

const nonceOf = async (state: string): Promise<string | undefined> => {
  const hash = createHash('sha256').update(state).digest();
  return (await company.database.selectFrom('sign_in_flow').select('nonce').where('state_hash', '=', hash).executeTakeFirst())?.nonce;
};

test('whom another platform pushed signs in by the id that it gave them, whatever they are called', async () => {
  const other = await created({ name: 'For SCIM', issuer: lying.issuer, createsAccounts: true });
  const pushing = await providerFor(admin, 'Pushing', { signInPlatformId: other.platformId });
  const push = async (userName: string): Promise<string> => (await pushing.send('POST', '/Users', oktaUser(userName))).body.id;
  const id = await push('pushed.one@company.example');
  lying.lies = { claims: { preferred_username: 'admin' } };
  const first = await finished(company.visitor(), '00u-pushed.one@company.example', other);
  assert.equal(first.data?.user.userId, id);
  // Neither an administrator nor somebody who left, and nobody by another claim or at another platform.
  const chief = await push('pushed_chief');
  await admin.call(calls.adminRole.assign, { userIds: [chief], roleIds: [await advancedRole()] });
  assert.equal((await finished(company.visitor(), '00u-pushed_chief', other)).errcode, 101043);
  const leaver = await push('pushed_leaver');
  await pushing.send('DELETE', `/Users/${leaver}`);
  lying.lies = { claims: { preferred_username: 'pushed_leaver' } };
  assert.equal((await finished(company.visitor(), '00u-pushed_leaver', other)).errcode, 101043);
  await push('pushed_two');
  lying.lies = { claims: { preferred_username: 'Pushed_two' } };
  assert.equal((await finished(company.visitor(), '00u-pushed_two')).errcode, 101043);
  assert.equal((await finished(company.visitor(), '00U-pushed_two', other)).errcode, 101043);
});

test('whoever has a second factor gives it after the platform, unless that asks itself; without one, the platform proves again', async () => {
  const { platformId } = lyingPlatform;
  const subject = 'factored';
  const browser = company.visitor();
  const { data } = await finished(browser, subject);
  const { userId } = data!.user;
  const ages = () => sql`update session set proved_at = now() - interval '1 hour' where user_id = ${userId}`.execute(company.database);
  await ages();
  await assert.rejects(browser.call(user.beginTotp, {}), refused('PROOF_NEEDED'));
  // A session at the platform that is still open from last week, or of an unknown age, proves nothing.
  for (const auth_time of [Math.floor(Date.now() / 1000) - 86_400, undefined]) {
    lying.lies = { claims: { auth_time } };
    assert.equal((await finished(browser, subject)).errcode, 0);
    await assert.rejects(browser.call(user.beginTotp, {}), refused('PROOF_NEEDED'));
  }
  lying.lies = {};
  await assert.rejects(browser.call(user.proveAgain, { password: 'none' }), refused('PROOF_PASSWORD_WRONG'));
  assert.equal((await finished(browser, subject)).errcode, 0);
  const app = await enrols(browser);

  const needed = failures.SECOND_FACTOR_NEEDED.errcode;
  const deep = `/disk/groupFile?keyword=${encodeURIComponent('年度 预算')}`;
  const [again, changed, asked] = [company.visitor(), company.visitor(), company.visitor()];
  assert.equal((await again.ask(signIn.finishSignIn, await started(again, subject, lyingPlatform, deep))).errcode, needed);
  assert.equal(await isIn(again), false);
  assert.equal((await again.call(user.giveSecondFactor, { code: app.code() })).returnTo, deep);
  assert.ok(await isIn(again));

  assert.equal((await finished(changed, subject)).errcode, needed);
  await admin.call(adminPlatform.update, { platformId, asksSecondFactor: true });
  try {
    await assert.rejects(changed.call(user.giveSecondFactor, { code: app.code(1) }), refused('SIGN_IN_STEP_OVER'));
    assert.equal((await finished(asked, subject)).errcode, 0);
    assert.ok(await isIn(asked));
  } finally {
    await admin.call(adminPlatform.update, { platformId, asksSecondFactor: false });
  }
});

test('what a platform says of itself is asked once an hour, and again after anything went wrong', async () => {
  const described = () => lying.asked.filter((path) => path === '/.well-known/openid-configuration').length;
  assert.equal((await finished(company.visitor(), 'described')).errcode, 0);
  const before = described();
  for (let times = 0; times < 2; times += 1) assert.equal((await finished(company.visitor(), 'described')).errcode, 0);
  assert.equal(described(), before);
  lying.liesOf.set('described', { key: foreignKey });
  assert.equal((await finished(company.visitor(), 'described')).errcode, 101040);
  lying.liesOf.delete('described');
  assert.equal((await finished(company.visitor(), 'described')).errcode, 0);
  assert.equal(described(), before + 1);
  let now = 0;
  const kept = keepDescriptions(() => now);
  const one = { issuer: lying.issuer } as never;
  for (let n = 0; n < 101; n += 1) kept.keep(`${lying.issuer}/${n}`, one);
  assert.deepEqual([kept.find(`${lying.issuer}/0`), kept.find(`${lying.issuer}/100`)], [null, one], 'no more than a hundred');
  now = 3600_000;
  assert.equal(kept.find(`${lying.issuer}/100`), null);
});

test('twins never reach another’s files', async () => {
  const twin = await company.person({ accountName: 'twin_account' });
  const missing = 101043;
  const names = [
    'Twin_account',
    'twin_account ',
    ' twin_account',
    'ｔwin_account',
    'twin\u0000_account',
    'twin_account\u200b',
    '',
    'admin',
    'Admin',
  ];
  for (const [index, name] of names.entries()) {
    lying.lies = { claims: { preferred_username: name } };
    assert.equal((await finished(company.visitor(), `subject ${index}`)).errcode, missing, JSON.stringify(name));
  }
  lying.lies = { claims: { preferred_username: 'twin_account', email: 'same@company.example' } };
  const first = await finished(company.visitor(), 'the first');
  assert.equal(first.data?.user.userId, twin.userId);
  assert.equal((await finished(company.visitor(), 'the second')).errcode, missing, 'another subject of the same name');
  const other = await created({ name: 'Other rule', issuer: lying.issuer, clientId: 'alcove', createsAccounts: true });
  assert.equal(
    (await finished(company.visitor(), 'the first', other)).errcode,
    missing,
    'the same subject, of a platform that matches nobody',
  );
  lying.lies = { claims: { preferred_username: 'new_name', email: 'same@company.example' } };
  const mailed = await finished(company.visitor(), 'somebody with the same mail', other);
  assert.notEqual(mailed.data?.user.userId, twin.userId);
  // The name at the platform is a label: the subject stays who it was.
  lying.lies = { claims: { preferred_username: 'somebody_else' } };
  assert.equal((await finished(company.visitor(), 'the first')).data?.user.userId, twin.userId);
  // A leaver's subject, or their name, given to somebody new.
  await admin.call(calls.adminUser.freeze, { userIds: [twin.userId] });
  assert.equal((await finished(company.visitor(), 'the first')).errcode, 101003);
  await company.database.deleteFrom('identity_link').where('user_id', '=', twin.userId).execute();
  lying.lies = { claims: { preferred_username: 'twin_account' } };
  assert.equal((await finished(company.visitor(), 'a newcomer')).errcode, 101003);
  const links = await company.database.selectFrom('identity_link').select('subject').where('user_id', '=', twin.userId).execute();
  assert.deepEqual(links, []);
});

test('a subject that is used again after its person left, and twins of two issuers, reach nobody', async () => {
  // From an address of its own: one may begin sixty sign-ins a minute, and the lies began half of them.
  const visitor = (): Client => {
    const browser = company.visitor();
    browser.headers['x-forwarded-for'] = '10.0.8.1';
    return browser;
  };
  const heir = await company.person();
  const one = await created({ name: 'First issuer', issuer: lying.issuer, createsAccounts: true });
  const leaver = (await finished(visitor(), 'used_again', one)).data!.user;
  await admin.call(calls.adminUser.freeze, { userIds: [leaver.userId] });
  await admin.call(calls.adminUser.offboard, { userId: leaver.userId, successors: { space: heir.userId, shares: heir.userId } });
  assert.equal((await ended(admin, leaver.userId)).state, 'done');
  // As a job does it after a term: their name is free.
  await sql`update user_account set account_name = account_name || '~' || id where id = ${leaver.userId}`.execute(company.database);
  lying.lies = { claims: { preferred_username: 'used_again', name: 'A newcomer' } };
  const again = await finished(visitor(), 'used_again', one);
  assert.equal(again.errcode, 101003, 'the subject is still whose it was');
  const newcomer = await finished(visitor(), 'used by a newcomer', one);
  assert.equal(newcomer.errcode, 0);
  assert.notEqual(newcomer.data!.user.userId, leaver.userId);

  // The same subject, name and mail, of two issuers.
  const other = await openLyingProvider();
  try {
    const second = await created({ name: 'Second issuer', issuer: other.issuer, createsAccounts: true });
    const same = { preferred_username: 'same_everywhere', email: 'same@company.example' };
    lying.lies = { claims: same };
    const first = (await finished(visitor(), 'same subject', one)).data!.user;
    other.nonces = lying.nonces;
    other.lies = { claims: same };
    assert.equal((await finished(visitor(), 'same subject', second)).errcode, 101043, 'the account is of the first issuer');
    other.lies = { claims: { ...same, preferred_username: 'same_elsewhere' } };
    const twin = (await finished(visitor(), 'same subject', second)).data!.user;
    assert.notEqual(twin.userId, first.userId);
  } finally {
    await other.close();
  }
});

test('a secret is dropped with its address, and never told', async () => {
  const { platformId } = await created({ name: 'Secretive', issuer: 'https://one.example', secret: 'very-secret-value', enabled: false });
  const update = (fields: object) => admin.call(adminPlatform.update, { platformId, ...fields });
  await assert.rejects(update({ issuer: 'https://two.example' }), refused('PLATFORM_SECRET_NEEDED'));
  await assert.rejects(update({ clientId: 'other' }), refused('PLATFORM_SECRET_NEEDED'));
  assert.ok((await update({ name: 'Secretive still' })).hasSecret);
  assert.ok(!(await update({ issuer: 'https://two.example', secret: '' })).hasSecret);
  for (const issuer of [
    'nothing',
    'ftp://one.example',
    'https://a:b@one.example',
    'https://one.example?x',
    'https://one.example#x',
    'javascript:alert(1)',
  ])
    await assert.rejects(update({ issuer, secret: '' }), refused('PLATFORM_ISSUER_WRONG'), issuer);
  await assert.rejects(created({ name: 'SECRETIVE STILL', issuer: 'https://x.example' }), refused('PLATFORM_NAME_TAKEN'));
  const { rows } = await company.alcove.database.executeQuery<{ all: string }>({
    sql: `select coalesce(string_agg(t::text, ''), '') as all from (select detail::text from audit_log union all select p::text from platform p) t`,
    parameters: [],
    query: { kind: 'RawNode' } as never,
    queryId: {} as never,
  });
  assert.ok(!rows[0]!.all.includes('very-secret-value') && !rows[0]!.all.includes(Buffer.from('very-secret-value').toString('hex')));
  const began = performance.now();
  assert.deepEqual(await admin.call(adminPlatform.test, { issuer: 'https://10.0.0.1', algorithm: 'RS256' }), {
    answers: false,
    fits: false,
    hasKeys: false,
  });
  assert.ok(performance.now() - began > 990);
  // Where the operator accepts calls without TLS, an open port that is no directory looks like a closed one.
  const place = { protocol: 'ldap', startTls: false, authority: '', base: 'dc=a', user: 'cn=a', filter: '(uid=*)' } as const;
  const told = (url: string) => admin.call(adminPlatform.testDirectory, { ...place, url, secret: 'any', accountNameClaim: 'uid' });
  const nothing = { answers: false, accepts: false, finds: false, people: 0 };
  const places = [lying.issuer.replace('http:', 'ldap:'), 'ldap://127.0.0.1:1'];
  assert.deepEqual(await Promise.all(places.map(told)), [nothing, nothing]);
  lying.lies = { description: { id_token_signing_alg_values_supported: ['ES256'] } };
  assert.deepEqual(await admin.call(adminPlatform.test, { issuer: lying.issuer, algorithm: 'RS256' }), {
    answers: true,
    fits: false,
    hasKeys: false,
  });
});

test('a sign-out that the platform reports ends the sessions that it opened, with what they have open, and no others', async () => {
  const browser = company.visitor();
  lying.lies = { claims: { sid: 'there' } };
  await browser.call(signIn.finishSignIn, await started(browser, 'reported'));
  lying.lies = { claims: { sid: 'elsewhere' } };
  const second = company.visitor();
  await second.call(signIn.finishSignIn, await started(second, 'reported'));
  lying.lies = {};
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: lying.issuer, aud: 'alcove', iat: now, exp: now + 120, jti: 'one', events, sub: 'reported', sid: 'there' };
  /** As another server sends it: without our marker. */
  const report = async (token: string): Promise<number> => {
    const body = new URLSearchParams({ logout_token: token }).toString();
    const headers = { 'x-requested-with': '', 'content-type': 'application/x-www-form-urlencoded' };
    return (await company.visitor().send('POST', signIn.backchannelLogout.path, { headers, body })).status;
  };
  const wrong = {
    'signed by somebody else': await lying.signs(claims, foreignKey),
    'of another client': await lying.signs({ ...claims, aud: 'other' }),
    'an identity instead': await lying.signs({ ...claims, nonce: 'n' }),
    'without an event': await lying.signs({ ...claims, events: {} }),
    'of nobody': await lying.signs({ ...claims, sub: undefined, sid: undefined } as never),
    old: await lying.signs({ ...claims, iat: now - 3600 }),
    garbage: 'a.b.c',
  };
  await Promise.all(Object.entries(wrong).map(async ([name, token]) => assert.equal(await report(token), 400, name)));
  assert.ok((await isIn(browser)) && (await isIn(second)));
  const stream = await Listener.of(browser);
  const began = performance.now();
  assert.equal(await report(await lying.signs(claims)), 200);
  await stream.ended;
  assert.ok(performance.now() - began < 1000);
  assert.deepEqual([await isIn(browser), await isIn(second)], [false, true]);
  assert.equal(await report(await lying.signs({ ...claims, sid: undefined } as never)), 200);
  assert.ok(!(await isIn(second)));
});

test('what is offered at the sign-in page: platforms that are on, and the one that is the sign-in', async () => {
  const offered = async () => company.visitor().call(user.checkRedirect, {});
  const { platformId } = lyingPlatform;
  const before = await offered();
  assert.ok(before.platforms.some((one) => one.platformId === platformId) && before.platformId === null);
  await admin.call(adminPlatform.update, { platformId, isTheSignIn: true });
  const other = await created({ name: 'Newer', issuer: 'https://newer.example', isTheSignIn: true });
  assert.equal((await offered()).platformId, other.platformId);
  await admin.call(adminPlatform.update, { platformId: other.platformId, enabled: false });
  assert.equal((await offered()).platformId, null);
  await admin.call(adminPlatform.remove, { platformId: other.platformId });
  assert.ok(!(await offered()).platforms.some(({ name }) => name === 'Newer'));
  await assert.rejects((await company.person()).call(adminPlatform.page, {}), refused('NOT_ALLOWED'));
});
