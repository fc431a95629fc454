/** Limits per call, over HTTP, at two servers with one database. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { calls, failures } from '@alcove/contract';
import type { Call, CallLimit, Language } from '@alcove/contract';
import { openAlcove } from '../alcove.ts';
import type { Alcove } from '../alcove.ts';
import { readConfig } from '../config.ts';
import type { Tables } from '../database/index.ts';
import { openLink } from '../links/links.test-support.ts';
import { visits } from '../links/visiting.test-support.ts';
import { adminPassword, Client, openCompany, personPassword, statementsOf } from '../testing/index.ts';
import type { Company, Person, Reply } from '../testing/index.ts';
import { countCall, deleteEmptyCounts } from './count-queries.ts';

const { confirmQr, generateQrId } = calls.user;
const { times, seconds } = confirmQr.limits[0]!;
const unknownCode = { qrId: 'unknown' };
const tooMany = failures.TOO_MANY_REQUESTS.errcode;
const passed = failures.QR_EXPIRED.errcode;

let company: Company;
let second: Alcove;
let secondOrigin: string;
before(async () => {
  company = await openCompany({ trustProxy: ['127.0.0.1'] });
  const settings = { DATABASE_URL: company.databaseUrl, ALCOVE_ADMIN_PASSWORD: adminPassword, ALCOVE_TRUST_PROXY: '127.0.0.1' };
  second = await openAlcove({ ...readConfig(settings), store: company.storeConfig }, company.logger, { administratorMade: () => {} });
  secondOrigin = await second.app.listen({ host: '127.0.0.1', port: 0 });
});
after(async () => {
  await second.close();
  await company.close();
});

/** The same browser at the second server. */
function atSecond({ cookies, headers }: Client): Client {
  const there = new Client(secondOrigin);
  for (const [name, value] of cookies) there.cookies.set(name, value);
  Object.assign(there.headers, headers);
  return there;
}

const confirms = (client: Client): Promise<Reply> => client.ask(confirmQr, unknownCode);
const codesOf = async (replies: Promise<Reply>[]): Promise<number[]> => (await Promise.all(replies)).map(({ errcode }) => errcode);
const keyOf = ({ userId }: Person): string => `${confirmQr.name} ${userId}`;

/** Lets the key have `left` requests now; more become available later. */
async function leaves(key: string, limit: { times: number; seconds: number }, left: number): Promise<void> {
  const used = ((limit.times - left) * limit.seconds) / limit.times;
  await sql`insert into call_count (key, empty_at) values (${key}, now() + ${used} * interval '1 second')
    on conflict (key) do update set empty_at = excluded.empty_at`.execute(company.database);
}

async function rowOf(key: string): Promise<object | undefined> {
  const { rows } = await sql<object>`select ctid::text, xmin::text, xmax::text, empty_at::text from call_count where key = ${key}`.execute(
    company.database,
  );
  return rows[0];
}

async function waitingForLocks(transaction: Transaction<Tables>): Promise<number> {
  // Within a transaction, PostgreSQL otherwise shows the same activity every time.
  await sql`select pg_stat_clear_snapshot()`.execute(transaction);
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(transaction);
  return rows.length;
}

/** As if this time had passed. */
const passes = (key: string, ofSeconds: number) =>
  sql`update call_count set empty_at = empty_at - ${ofSeconds} * interval '1 second' where key = ${key}`.execute(company.database);

test('the request after the last one is refused before its body is looked at, and told when to come again; others go on', async () => {
  const [one, other] = [await company.person(), await company.person()];
  for (let n = 0; n < times; n += 2) {
    assert.equal((await confirms(one)).errcode, passed);
    assert.equal((await one.ask(confirmQr, { nonsense: 1 })).errcode, failures.BAD_REQUEST.errcode);
  }
  for (const language of ['zh-CN', 'en-US'] satisfies Language[]) {
    const refused = await one.ask(confirmQr, { nonsense: 1 }, { 'accept-language': language });
    assert.deepEqual([refused.status, refused.errcode, refused.errmsg], [429, tooMany, failures.TOO_MANY_REQUESTS[language]]);
    assert.equal(refused.headers.get('retry-after'), String(seconds / times));
    assert.equal('field' in refused, false);
  }
  assert.equal((await confirms(other)).errcode, passed);
  assert.equal((await one.ask(calls.search.searchUsers, { keyword: 'a' })).errcode, 0, 'each call has its own limit');
});

test('two servers count together', async () => {
  const person = await company.person();
  const there = atSecond(person);
  await leaves(keyOf(person), { times, seconds }, 4);
  const codes = [];
  for (const client of [person, there, there, person, there, person]) codes.push((await confirms(client)).errcode);
  assert.deepEqual(codes, [passed, passed, passed, passed, tooMany, tooMany]);
});

test('of many requests at once, at two servers, exactly as many pass as the limit says', async () => {
  const person = await company.person();
  const there = atSecond(person);
  const all = Array.from({ length: times + 20 }, (_, n) => (n % 2 === 0 ? person : there));
  assert.equal((await codesOf(all.map(confirms))).filter((code) => code === passed).length, times);
});

test('nor do more pass of those that all see the same count before one of them changes it', async () => {
  const person = await company.person();
  const there = atSecond(person);
  await leaves(keyOf(person), { times, seconds }, 3);
  const { asked } = await company.database.transaction().execute(async (transaction) => {
    await sql`select from call_count where key = ${keyOf(person)} for update`.execute(transaction);
    const asked = codesOf(Array.from({ length: 50 }, (_, n) => confirms(n % 2 === 0 ? person : there)));
    while ((await waitingForLocks(transaction)) < 10) await sleep(10);
    return { asked };
  });
  const answered = await asked;
  assert.deepEqual([answered.filter((code) => code === passed).length, answered.filter((code) => code === tooMany).length], [3, 47]);
});

test('whoever goes on while refused writes nothing and waits no longer for it; when the time is over, all requests are back', async () => {
  const person = await company.person();
  const key = keyOf(person);
  await leaves(key, { times, seconds }, 0);
  const row = await rowOf(key);
  assert.deepEqual(new Set(await codesOf(Array.from({ length: 30 }, () => confirms(person)))), new Set([tooMany]));
  assert.deepEqual(await rowOf(key), row);
  await passes(key, seconds / times);
  assert.deepEqual([(await confirms(person)).errcode, (await confirms(person)).errcode], [passed, tooMany]);
  await passes(key, seconds);
  const codes = await codesOf(Array.from({ length: times + 1 }, () => confirms(person)));
  assert.equal(codes.filter((code) => code === passed).length, times);
});

test('an address is counted as a network, for visitors and people alike; a known browser is counted by itself', async () => {
  const draws = async (client: Client, address: string): Promise<number> =>
    (await client.ask(generateQrId, {}, { 'x-forwarded-for': address })).errcode;
  await leaves(`${generateQrId.name} 2001:db8:9:1::/64`, generateQrId.limits[0]!, 2);
  const [visitor, person] = [company.visitor(), await company.person()];
  assert.equal(await draws(visitor, '2001:db8:9:1::1'), 0);
  assert.equal(await draws(atSecond(person), '2001:db8:9:1:ffff::2'), 0);
  assert.deepEqual([await draws(visitor, '2001:db8:9:1::3'), await draws(person, '2001:db8:9:1::4')], [tooMany, tooMany]);
  assert.equal(await draws(visitor, '2001:db8:9:2::1'), 0);
  const known = company.visitor();
  await known.call(calls.user.signIn, { username: person.accountName, password: personPassword });
  assert.equal(await draws(known, '2001:db8:9:1::5'), 0);
});

test('whoever asks too much of a link is refused alone: at their visit, at their address, at the link', async () => {
  const { queryAttribute, queryConfig } = calls.link;
  const [ofVisit, ofAddress, ofLink] = queryAttribute.limits as [CallLimit, CallLimit, CallLimit];
  const owner = await company.person();
  const { instanceId } = await owner.folder('linked');
  const opens = () => openLink(company.database, { creatorId: owner.userId, instanceId, permissions: ['preview'] });
  const [linkId, otherId] = [await opens(), await opens()];
  const comes = async (id: string, address: string) => {
    const visitor = await visits(company, id);
    visitor.headers['x-forwarded-for'] = address;
    return visitor;
  };
  const [one, sameAddress, sameLink, otherLink] = [
    await comes(linkId, '10.9.0.1'),
    await comes(otherId, '10.9.0.1'),
    await comes(linkId, '10.9.0.2'),
    await comes(otherId, '10.9.0.3'),
  ] as const;
  const looks = () => Promise.all([one, sameAddress, sameLink, otherLink].map(async (who) => (await who.ask(queryAttribute, {})).errcode));
  assert.deepEqual(await looks(), [0, 0, 0, 0]);

  /** So far over the limit that no slow machine waits it out. */
  const fills = (key: string, limit: CallLimit) => leaves(key, limit, -limit.times / 10);
  const linkKey = (of: Call, path: string) => `${of.name} link ${createHash('sha256').update(path).digest('base64url')}`;
  const [visitKey, addressKey] = [`${queryAttribute.name} ${one.visitorId}`, `${queryAttribute.name} 10.9.0.1`];
  await fills(visitKey, ofVisit);
  const shared = [await rowOf(addressKey), await rowOf(linkKey(queryAttribute, one.linkPath))];
  const refused = await one.ask(queryAttribute, {});
  assert.deepEqual([refused.errcode, refused.headers.get('retry-after')], [tooMany, String(Math.ceil(ofVisit.seconds / ofVisit.times))]);
  assert.deepEqual([await rowOf(addressKey), await rowOf(linkKey(queryAttribute, one.linkPath))], shared, 'it uses up nothing of others');
  assert.deepEqual(await looks(), [tooMany, 0, 0, 0]);
  await passes(visitKey, 2 * ofVisit.seconds);

  await fills(addressKey, ofAddress);
  assert.deepEqual(await looks(), [tooMany, tooMany, 0, 0]);
  await passes(addressKey, 2 * ofAddress.seconds);

  await fills(linkKey(queryAttribute, one.linkPath), ofLink);
  assert.deepEqual(await looks(), [tooMany, 0, tooMany, 0]);

  const guesser = company.visitor();
  const guesses = async (linkPath: string, address = '10.9.1.1'): Promise<number> =>
    (await guesser.ask(queryConfig, { linkPath }, { 'x-forwarded-for': address })).errcode;
  const [perAddress, perLink] = queryConfig.limits as [CallLimit, CallLimit];
  assert.equal(await guesses('a'.repeat(22)), failures.LINK_WRONG.errcode);
  assert.ok(await rowOf(`${queryConfig.name} 10.9.1.1`), 'a link that is none counts too');
  await fills(`${queryConfig.name} 10.9.1.1`, perAddress);
  assert.deepEqual([await guesses('b'.repeat(22)), await guesses(one.linkPath)], [tooMany, tooMany]);
  assert.equal(await guesses(one.linkPath, '10.9.1.2'), 0);
  await fills(linkKey(queryConfig, one.linkPath), perLink);
  assert.deepEqual([await guesses(one.linkPath, '10.9.1.3'), await guesses(otherLink.linkPath, '10.9.1.3')], [tooMany, 0]);
});

test('counts of thousands of addresses are gone when they limit nothing any more', async () => {
  await sql`insert into call_count (key, empty_at)
    select 'made up ' || n, now() + (n % 2) * interval '1 hour' - interval '1 second' from generate_series(1, 5000) n`.execute(
    company.database,
  );
  await deleteEmptyCounts(company.database);
  const { rows } = await sql<{ n: number; early: number }>`
    select count(*)::int as n, count(*) filter (where empty_at <= now())::int as early from call_count where key like 'made up %'`.execute(
    company.database,
  );
  assert.deepEqual(rows, [{ n: 2500, early: 0 }]);
});

test('a counted request is one statement, and a call without a limit asks nothing', async () => {
  const counting = await statementsOf(company.database, (database) =>
    countCall(database, [
      { key: 'a key', times: 7, seconds: 60 },
      { key: 'another', times: 7, seconds: 60 },
    ]),
  );
  assert.equal(counting.length, 1);
  const person = await company.person();
  await sql`alter table call_count rename to call_count_elsewhere`.execute(company.database);
  try {
    assert.equal((await confirms(person)).status, 500);
    assert.equal((await person.ask(calls.user.currentUser, {})).errcode, 0);
    assert.equal((await company.visitor().ask(calls.user.requestIp, {})).errcode, 0);
  } finally {
    await sql`alter table call_count_elsewhere rename to call_count`.execute(company.database);
  }
});
