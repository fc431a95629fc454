import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls, failures } from '@alcove/contract';
import { openCompany, personPassword } from '../testing/index.ts';
import type { Client, Company } from '../testing/index.ts';
import { networkOf } from './address.ts';
import { RateLimiter } from './rate-limiter.ts';
import { Strangers } from './strangers.ts';

let company: Company;
before(async () => {
  company = await openCompany({ trustProxy: ['127.0.0.1'], metricsToken: 'a-token-of-the-tests' });
});
after(() => company.close());

const at = (address: string): Client => {
  const visitor = company.visitor();
  visitor.headers['x-forwarded-for'] = address;
  return visitor;
};
/** Ten at a time, so that the limit does not recover meanwhile on a slow machine. */
const draws = async (client: Client, times: number): Promise<number[]> => {
  const codes: number[] = [];
  while (codes.length < times) {
    const some = Array.from({ length: Math.min(10, times - codes.length) }, () => client.ask(calls.user.generateQrId, {}));
    codes.push(...(await Promise.all(some)).map(({ errcode }) => errcode));
  }
  return codes;
};

test('one place cannot fill the database with codes; it is told when to come again, and others go on', async () => {
  const codes = await draws(at('10.2.0.1'), 70);
  assert.deepEqual([codes[0], codes.at(-1)], [0, failures.TOO_MANY_REQUESTS.errcode]);
  const refused = await at('10.2.0.1').ask(calls.user.generateQrId, {});
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
  assert.deepEqual(await draws(at('10.2.0.2'), 1), [0]);
});

test('an IPv6 network of one customer is one place, whatever address of it is used', async () => {
  const codes = [];
  for (let n = 0; n < 64; n += 1) codes.push(...(await draws(at(`2001:db8:1:2::${n.toString(16)}`), 1)));
  assert.equal(codes.at(-1), failures.TOO_MANY_REQUESTS.errcode);
  assert.deepEqual(await draws(at('2001:db8:1:3::1'), 1), [0]);
});

test('a browser that is known is not slowed by strangers behind its address, nor is a person who is signed in', async () => {
  const person = await company.person();
  const known = at('10.2.0.3');
  await known.call(calls.user.signIn, { username: person.accountName, password: personPassword });
  await draws(at('10.2.0.3'), 62);
  assert.deepEqual(await draws(known, 1), [0]);
  await known.call(calls.user.logout, {});
  assert.deepEqual(await draws(known, 1), [0]);
  const madeUp = at('10.2.0.3');
  madeUp.cookies.set('alcove_known', `${'a'.repeat(22)}.${'b'.repeat(43)}.${'c'.repeat(43)}`);
  // On a slow machine, a call or two are allowed again by now.
  assert.equal((await draws(madeUp, 8)).at(-1), failures.TOO_MANY_REQUESTS.errcode);
});

test('a whole office signs in from one address in the morning', async () => {
  for (let tens = 0; tens < 15; tens += 1) {
    const people = await Promise.all(Array.from({ length: 10 }, () => company.person()));
    assert.equal(people.length, 10);
  }
});

test('addresses stand for the place that they come from', () => {
  for (const [address, place] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['2001:db8:0:1:aaaa:bbbb:cccc:dddd', '2001:db8:0:1::/64'],
    ['2001:0db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:5:6::', '2001:db8:5:6::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    // What a proxy passes on as it was sent to it.
    ['x'.repeat(8000), 'x'.repeat(45)],
  ])
    assert.equal(networkOf(address!), place, address);
});

test('a limit lets as many through as it says, in a minute and at once, and its memory has an end', () => {
  let now = 0;
  const limiter = new RateLimiter({ mostKeys: 100, now: () => now });
  const rate = { perMinute: 6 };
  assert.deepEqual(
    Array.from({ length: 7 }, () => limiter.take('a', rate)),
    [0, 0, 0, 0, 0, 0, 10_000],
  );
  limiter.giveBack('a', rate);
  assert.deepEqual([limiter.take('a', rate), limiter.take('a', rate)], [0, 10_000]);
  now = 10_000;
  assert.deepEqual([limiter.take('a', rate), limiter.take('a', rate)], [0, 10_000]);
  for (let n = 0; n < 1000; n += 1) {
    limiter.take(`k${n}`, rate);
    // One that is used again and again is not dropped.
    if (n % 10 === 0) assert.equal(limiter.take('used', { perMinute: 100 }), 0);
  }
  assert.ok(limiter.take('used', { perMinute: 100 }) > 0);
  assert.equal(limiter.take('a', rate), 0);
});

test('of bodies that begin in one moment, as many of the oldest are dropped as are too many', async () => {
  const [most, more] = [1000, 50];
  const strangers = new Strangers();
  const dropped: number[] = [];
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const reads = Array.from({ length: most + more }, (_, n) =>
    strangers.reading(`network ${n}`, (signal) => {
      signal.addEventListener('abort', () => dropped.push(n));
      return Promise.race([
        arrived,
        new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      ]);
    }),
  );
  arrive();
  const ends = await Promise.allSettled(reads);
  assert.deepEqual(dropped, [...Array(more).keys()]);
  assert.deepEqual(ends.flatMap(({ status }, n) => (status === 'rejected' ? [n] : [])), dropped); // prettier-ignore
});

test('metrics and the names of missing programs are for the machine itself and for who has the token', async () => {
  const get = (path: string, headers: Record<string, string>) => fetch(company.origin + path, { headers });
  const stranger = { 'x-forwarded-for': '10.2.0.5' };
  assert.equal((await get('/metrics', {})).status, 200);
  assert.match(await (await get('/metrics', {})).text(), /nodejs_eventloop_lag_p99_seconds \d/);
  assert.equal((await get('/metrics', stranger)).status, 403);
  assert.equal((await get('/metrics', { ...stranger, authorization: 'Bearer not-the-token-of-tests' })).status, 403);
  assert.equal((await get('/metrics', { ...stranger, authorization: 'Bearer a-token-of-the-tests' })).status, 200);
  const ready = async (headers: Record<string, string>) => Object.keys((await (await get('/readyz', headers)).json()) as object);
  assert.deepEqual(await ready(stranger), ['status', 'database', 'store']);
  assert.ok((await ready({})).includes('missingPrograms'));
});

test('readiness is not asked of database and store for each who asks', async () => {
  const check = company.store.check.bind(company.store);
  let asked = 0;
  company.store.check = async () => {
    asked += 1;
    return check();
  };
  await Promise.all(Array.from({ length: 50 }, () => fetch(`${company.origin}/readyz`)));
  assert.ok(asked <= 1, `${asked} times`);
});
