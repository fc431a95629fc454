/** What counts as a visit, how often one may guess, and that no limit is overrun: over HTTP, at two servers with one database. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { calls, failures } from '@alcove/contract';
import type { InputOf, InstanceId } from '@alcove/contract';
import { openAlcove } from '../alcove.ts';
import type { Alcove } from '../alcove.ts';
import { readConfig } from '../config.ts';
import { adminPassword, Client, openCompany, refused } from '../testing/index.ts';
import type { Company, Person, Reply } from '../testing/index.ts';

const { link } = calls;
let company: Company;
let second: Alcove;
let origins: string[];
let owner: Person;
let folderId: InstanceId;
let fileId: InstanceId;
before(async () => {
  company = await openCompany({ trustProxy: ['127.0.0.1'] });
  const settings = { DATABASE_URL: company.databaseUrl, ALCOVE_ADMIN_PASSWORD: adminPassword, ALCOVE_TRUST_PROXY: '127.0.0.1' };
  second = await openAlcove({ ...readConfig(settings), store: company.storeConfig }, company.logger, { administratorMade: () => {} });
  origins = [company.origin, await second.app.listen({ host: '127.0.0.1', port: 0 })];
});
after(async () => {
  await second.close();
  await company.close();
});
beforeEach(async () => {
  owner = await company.person();
  folderId = (await owner.folder('发布会')).instanceId;
  fileId = (await owner.uploads('text', 'a.txt', folderId)).instanceId;
});

let places = 0;
/** A browser in a network of its own. */
function browser(at: 0 | 1 = 0): Client {
  const client = new Client(origins[at]!);
  client.headers['x-forwarded-for'] = `10.3.${places >> 8}.${(places++ & 255) + 1}`;
  return client;
}
/** Another tab, perhaps answered by the other server: it has the cookies of the browser, and not the token of its first tab. */
function tabOf({ cookies, headers }: Client, at: 0 | 1 = 1): Client {
  const tab = new Client(origins[at]!);
  for (const [name, value] of cookies) tab.cookies.set(name, value);
  tab.headers['x-forwarded-for'] = headers['x-forwarded-for']!;
  return tab;
}
async function makes(fields: Partial<InputOf<typeof link.createOrUpdate>> = {}): Promise<string> {
  return (await owner.call(link.createOrUpdate, { instanceIds: [folderId], permissions: ['download'], ...fields })).linkPath;
}
const countsOf = (linkPath: string) =>
  company.database.selectFrom('link').select(['visits', 'downloads', 'saves']).where('path', '=', linkPath).executeTakeFirstOrThrow();
const visitsOf = async (linkPath: string): Promise<number> => (await countsOf(linkPath)).visits;
const opens = (client: Client, linkPath: string, password?: string): Promise<Reply<{ shareToken: string }>> =>
  client.ask(link.checkPassword, { linkPath }, password === undefined ? {} : { 'x-link-password': encodeURIComponent(password) });
async function enters(client: Client, linkPath: string, password?: string): Promise<string> {
  const { errcode, errmsg, data } = await opens(client, linkPath, password);
  assert.equal(errcode, 0, errmsg);
  return data!.shareToken;
}

test('a browser counts once: in two tabs, after a reload, in requests that are repeated; another counts anew', async () => {
  const linkPath = await makes({ visitLimit: 2 });
  const first = browser();
  await first.call(link.queryConfig, { linkPath });
  const tokens = await Promise.all([first, tabOf(first), tabOf(first, 0), tabOf(first), first].map((tab) => enters(tab, linkPath)));
  assert.equal(new Set(tokens).size, 1, 'all tabs go on with one visit');
  assert.equal(await visitsOf(linkPath), 1);
  await enters(browser(), linkPath);
  assert.equal(await visitsOf(linkPath), 2);
  const late = browser();
  for (const call of [link.queryConfig, link.checkPassword]) await assert.rejects(late.call(call, { linkPath }), refused('LINK_USED_UP'));
  const tab = tabOf(first);
  await tab.call(link.queryConfig, { linkPath });
  tab.headers['x-share-token'] = await enters(tab, linkPath);
  await tab.call(link.queryAttribute, { linkPath });
  assert.equal(await visitsOf(linkPath), 2);
  const rows = await company.database.selectFrom('link_visitor').innerJoin('link', 'link.id', 'link_id').select('link_visitor.id').where('path', '=', linkPath).execute(); // prettier-ignore
  assert.equal(rows.length, 2, 'the sharer reads of two visits');
});

test('a client without cookies counts once as long as it sends its token', async () => {
  const linkPath = await makes();
  const client = browser();
  const token = await enters(client, linkPath);
  client.cookies.clear();
  client.headers['x-share-token'] = token;
  assert.equal(await enters(client, linkPath), token);
  await client.call(link.queryAttribute, { linkPath });
  for (let n = 0; n < 2; n += 1) assert.deepEqual(await client.call(link.addViewCount, { linkPath }), { visits: 1 });
  assert.equal(await visitsOf(linkPath), 1);
});

test('a cookie opens nothing: neither without the password, nor another link, nor what its browser has lost', async () => {
  const [linkPath, otherPath] = [await makes({ password: 'first' }), await makes()];
  const client = browser();
  const token = await enters(client, linkPath, 'first');
  assert.equal((await opens(tabOf(client), linkPath)).errcode, failures.LINK_PASSWORD_WRONG.errcode);
  client.headers['x-share-token'] = token;
  assert.notEqual(await enters(client, otherPath), token, 'a token of one link is none of another');
  assert.equal(await visitsOf(otherPath), 1);
  await owner.call(link.createOrUpdate, { linkPath, password: 'second' });
  assert.equal((await opens(client, linkPath, 'first')).errcode, failures.LINK_PASSWORD_WRONG.errcode);
  assert.notEqual(await enters(client, linkPath, 'second'), token);
  assert.equal(await visitsOf(linkPath), 2);
  await assert.rejects(client.call(link.queryAttribute, { linkPath }), refused('LINK_TOKEN_NEEDED'));
});

test('who signs in beside the link goes on with their visit as a colleague, and another colleague begins one', async () => {
  const linkPath = await makes();
  const client = browser();
  client.headers['x-share-token'] = await enters(client, linkPath);
  assert.equal((await client.call(link.queryAttribute, { linkPath })).canSave, false);
  const [one, other] = [await company.person(), await company.person()];
  const signedInAs = ({ cookies }: Person): void => cookies.forEach((value, name) => void client.cookies.set(name, value));
  signedInAs(one);
  assert.equal((await client.call(link.queryAttribute, { linkPath })).canSave, true);
  assert.equal(await enters(client, linkPath), client.headers['x-share-token']);
  assert.equal(await visitsOf(linkPath), 1);
  signedInAs(other);
  assert.equal((await client.call(link.queryAttribute, { linkPath })).canSave, false, 'the visit is that of the first');
  client.headers['x-share-token'] = await enters(client, linkPath);
  assert.equal((await client.call(link.queryAttribute, { linkPath })).canSave, true);
  assert.equal(await visitsOf(linkPath), 2);
});

test('of fifty who come at once to two servers, exactly as many come in as the link allows; what they take is counted exactly', async () => {
  const linkPath = await makes({ visitLimit: 6 });
  const all = Array.from({ length: 50 }, (_, n) => browser(n % 2 === 0 ? 0 : 1));
  const replies = await Promise.all(all.map(async (client) => ({ client, reply: await opens(client, linkPath) })));
  const inside = replies.filter(({ reply }) => reply.errcode === 0);
  assert.equal(inside.length, 6);
  for (const { reply } of replies) assert.ok([0, failures.LINK_USED_UP.errcode].includes(reply.errcode), reply.errmsg);
  await Promise.all(
    inside.flatMap(({ client, reply }) => {
      client.headers['x-share-token'] = reply.data!.shareToken;
      return Array.from({ length: 5 }, () => client.call(link.download, { linkPath, instanceId: fileId }));
    }),
  );
  await company.database.updateTable('link').set({ visit_limit: null }).where('path', '=', linkPath).execute();
  const colleague = await company.person();
  colleague.headers['x-share-token'] = await enters(colleague, linkPath);
  for (let n = 0; n < 3; n += 1)
    await colleague.call(link.copy, { linkPath, instanceIds: [fileId], targetParentId: colleague.rootId, onConflict: 'rename' });
  assert.deepEqual(await countsOf(linkPath), { visits: 7, downloads: 30, saves: 3 });
});

/** As if the lock of this place, or of all, had lasted its time. */
const lockEnds = () =>
  sql`update sign_in_attempt set blocked_until = now() - interval '1 second' where key like 'link:%'`.execute(company.database);

test('the fifth wrong password locks at once and says so; another place comes in, and this one after the lock', async () => {
  const linkPath = await makes({ password: 'right' });
  const guesser = browser();
  const said: [number, string][] = [];
  for (let n = 0; n < 5; n += 1) {
    const { errcode, errmsg } = await opens(tabOf(guesser, n % 2 === 0 ? 0 : 1), linkPath, 'wrong');
    said.push([errcode, /\d+/.exec(errmsg)![0]]);
  }
  const [wrong, locked] = [failures.LINK_PASSWORD_WRONG.errcode, failures.LINK_LOCKED.errcode];
  assert.deepEqual(said, [[wrong, '4'], [wrong, '3'], [wrong, '2'], [wrong, '1'], [locked, '30']]); // prettier-ignore
  assert.equal((await opens(guesser, linkPath, 'right')).errcode, locked, 'also with the right one');
  await enters(browser(), linkPath, 'right');
  await lockEnds();
  assert.match((await opens(guesser, linkPath, 'wrong')).errmsg, /4/, 'after the lock there are five tries again');
  await enters(guesser, linkPath, 'right');
});

test('of many who guess from one place at once, four are told that they were wrong and all others that it is locked', async () => {
  const linkPath = await makes({ password: 'right' });
  const guesser = browser();
  const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => opens(tabOf(guesser, n % 2 === 0 ? 0 : 1), linkPath, 'wrong')));
  const codes = replies.map(({ errcode }) => errcode);
  assert.deepEqual(
    [
      codes.filter((code) => code === failures.LINK_PASSWORD_WRONG.errcode).length,
      codes.filter((code) => code === failures.LINK_LOCKED.errcode).length,
    ],
    [4, 8],
  );
});

test('another password lifts the lock', async () => {
  const linkPath = await makes({ password: 'right' });
  const client = browser();
  for (let n = 0; n < 5; n += 1) await opens(client, linkPath, 'wrong');
  assert.equal((await opens(client, linkPath, 'right')).errcode, failures.LINK_LOCKED.errcode);
  await owner.call(link.createOrUpdate, { linkPath, password: 'another' });
  await enters(client, linkPath, 'another');
});
