/** Runs with a real directory (slapd), by the calls of administrators. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { InputOf, SyncRun } from '@alcove/contract';
import { base, entry, foundation, openSlapd, person, service } from '../directories/slapd.test-support.ts';
import type { Slapd } from '../directories/slapd.test-support.ts';
import { networkOf } from '../networks.ts';
import { openOutgoing, OutgoingError } from '../outgoing/index.ts';
import { openSealer } from '../sealed-secrets/index.ts';
import { adminPassword, isItsTurn, Listener, openCompany, refused } from '../testing/index.ts';
import type { Client, Company } from '../testing/index.ts';
import { openSource } from './open-source.ts';

const { adminPlatform, user } = calls;
const many = 300;
const password = 'Passw0rd-of-tests';
const sales = `ou=Sales & Service,${base}`;
const unit = (dn: string, ou: string): string => entry(dn, { objectClass: 'organizationalUnit', ou });

let slapd: Slapd;
let company: Company;
let admin: Client;
let platformId: string;
let fields: InputOf<typeof adminPlatform.createDirectory>;
before(async () => {
  const people = Array.from({ length: many }, (_, n) => person(`sync_${n}`, password, {}, n % 2 === 0 ? sales : `ou=North,${sales}`));
  slapd = await openSlapd([...foundation, unit(sales, 'Sales & Service'), unit(`ou=North,${sales}`, 'North'), ...people]);
  company = await openCompany({ outgoing: { opened: [networkOf('127.0.0.2')!], http: false }, outgoingMs: 3000 });
  admin = company.visitor();
  await admin.call(user.signIn, { username: 'admin', password: adminPassword });
  fields = {
    ...{ name: 'Corp', protocol: 'ldap', url: `ldaps://127.0.0.2:${slapd.securePort}`, authority: slapd.authority, base },
    ...{ user: service.user, secret: service.password, filter: '(objectClass=inetOrgPerson)' },
    ...{ accountNameClaim: 'uid', realNameClaim: 'cn', mailClaim: 'mail', matchesAccounts: true },
  };
  platformId = (await admin.call(adminPlatform.createDirectory, fields)).platformId;
});
after(async () => {
  await company.close();
  await slapd.stop();
});

/** The run as it is when it waits for nothing but an administrator. */
async function ended(runId: string, of = platformId): Promise<SyncRun> {
  for (;;) {
    const { runs } = await admin.call(adminPlatform.syncState, { platformId: of });
    const run = runs.find((one) => one.runId === runId)!;
    if (!['waiting', 'reading', 'applying'].includes(run.state)) return run;
    await sleep(20);
  }
}
const runs = async (fields: { runId?: string; syncReason?: string } = {}, of = platformId): Promise<SyncRun> =>
  ended((await admin.call(adminPlatform.sync, { platformId: of, ...fields })).runId, of);
const found = async ({ runId }: SyncRun): Promise<string[]> =>
  (await admin.call(adminPlatform.syncChanges, { runId })).items.map(({ change, accountName, name, done }) =>
    [change, accountName || name, ...(done ? ['done'] : [])].join(' '),
  );
const modify = (dn: string, lines: string): void => slapd.change('ldapmodify', `dn: ${dn}\nchangetype: modify\n${lines}\n`);

test('a dry run, its plan, people who sign in, changes, and who leaves', async () => {
  // A directory that is not switched on can be tried, but not applied.
  const tried = await ended((await admin.call(adminPlatform.dryRun, { platformId })).runId);
  assert.deepEqual([tried.state, tried.failure, tried.counts.new, tried.applicable], ['planned', null, many + 2, false]);
  await assert.rejects(admin.call(adminPlatform.sync, { platformId, runId: tried.runId }), refused('PLATFORM_GONE'));
  await admin.call(adminPlatform.updateDirectory, { platformId, enabled: true });
  await assert.rejects(admin.call(adminPlatform.sync, { platformId, runId: tried.runId }), refused('SYNC_GONE'));

  const dry = await ended((await admin.call(adminPlatform.dryRun, { platformId })).runId);
  const applied = await runs({ runId: dry.runId });
  assert.deepEqual([applied.state, applied.failure, applied.done, applied.counts.conflict], ['done', null, many + 2, 0]);
  assert.equal((await admin.call(adminPlatform.sync, { platformId, runId: dry.runId })).runId, dry.runId, 'asked again');
  const same = await runs();
  assert.deepEqual([same.same, await found(same)], [many + 2, []]);

  // Who was brought is who signs in, and is shown as the directory's.
  const browser = company.visitor();
  const { userId } = await browser.call(user.signIn, { username: 'sync_1', password, platform: platformId });
  const [account] = (await admin.call(calls.adminUser.page, { keyword: 'sync_1' })).items.filter((one) => one.userId === userId);
  assert.deepEqual([account?.departmentName, account?.directoryName, account?.email], ['North', 'Corp', 'sync_1@corp.test']);
  assert.deepEqual(
    (await admin.call(calls.adminDepartment.page, {})).items.map(({ name, directoryName }) => [name, directoryName]),
    [['Sales_Service', 'Corp']],
  );

  // A timed run reads only changes, and does not take the others for leavers.
  await admin.call(adminPlatform.setSync, { platformId, timedSync: true });
  await sleep(1100); // the directory writes whole seconds
  const marker = sql`to_char(now() at time zone 'utc', 'YYYYMMDDHH24MISS') || 'Z'`;
  await sql`update directory_sync set full_at = now(), marker = ${marker}, marker_revision = (select revision from platform where id = ${platformId})`.execute(
    company.database,
  );
  await sql`update directory_run set created_at = created_at - interval '1 day'`.execute(company.database);
  modify(`uid=sync_0,${sales}`, 'replace: cn\ncn: Another Name');
  // Whatever is asked for, what is due begins as well.
  const { platformId: other } = await admin.call(adminPlatform.createDirectory, { ...fields, name: 'Other' });
  await admin.call(adminPlatform.dryRun, { platformId: other });
  const latest = async (): Promise<SyncRun> => (await admin.call(adminPlatform.syncState, { platformId })).runs[0]!;
  while ((await latest()).kind !== 'timed') await sleep(20);
  const timed = await ended((await latest()).runId);
  assert.deepEqual(
    [timed.kind, timed.complete, timed.state, timed.same, await found(timed)],
    ['timed', false, 'done', 2, ['change sync_0 done']],
  );

  // Somebody who listens is out within a second of being frozen; the brake does not mind one.
  const listener = await Listener.of(browser);
  slapd.change('ldapdelete', `uid=sync_1,ou=North,${sales}\n`);
  const left = await runs();
  const frozenAt = performance.now();
  await listener.ended;
  assert.ok(performance.now() - frozenAt < 1000);
  assert.deepEqual(await found(left), ['leave sync_1 done']);
  assert.notEqual((await browser.ask(user.currentUser, {})).errcode, 0);
  assert.notEqual((await company.visitor().ask(user.signIn, { username: 'sync_1', password, platform: platformId })).errcode, 0);

  // Most of them are gone: nothing happens until somebody says so, with a reason.
  await admin.call(adminPlatform.updateDirectory, { platformId, filter: '(uid=sync_1*)' });
  const stopped = await runs();
  assert.deepEqual([stopped.state, stopped.tooMany, stopped.applicable], ['planned', true, true]);
  await assert.rejects(admin.call(adminPlatform.sync, { platformId, runId: stopped.runId }), refused('SYNC_REASON_MISSING'));
  const through = await runs({ runId: stopped.runId, syncReason: 'They moved to another company' });
  assert.deepEqual([through.state, through.done, through.counts.leave], ['done', stopped.counts.leave, stopped.counts.leave]);

  // Nobody listens.
  await admin.call(adminPlatform.updateDirectory, { platformId, base: 'ou=nowhere,dc=corp,dc=test' });
  assert.deepEqual([(await runs()).state], ['failed']);
});

test('a large company comes in one run, the same again changes nothing, and the brake stops whom one in twenty would miss', async (context) => {
  // Eight pages of the directory go the same way as forty, which come with one commit of eight.
  const company = isItsTurn(0, 8) ? { people: 20_000, gone: 1_001 } : { people: 4_000, gone: 201 };
  const names = Array.from({ length: company.people }, (_, n) => `crowd_${n}`);
  const crowd = await openSlapd([...foundation, unit(sales, 'Crowd'), ...names.map((name) => person(name, password, {}, sales))]);
  try {
    const { platformId: of } = await admin.call(adminPlatform.createDirectory, {
      ...{ ...fields, name: 'Large', enabled: true, filter: '(uid=crowd_*)' },
      ...{ url: `ldaps://127.0.0.2:${crowd.securePort}`, authority: crowd.authority },
    });
    const began = performance.now();
    const first = await runs({}, of);
    const again = performance.now();
    assert.deepEqual([first.state, first.failure, first.done], ['done', null, company.people + 1], 'and their department');
    const same = await runs({}, of);
    context.diagnostic(`${company.people} people: ${Math.round(again - began)} ms, again ${Math.round(performance.now() - again)} ms`);
    assert.deepEqual([same.state, same.same, same.done], ['done', company.people + 1, 0]);
    crowd.change(
      'ldapdelete',
      names
        .slice(0, company.gone)
        .map((name) => `uid=${name},${sales}\n`)
        .join(''),
    );
    const stopped = await runs({}, of);
    assert.deepEqual([stopped.state, stopped.tooMany, stopped.counts.leave, stopped.done], ['planned', true, company.gone, 0]);
  } finally {
    await crowd.stop();
  }
});

test('Active Directory: departments that an attribute names, and whoever is switched off there', async () => {
  const [normal, off, neverExpires] = ['512', '514', '66048'];
  const one = (n: number, departmentNumber: string, userAccountControl: string): string =>
    person(`ad_${n}`, password, {
      ...{ objectClass: ['inetOrgPerson', 'adUser'], objectGUID: Buffer.alloc(16, n), sAMAccountName: `ad_${n}` },
      ...{ departmentNumber, userAccountControl },
    });
  slapd.change('ldapadd', [one(1, 'Design', normal), one(2, 'Legal & Tax', normal), one(3, 'Design', off)].join('\n'));
  const names = { accountNameClaim: 'sAMAccountName', departmentClaim: 'departmentNumber' };
  const kind = { ...fields, ...names, name: 'AD', protocol: 'ad', filter: '(objectClass=adUser)', enabled: true } as const;
  const { platformId: of } = await admin.call(adminPlatform.createDirectory, kind);
  const sync = async (): Promise<string[]> =>
    (await found(await ended((await admin.call(adminPlatform.sync, { platformId: of })).runId, of))).toSorted();
  assert.deepEqual(await sync(), ['new Design done', 'new Legal_Tax done', 'new ad_1 done', 'new ad_2 done']);
  const set = (n: number, name: string, value: string) => modify(`uid=ad_${n},${base}`, `replace: ${name}\n${name}: ${value}`);
  set(1, 'departmentNumber', 'Legal & Tax');
  set(2, 'userAccountControl', off);
  set(3, 'userAccountControl', neverExpires);
  assert.deepEqual(await sync(), ['change ad_1 done', 'leave ad_2 done', 'new ad_3 done']);
  const { items } = await admin.call(calls.adminUser.page, { keyword: 'ad_' });
  assert.deepEqual(items.map(({ accountName, departmentName, status }) => [accountName, departmentName, status]).toSorted(), [
    ['ad_1', 'Legal_Tax', 'active'],
    ['ad_2', 'Legal_Tax', 'frozen'],
    ['ad_3', 'Design', 'active'],
  ]);
  set(2, 'userAccountControl', normal);
  assert.deepEqual(await sync(), ['return ad_2 done']);
});

test('a directory that cannot be opened is told after the same time, whatever is there', async () => {
  const outgoing = openOutgoing({ opened: [networkOf('127.0.0.2')!], http: false, ownPort: () => null, withinMs: 500 });
  // With another key there is no password, and nothing is asked at all.
  const deps = { database: company.database, outgoing, sealer: openSealer(randomBytes(32), null) };
  const began = performance.now();
  await assert.rejects(openSource(deps, platformId, new AbortController().signal), OutgoingError);
  assert.ok(performance.now() - began > 490);
});
