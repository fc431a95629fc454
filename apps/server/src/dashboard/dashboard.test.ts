import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { DashboardDay } from '@alcove/contract';
import { openDatabase } from '../database/index.ts';
import { markKey } from '../removal/index.ts';
import { adminPassword, openCompany } from '../testing/index.ts';
import { plansOf } from '../testing/plans.ts';
import type { Client, Company } from '../testing/index.ts';
import { countActive } from './figure-queries.ts';
import { makeFigures } from './make-figures.ts';
import { stateOfDisk } from './parts.ts';
import { latestRights, readPresent } from './state-queries.ts';

const { figures, state } = calls.adminDashboard;
let company: Company;
let admin: Client;
before(async () => {
  company = await openCompany();
  // Room for entries of long ago: ids and times of the log rise together.
  await sql`alter table audit_log alter column id restart with 1000`.execute(company.database);
  admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
});
after(() => company.close());

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const forget = async () => {
  await sql`delete from daily_figure`.execute(company.database);
  await sql`delete from largest_space`.execute(company.database);
};
const makeAll = async (database = company.database): Promise<number> => {
  let times = 0;
  while ((await makeFigures(database)) > 0) times += 1;
  return times;
};
/** Midnight in Shanghai, which has no summer time, so many days ago. */
const midnight = (today: string, daysAgo: number): number => Date.parse(`${today}T00:00:00+08:00`) - daysAgo * dayMs;
const dayAt = (moment: number): string => new Date(moment + 8 * hourMs).toISOString().slice(0, 10);
let entry = 0;
/** An entry of long ago, before those of now in the order of the log. */
const happened = async (at: number, action: string, who: { userId: string }, of: { instanceId: string } | null = null): Promise<void> => {
  await sql`
    insert into audit_log (id, at, deed, action, result, actor_kind, person_id, object_kind, object_id) overriding system value
    values (${(entry += 1)}, ${new Date(at)}, 'change', ${action}, 0, 'person', ${who.userId}, 'item', ${of?.instanceId ?? null})`.execute(
    company.database,
  );
};
const figuresOf = (days: readonly DashboardDay[], day: string) => days.find((one) => one.day === day)?.figures;

test('a day ends at midnight where the company is; missed days are made up for, once by two processes, and none of before the log', async () => {
  const { today } = await admin.call(figures, {});
  const [ann, ben] = [await company.person(), await company.person()];
  const small = await ann.uploads('12345', 'small.txt');
  const large = await ben.uploads(Buffer.alloc(9000), 'large.bin');
  await happened(midnight(today, 3) + hourMs, 'instance.createFolder', ann);
  await happened(midnight(today, 3) + hourMs, 'instance.upload', ann, small);
  await happened(midnight(today, 2) - 1, 'instance.upload', ann, large);
  await happened(midnight(today, 2), 'instance.upload', ben, small);
  await happened(midnight(today, 2) + 1, 'instance.secondUpload', ann);
  const other = await openDatabase({ database: { kind: 'external', url: company.databaseUrl }, poolSize: 2 });
  try {
    await forget();
    await Promise.all([makeAll(), makeAll(other.kysely), makeAll()]);
    await makeAll();
  } finally {
    await other.stop();
  }
  const { days, largest, measuredAt } = await admin.call(figures, { days: 7 });
  assert.deepEqual(
    days.map(({ day }) => day),
    [3, 2, 1, 0].map((ago) => dayAt(midnight(today, ago))),
    'nothing of before the log begins, and no day is left out',
  );
  assert.deepEqual(figuresOf(days, dayAt(midnight(today, 3))), { activePeople: 1, uploads: 2, uploadedBytes: 9005 });
  assert.deepEqual(figuresOf(days, dayAt(midnight(today, 2))), { activePeople: 2, uploads: 1, uploadedBytes: 5 });
  const now = figuresOf(days, today)!;
  assert.deepEqual([now.usedPersonal, now.usedGroup, now.uploads], [9005, 0, undefined], 'today is not counted before it is over');
  assert.ok(now.people! >= 3);
  assert.deepEqual(
    largest.map(({ name, kind, usedBytes }) => [name, kind, usedBytes]),
    [
      [`Name of ${ben.accountName}`, 'personal', 9000],
      [`Name of ${ann.accountName}`, 'personal', 5],
    ],
  );
  assert.ok(Math.abs(Date.parse(measuredAt!) - Date.now()) < 60_000);

  await ben.uploads('later', 'later.txt');
  assert.equal(await makeAll(), 0, 'made once a day');
  assert.equal(figuresOf((await admin.call(figures, {})).days, today)!.usedPersonal, 9005);
  const usedLater = async (): Promise<number | undefined> => {
    await sql`update daily_figure set made_at = now() - interval '1 hour'`.execute(company.database);
    await makeAll();
    return figuresOf((await admin.call(figures, {})).days, today)!.usedPersonal;
  };
  assert.equal(await usedLater(), 9010, 'the first day is measured again');
  const dayBefore = dayAt(midnight(today, 1));
  await sql`insert into daily_figure (day, figure, value) values (${dayBefore}::date, 'usedPersonal', 1)`.execute(company.database);
  await ben.uploads('last', 'last.txt');
  assert.equal(await usedLater(), 9010, 'a later day is not');
  await forget();
});

test('figures that were made while the clock was ahead are not shown early, are made again in time, and a clock set back loses none', async () => {
  await makeAll();
  const { today, days } = await admin.call(figures, { days: 7 });
  const yesterday = dayAt(midnight(today, 1));
  const tomorrow = dayAt(midnight(today, -1));
  await sql`update daily_figure set value = 77, made_at = now() + interval '1 year' where day >= ${yesterday}::date`.execute(
    company.database,
  );
  await sql`insert into daily_figure (day, figure, value, made_at) values (${tomorrow}::date, 'uploads', 88, now() + interval '1 year')`.execute(
    company.database,
  );
  assert.equal((await admin.call(figures, { days: 7 })).days.at(-1)!.day, today);
  await makeAll();
  const again = (await admin.call(figures, { days: 7 })).days;
  assert.deepEqual(figuresOf(again, yesterday), figuresOf(days, yesterday));
  assert.notEqual(figuresOf(again, today)!.usedPersonal, 77);
  const { rows } = await sql<{ value: number }>`select value from daily_figure where day = ${tomorrow}::date`.execute(company.database);
  assert.deepEqual(rows, [{ value: 88 }]);
});

test('what waits, what failed and whose rights changed is told as it is now, and no name of a private file', async () => {
  const person = await company.person();
  const before = await admin.call(state, {});
  assert.deepEqual(before.reviews, { waiting: 0, oldest: null });
  await company.configures('outboundReview', 'everything');
  const { instanceId } = await person.uploads('x', 'Secret of Ann.txt');
  await person.call(calls.link.createOrUpdate, { instanceIds: [instanceId], validity: '1w' });
  for (const began = Date.now(); (await admin.call(state, {})).reviews.waiting === 0;)
    assert.ok(Date.now() - began < 20_000, 'it waits for a reviewer');
  await admin.call(calls.adminUser.freeze, { userIds: [person.userId] });
  await sql`insert into task (id, owner_id, kind, input, state, total, ended_at) values
    (gen_random_uuid(), ${person.userId}, 'copy', '{}', 'failed', 1, now()), (gen_random_uuid(), ${person.userId}, 'copy', '{}', 'failed', 1, now() - interval '25 hours')`.execute(
    company.database,
  );
  const now = await admin.call(state, {});
  assert.equal(now.reviews.waiting, 1);
  assert.ok(Date.parse(now.reviews.oldest!) <= Date.parse(now.time));
  assert.equal(now.failedTasks, 1, 'of the last day');
  assert.ok(now.activeToday >= 1);
  const [latest] = now.rights;
  assert.deepEqual([latest!.action, latest!.who], ['adminUser.freeze', 'Admin']);
  const parts = Object.fromEntries(now.parts.map((part) => [part.part, part]));
  assert.deepEqual(Object.keys(parts), ['database', 'store', 'contents', 'disk', 'programs', 'log', 'jobs', 'backup', 'drill']);
  assert.deepEqual([parts['database']!.state, parts['store']!.state, parts['jobs']!.state], ['well', 'well', 'well']);
  const checked = async () => (await admin.call(state, {})).parts.flatMap((part) => (part.part === 'contents' ? [!part.off] : []));
  assert.deepEqual(await checked(), [true]);
  await company.configures('contentCheckDays', 0);
  assert.deepEqual(await checked(), [false]);
  await company.configures('contentCheckDays', undefined);
  assert.doesNotMatch(JSON.stringify([now, await admin.call(figures, {})]), /Secret of Ann/);
});

test('a store that lost its mark is told, and the rest is still answered', async () => {
  await company.store.remove(markKey);
  const { parts } = await admin.call(state, {});
  assert.equal(parts.find(({ part }) => part === 'store')?.state, 'failed');
  assert.equal(parts.find(({ part }) => part === 'database')?.state, 'well');
});

test('a disk is nearly full by its size', () => {
  const GiB = 2 ** 30;
  const of = (free: number, total: number) => stateOfDisk({ freeBytes: free * GiB, totalBytes: total * GiB });
  assert.deepEqual([of(50, 100), of(9, 100), of(19, 1000), of(21, 1000), of(0.5, 100), of(0.5, 10)], ['well', 'warning', 'warning', 'well', 'failed', 'warning']); // prettier-ignore
});

test('neither the page nor the count of a day walks through the log: an action that never was is known from its index', async () => {
  const { database } = company;
  await sql`
    insert into audit_log (deed, action, result, actor_kind, person_id)
    select 'change', (array['instance.move', 'download.download', 'instance.preview'])[1 + n % 3], 0, 'person', gen_random_uuid()
    from generate_series(1, 20000) n`.execute(database);
  await sql`analyze audit_log`.execute(database);
  const plans = await plansOf(database, async (watched) => {
    await latestRights(watched, 8);
    await readPresent(watched);
    const range = { low: 1, high: 9 };
    const day = { day: '2026-01-01', from: new Date(), to: new Date(), range };
    await watched.transaction().execute((transaction) => countActive(transaction, { ...day, after: null, most: 10 }));
  });
  const reading = plans.filter(({ plan }) => plan.includes('audit_log'));
  assert.deepEqual(reading.map(({ plan }) => /audit_log_\w+/.exec(plan)?.[0]), ['audit_log_action', 'audit_log_person']); // prettier-ignore
  for (const { plan } of plans) assert.doesNotMatch(plan, /Seq Scan on audit_log|audit_log_pkey/);
});

test('a range that is not offered names its field', async () => {
  const { errcode, field } = await admin.ask(figures, { days: 31 });
  assert.deepEqual([errcode === 0, field], [false, 'days']);
});
