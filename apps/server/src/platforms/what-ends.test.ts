/**
 * What ends with what (I8, I17), by the matrix in what-ends.test-support.ts: each way of signing in, with each thing that ends it. Within a second everything is over that the person opened by
 * that way, in this process and in another one, and nothing else. If it is taken back, nothing of that lives again (I17).
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls, failures } from '@alcove/contract';
import type { AnswerOf, InstanceId } from '@alcove/contract';
import { openAlcove } from '../alcove.ts';
import type { Alcove } from '../alcove.ts';
import { readConfig } from '../config.ts';
import { person as inDirectory, base, foundation, openSlapd, service } from '../directories/slapd.test-support.ts';
import type { Slapd } from '../directories/slapd.test-support.ts';
import { emptyDirectory, person as told, runs } from '../directory-sync/directory.test-support.ts';
import { networkOf } from '../networks.ts';
import { ended } from '../offboarding/offboarding.test-support.ts';
import { oktaUser, patch, providerFor } from '../scim/provider.test-support.ts';
import type { Provider } from '../scim/provider.test-support.ts';
import { addsKey } from '../second-factor/second-factor.test-support.ts';
import type { SoftKey } from '../second-factor/soft-key.test-support.ts';
import { VisitingClient } from '../links/visiting.test-support.ts';
import { member, shares } from '../sharing/sharing.test-support.ts';
import {
  adminPassword,
  Client,
  coverOf,
  freshBytes,
  leftOut,
  Listener,
  openCompany,
  Person,
  personPassword,
  thorough,
  Upload,
} from '../testing/index.ts';
import type { Company } from '../testing/index.ts';
import { openLyingProvider } from './provider.test-support.ts';
import { columns, everyCell, goesOn, needsOwnPlatform, traitsOf, worksAgain } from './what-ends.test-support.ts';
import type { Cell, Column } from './what-ends.test-support.ts';

const { adminPlatform, adminUser, platform: signIn, user } = calls;
/** One second, and some time for the requests on a busy machine. */
const withinMs = 1500;
const atOnce = 6;
/** More than the buffers on the way hold. */
const large = 40 * 1024 * 1024;
const password = 'Directory-Passw0rd';

let company: Company;
let second: Alcove;
let secondOrigin: string;
let admin: Client;
let adminId: string;
let slapd: Slapd;
let lying: Awaited<ReturnType<typeof openLyingProvider>>;
let library: { owner: Person; largeId: InstanceId; smallId: InstanceId; linkPath: string };
let common: Record<'oidc' | 'directory', string>;
/** Connections that a test left open would keep the server from closing. */
const connections = new AbortController();

before(async () => {
  slapd = await openSlapd([...foundation, ...everyCell.map((_, n) => inDirectory(`ends_${n}`, password))]);
  lying = await openLyingProvider();
  const outgoing = { opened: [networkOf('127.0.0.1')!, networkOf('127.0.0.2')!], http: true };
  company = await openCompany({ outgoing, liveStreams: 300, trustProxy: ['127.0.0.1'] });
  const settings = { DATABASE_URL: company.databaseUrl, ALCOVE_ADMIN_PASSWORD: adminPassword };
  second = await openAlcove({ ...readConfig(settings), store: company.storeConfig }, company.logger, { administratorMade: () => {} });
  secondOrigin = await second.app.listen({ host: '127.0.0.1', port: 0 });
  admin = company.visitor();
  adminId = (await admin.call(user.signIn, { username: 'admin', password: adminPassword })).userId;
  await company.configures('passkeySignIn', true);
  const owner = await company.person();
  const { instanceId: folderId } = await owner.folder('for colleagues');
  const opened = { instanceIds: [folderId], permissions: ['preview' as const], visitorType: 'login' as const };
  library = {
    owner,
    largeId: (await owner.uploads(freshBytes(large), 'large.bin')).instanceId,
    smallId: (await owner.uploads('small', 'small.txt')).instanceId,
    linkPath: (await owner.call(calls.link.createOrUpdate, opened)).linkPath,
  };
  common = { oidc: await madePlatform('oidc', 'common'), directory: await madePlatform('directory', 'common') };
});
after(async () => {
  connections.abort();
  await second.close();
  await company.close();
  await lying.close();
  await slapd.stop();
});

async function madePlatform(way: 'oidc' | 'directory', name: string): Promise<string> {
  const rules = { name: `${name} ${way}`, matchesAccounts: true, enabled: true };
  if (way === 'oidc') return (await admin.call(adminPlatform.create, { ...rules, issuer: lying.issuer, clientId: 'alcove' })).platformId;
  const at = {
    protocol: 'ldap' as const,
    url: `ldaps://127.0.0.2:${slapd.securePort}`,
    authority: slapd.authority,
    base,
    filter: '(uid=*)',
  };
  const names = { accountNameClaim: 'uid', realNameClaim: 'cn', mailClaim: 'mail' };
  const reader = { user: service.user, secret: service.password };
  return (await admin.call(adminPlatform.createDirectory, { ...rules, ...at, ...names, ...reader })).platformId;
}
const change = ({ way }: Cell, fields: { platformId: string; enabled?: boolean; matchesAccounts?: boolean }): Promise<unknown> =>
  admin.call(way === 'oidc' ? adminPlatform.update : adminPlatform.updateDirectory, fields);

/** Somebody with everything that this way of signing in gives. */
interface Scene {
  cell: Cell;
  person: Person;
  /** The one with which they sign in, if they do. */
  platformId: string;
  /** Their second factor, once they have one. */
  key: SoftKey | null;
  /** Their last use of it. */
  giving?: Promise<unknown>;
  /** The one that pushes them, if one does. */
  pusher?: Provider;
}

/** Takes the first step, which may be all. Returns the code of the failure, or 0. */
async function takesFirstStep({ cell: { way }, person, platformId, key }: Scene, browser: Client): Promise<number> {
  const { accountName } = person;
  const asks = async (): Promise<{ errcode: number }> => {
    if (way === 'password') return browser.ask(user.signIn, { username: accountName, password: personPassword });
    if (way === 'directory') return browser.ask(user.signIn, { username: accountName, password, platform: platformId });
    if (way === 'qr') {
      const { qrId } = await browser.call(user.generateQrId, {});
      const confirmed = await person.ask(user.confirmQr, { qrId, accept: true });
      if (confirmed.errcode !== 0) return confirmed;
      return { errcode: (await browser.call(user.queryStatusByQrId, { qrId })).status === 'confirmed' ? 0 : -1 };
    }
    if (way === 'passkey') {
      const { options } = await browser.call(user.askPasskey, { purpose: 'signIn' });
      return browser.ask(user.signInWithPasskey, { passkey: key!.signs(options) });
    }
    const begun = await browser.ask<{ address: string }>(signIn.startSignIn, { platformId });
    if (begun.errcode !== 0) return begun;
    const sent = new URL(begun.data!.address).searchParams;
    lying.nonces.set(accountName, sent.get('nonce')!);
    lying.liesOf.set(accountName, { claims: { sid: `session of ${accountName}` } });
    return browser.ask(signIn.finishSignIn, { platformId, state: sent.get('state')!, code: accountName });
  };
  return (await asks()).errcode;
}

const needsFactor = failures.SECOND_FACTOR_NEEDED.errcode;
/** One after the other: a key counts how often it signs. */
function givesFactor(scene: Scene, browser: Client): Promise<number> {
  const given = (scene.giving ?? Promise.resolve()).then(() => signsStep(scene, browser));
  scene.giving = given;
  return given;
}
async function signsStep({ key }: Scene, browser: Client): Promise<number> {
  const question = await browser.ask<AnswerOf<typeof user.askPasskey>>(user.askPasskey, { purpose: 'step' });
  if (question.errcode !== 0) return question.errcode;
  return (await browser.ask(user.giveSecondFactor, { passkey: key!.signs(question.data!.options) })).errcode;
}

/** Signs in. Returns the code of the failure, or 0. */
async function signsIn(scene: Scene, browser: Client): Promise<number> {
  const errcode = await takesFirstStep(scene, browser);
  return errcode === needsFactor && scene.key ? givesFactor(scene, browser) : errcode;
}

/** A sign-in that waits for the second factor. Whoever has none yet adds one in this browser, which ends none of their sessions: it is new. */
async function beginsSignIn(scene: Scene, browser: Person): Promise<Client> {
  const { way, end } = scene.cell;
  scene.key ??= await addsKey(browser);
  const halfway = stranger();
  // A passkey is enough by itself, so it waits after a password.
  const first = way === 'passkey' ? { ...scene, cell: { way: 'password' as const, end } } : scene;
  assert.equal(await takesFirstStep(first, halfway), needsFactor);
  return halfway;
}

let addresses = 0;
/** A browser at an address of its own: from one, a minute has sixty codes and sixty visits. */
function stranger(): Client {
  const browser = company.visitor();
  browser.headers['x-forwarded-for'] = `198.18.${(addresses += 1) >> 8}.${addresses & 255}`;
  return browser;
}

/** The same browser at the other process. */
function atSecond({ cookies }: Client): Client {
  const there = new Client(secondOrigin);
  for (const [name, value] of cookies) there.cookies.set(name, value);
  return there;
}
const isIn = async (client: Client): Promise<boolean> => (await client.ask(user.currentUser, {})).errcode === 0;
const isServed = async (url: string): Promise<boolean> => {
  const answer = await fetch(url, { headers: { range: 'bytes=0-3' } });
  await answer.body?.cancel();
  return answer.ok;
};

/** Begins a download, and keeps it waiting. Returns whether the rest of it comes, or is cut. */
async function reads(url: string): Promise<() => Promise<boolean>> {
  const answer = await fetch(url, { signal: connections.signal });
  const reader = answer.body!.getReader();
  await reader.read();
  return async () => {
    for (;;) {
      const piece = await reader.read().catch(() => null);
      if (!piece || piece.done) return piece !== null;
    }
  };
}

/** Each thing that a person has open, with whether it goes on. */
async function opens(scene: Scene, browser: Person): Promise<Partial<Record<Column, () => Promise<boolean>>>> {
  const { person } = scene;
  assert.equal(await signsIn(scene, browser), 0);
  const { instanceId } = await browser.folder('shared outside');
  const { linkPath } = await browser.call(calls.link.createOrUpdate, { instanceIds: [instanceId], permissions: ['preview'] });
  const client = new Client(secondOrigin);
  client.bearer = (await browser.call(user.clientLogin, {})).token;
  const [used, confirmed, scanned] = await Promise.all(
    [true, true, undefined].map(async (accept) => {
      const scanning = stranger();
      const { qrId } = await scanning.call(user.generateQrId, {});
      await browser.call(user.confirmQr, { qrId, accept });
      const opensOne = async () => (await scanning.ask<{ status: string }>(user.queryStatusByQrId, { qrId })).data?.status === 'confirmed';
      const confirms = async () => (await browser.ask(user.confirmQr, { qrId, accept: true })).errcode === 0;
      return { scanning, opens: opensOne, confirms };
    }),
  );
  assert.ok(await used!.opens());
  const { linkPath: visited } = library;
  const { shareToken: token } = await browser.call(calls.link.checkPassword, { linkPath: visited });
  const visit = new VisitingClient(company.origin, { visitorId: '', linkPath: visited, token });
  for (const [name, value] of browser.cookies) visit.cookies.set(name, value);
  const { url: previewed } = await browser.looksAt(library.smallId);
  const arrived = await (await Upload.begin(browser, freshBytes(100), { name: 'arrived.bin', parentId: browser.rootId })).deliver();
  const halfway = scene.cell.way === 'qr' ? null : await beginsSignIn(scene, browser);
  const { url } = await browser.call(calls.download.download, { instanceId: library.largeId });
  const rest = await reads(url);
  const streams = await Promise.all([browser, atSecond(browser)].map((one) => Listener.of(one)));
  const streaming = streams.map((stream) => {
    let goes = true;
    void stream.ended.then(() => (goes = false));
    return async () => goes;
  });
  return {
    browser: () => isIn(browser),
    'the same in another process': () => isIn(atSecond(browser)),
    stream: streaming[0]!,
    'stream of another process': streaming[1]!,
    'address of a download': () => isServed(url),
    'address of a preview': () => isServed(previewed),
    client: () => isIn(client),
    'scanned browser': () => isIn(used!.scanning),
    'visit of a link': async () => (await visit.ask(calls.link.queryInstancePage, {})).errcode === 0,
    'session by another way': () => isIn(person),
    'external link': async () => (await stranger().ask(calls.link.checkPassword, { linkPath })).errcode === 0,
    'running download': rest,
    'save of an upload': () => arrived.save().then(Boolean, () => false),
    'code that is scanned': async () => (await scanned!.confirms()) && scanned!.opens(),
    'confirmed code': confirmed!.opens,
    ...(halfway && { 'sign-in that waits for the second factor': async () => (await givesFactor(scene, halfway)) === 0 }),
    'another sign-in': async () => (await signsIn(scene, stranger())) === 0,
  };
}

let syncing = Promise.resolve<unknown>(null);
/** A run after the other, in each of which the directory has the person or not. */
async function synced({ person: { accountName }, platformId }: Scene, ...are: boolean[]): Promise<void> {
  const { rows } = await sql<{ subject: string }>`
    select subject from identity_link where platform_id = ${platformId} order by subject like 'id of %'`.execute(company.database);
  const one = told(accountName, null, { subject: rows[0]!.subject });
  const other = told(`${accountName}_other`);
  for (const isThere of are) {
    const people = isThere ? [one, other] : [other];
    assert.equal((await runs(company, { ...emptyDirectory(), people }, platformId, adminId)).state, 'done');
  }
}

async function pushed(scene: Scene): Promise<void> {
  const { accountName, userId } = scene.person;
  scene.pusher = await providerFor(admin, `pushing ${accountName}`, { matchesAccounts: true });
  assert.equal((await scene.pusher.send('POST', '/Users', oktaUser(accountName))).body.id, userId);
  await pushes(scene, false);
}
async function pushes({ pusher, person: { userId } }: Scene, active: boolean): Promise<void> {
  assert.equal((await pusher!.send('PATCH', `/Users/${userId}`, patch({ op: 'replace', value: { active } }))).status, 200);
}

async function reportsSignOut({ person: { accountName } }: Scene, of: object): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const token = await lying.signs({ iss: lying.issuer, aud: 'alcove', iat: now, exp: now + 120, jti: accountName, events, ...of });
  const body = new URLSearchParams({ logout_token: token }).toString();
  const headers = { 'x-requested-with': '', 'content-type': 'application/x-www-form-urlencoded' };
  assert.equal((await stranger().send('POST', signIn.backchannelLogout.path, { headers, body })).status, 200);
}

async function comesToItsEnd(scene: Scene, browser: Client): Promise<unknown> {
  const { cell, person, platformId } = scene;
  const { userId, accountName } = person;
  const freezes = () => admin.call(adminUser.freeze, { userIds: [userId] });
  switch (cell.end) {
    case 'frozen':
      return freezes();
    case 'expired':
      return sql`update user_account set expires_at = now() where id = ${userId}`.execute(company.database);
    case 'left the company':
      await freezes();
      await admin.call(adminUser.offboard, { userId, successors: { space: null, shares: library.owner.userId } });
      return assert.equal((await ended(admin, userId)).state, 'done');
    case 'switched off by a push':
      return pushed(scene);
    case 'missing in a sync':
      return (syncing = syncing.then(() => synced(scene, true, false)));
    case 'platform switched off':
      return change(cell, { platformId, enabled: false });
    case 'platform removed':
      return admin.call(adminPlatform.remove, { platformId });
    case 'unlinked from the platform':
      // Otherwise the rule would let them in again, by their name.
      await change(cell, { platformId, matchesAccounts: false });
      return assert.deepEqual(await admin.call(adminUser.unlinkPlatform, { userId, platformId }), { unlinked: true });
    case 'signed out at the platform, everywhere':
      return reportsSignOut(scene, { sub: accountName });
    case 'signed out at the platform, in one session':
      return reportsSignOut(scene, { sid: `session of ${accountName}` });
    case 'password reset':
      return admin.call(adminUser.resetPassword, { userId });
    case 'own new password':
      return person.call(user.changePassword, { oldPassword: personPassword, newPassword: 'Another-pass-2' });
    case 'ended on another device':
      return person.call(user.endSession, { sessionIds: [(await browser.call(user.currentUser, {})).token] });
    case 'said not to be theirs': {
      const { items } = await person.call(calls.notice.page, { filter: 'todo' });
      // They are asked about the browser whose code it confirmed, too, and that is the later one.
      const asked = items.findLast((one) => one.kind === 'newDevice');
      return person.call(user.answerDevice, { deviceId: asked!.data.deviceId, mine: false });
    }
    case 'sessions ended by an administrator':
      return admin.call(adminUser.endSessions, { userId });
    case 'signed out here':
      return browser.call(user.logout, {});
    default:
      return cell.end satisfies never;
  }
}

/** What ended them is taken back. */
async function comesBack(scene: Scene): Promise<unknown> {
  const { cell, person, platformId } = scene;
  const { userId } = person;
  switch (cell.end) {
    case 'frozen':
      return admin.call(adminUser.thaw, { userIds: [userId] });
    case 'expired':
      return sql`update user_account set expires_at = null where id = ${userId}`.execute(company.database);
    case 'switched off by a push':
      return pushes(scene, true);
    case 'missing in a sync':
      return (syncing = syncing.then(() => synced(scene, true)));
    default:
      return change(cell, { platformId, enabled: true });
  }
}

async function play(cell: Cell, n: number): Promise<void> {
  const person = await company.person({ accountName: `ends_${n}` });
  await shares(library.owner, library.largeId, [member(person, 'download')]);
  await shares(library.owner, library.smallId, [member(person, 'download')]);
  const key = cell.way === 'passkey' ? await addsKey(person) : null;
  const platform = cell.way === 'oidc' || cell.way === 'directory' ? cell.way : null;
  const platformId = platform && (needsOwnPlatform(cell) ? await madePlatform(platform, `of ${n}`) : common[platform]);
  const scene = { cell, person, platformId: platformId ?? '', key };
  const browser = new Person(company.origin, person.accountName, person);
  const open = await opens(scene, browser);
  const works = async (names: Column[]): Promise<Column[]> =>
    (await Promise.all(names.map(async (name) => ((await open[name]!()) ? [name] : [])))).flat().sort();
  const opened = Object.keys(open) as Column[];
  const asked = opened.filter((name) => columns[name] === 'often');
  assert.deepEqual(await works(asked), [...asked].sort(), 'all goes on until the end');

  await comesToItsEnd(scene, browser);
  const over = performance.now() + withinMs;
  const expected = goesOn(cell);
  let ending = asked.filter((name) => !expected.includes(name));
  for (let isLast = false; ending.length > 0 && !isLast; await sleep(400)) {
    isLast = performance.now() > over;
    ending = await works(ending);
  }
  const others = opened.filter((name) => columns[name] === 'once' || expected.includes(name));
  assert.deepEqual([...ending, ...(await works(others))].sort(), expected);

  const later = worksAgain(cell);
  if (!later) return;
  await comesBack(scene);
  const again = opened.filter((name) => name !== 'running download');
  assert.deepEqual(await works(again), later, 'after it was taken back');
}

test('what ends a way of signing in ends all that came of it, within a second and in each process, and nothing else', async (t) => {
  const failed: string[] = [];
  const cells = thorough ? everyCell : coverOf(everyCell, traitsOf);
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let n = next++; n < cells.length; n = next++)
      await play(cells[n]!, n).catch((error: unknown) =>
        failed.push(`${cells[n]!.way}, ${cells[n]!.end}: ${error instanceof Error ? error.message : String(error)}`),
      );
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  t.diagnostic(`rows played: ${leftOut(cells.length, everyCell.length)}, each with ${Object.keys(columns).length} columns`);
  assert.deepEqual(failed, []);
});
