/** Backups are restored for practice on a schedule: by one process, never for good, and whoever answers for the system hears of a failure. */
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { DashboardPart, DrillSeen, Notice } from '@alcove/contract';
import { readConfig } from '../config.ts';
import { openLastingLocks } from '../database/index.ts';
import { adminPassword, openCompany } from '../testing/index.ts';
import type { Client, Company } from '../testing/index.ts';
import { backup } from './backup.ts';
import { drillWhenDue } from './scheduled-drill.ts';

const base = mkdtempSync(join(tmpdir(), 'alcove-drills-'));
chmodSync(base, 0o711); // PostgreSQL may run as another user
const scratch = mkdtempSync(join(base, 'scratch-'));
chmodSync(scratch, 0o711);
const folder = join(base, 'backups');
const days = 7;
let company: Company;
let admin: Client;
before(async () => {
  company = await openCompany({ backups: { folder, drillDays: days, scratch } });
  admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  const person = await company.person();
  await person.uploads('something worth keeping', 'kept.txt');
});
after(async () => {
  await company.close();
  rmSync(base, { recursive: true, force: true });
});

const never = new AbortController().signal;
async function run(stopping = never, begun: (processId: number) => void = () => {}): Promise<void> {
  const { database } = company;
  const deps = { database, locks: openLastingLocks(database), logger: company.logger, backups: { folder, drillDays: days, scratch } };
  let hurrying: NodeJS.Timeout | undefined;
  await drillWhenDue(deps, stopping, (id) => {
    hurrying = setInterval(() => hurry(id), 100);
    begun(id);
  });
  clearInterval(hurrying);
}
/** Other tests leave a process of low priority hardly any time. Only root can give it more. */
function hurry(processId: number): void {
  try {
    setPriority(processId, constants.priority.PRIORITY_NORMAL);
  } catch {}
}
const outcomes = async (): Promise<string[]> =>
  (await company.database.selectFrom('restore_drill').select('outcome').orderBy('begun_at').execute()).map(({ outcome }) => outcome);
const partOf = async <Name extends DashboardPart['part']>(name: Name): Promise<Extract<DashboardPart, { part: Name }>> =>
  (await admin.call(calls.adminDashboard.state, {})).parts.find(({ part }) => part === name) as Extract<DashboardPart, { part: Name }>;
const told = async () =>
  (await admin.call(calls.notice.page, { pageSize: 100 })).items.flatMap((notice: Notice) =>
    notice.kind === 'restoreDrill' ? [notice.data] : [],
  );
/** As if everything so far had been so long ago. */
const later = (ago: string) =>
  sql`update restore_drill set begun_at = begun_at - ${ago}::interval, ended_at = ended_at - ${ago}::interval`.execute(company.database);
/** Waits until the drill has restored something into its folder. */
const restoring = async (): Promise<void> => {
  const deep = () => readdirSync(scratch).some((name) => readdirSync(join(scratch, name)).some((inner) => /^postgres-\d+$/.test(inner)));
  while (!deep()) await sleep(20);
};

test('a backup is restored aside by one process of two, measured, shown and thrown away; before the first there is nothing to restore', async () => {
  await run();
  assert.deepEqual([await outcomes(), (await partOf('backup')).state, (await partOf('drill')).state], [[], 'failed', 'warning']);
  await backup({ ...readConfig({ DATABASE_URL: company.databaseUrl, ALCOVE_DATA_DIR: base }), store: company.storeConfig }, folder, {
    keep: null,
    signal: never,
    tell: () => {},
  });
  const processes: number[] = [];
  await Promise.all([run(never, (id) => processes.push(id)), run(never, (id) => processes.push(id))]);
  assert.deepEqual([await outcomes(), processes.length], [['passed'], 1]);
  assert.deepEqual(readdirSync(scratch), []);
  const { last, state, passedAt } = await partOf('drill');
  const { measured } = last as DrillSeen;
  assert.equal(state, 'well');
  assert.ok(passedAt !== null && measured!.objects >= 1 && measured!.rows > 10 && measured!.restoreSeconds > 0);
  assert.equal((await partOf('backup')).state, 'well');
  await run();
  await later('6 days');
  await run();
  assert.deepEqual(await outcomes(), ['passed'], 'not before it is due');
});

test('a drill that is killed, or must stop with its server, leaves nothing for good and is tried again, but not for ever', async () => {
  await later('2 days');
  const killed = run(never, (id) => void restoring().then(() => process.kill(id, 'SIGKILL')));
  await killed;
  assert.deepEqual((await outcomes()).slice(1), ['interrupted']);
  assert.equal(readdirSync(scratch).length, 1, 'it could not clear up');
  assert.equal((await partOf('drill')).last?.outcome, 'interrupted');

  const stopping = new AbortController();
  await run(stopping.signal, () => void restoring().then(() => stopping.abort()));
  assert.deepEqual((await outcomes()).slice(1), ['interrupted', 'interrupted']);
  assert.deepEqual(readdirSync(scratch), [], 'neither what it made, nor what the killed one left');

  // The server itself was killed while a drill ran, and its row is still there.
  await sql`insert into restore_drill (id, backup) values (gen_random_uuid(), 'x')`.execute(company.database);
  await run();
  assert.deepEqual((await outcomes()).slice(1), ['interrupted', 'interrupted', 'interrupted'], 'three times a day are enough');
  assert.deepEqual(await told(), []);
  await later('10 days');
  await sql`update restore_drill set begun_at = now() - interval '1 hour' where outcome = 'interrupted'`.execute(company.database);
  await run();
  await run();
  const [overdue, ...others] = await told();
  assert.deepEqual([overdue?.problem, others], ['overdue', []], 'told once');
});

test('a damaged backup fails, with the reason where administrators look, and is told once', async () => {
  // One that was begun while the clock was ahead does not hold back those of now.
  await sql`delete from restore_drill where outcome <> 'passed'`.execute(company.database);
  await sql`update restore_drill set begun_at = now() + interval '1 year'`.execute(company.database);
  const [name] = readdirSync(join(folder, 'backups'));
  truncateSync(join(folder, 'backups', name!, 'user_account.copy.gz'), 10);
  await run();
  await run();
  assert.deepEqual(await outcomes(), ['failed', 'passed']);
  await sql`delete from restore_drill where outcome = 'passed'`.execute(company.database);
  const { state, last } = await partOf('drill');
  assert.deepEqual([state, last?.reason, last?.backup], ['failed', 'fileDamaged', name]);
  assert.deepEqual((await told()).filter(({ problem }) => problem === 'failed'), [{ problem: 'failed', backup: name, reason: 'fileDamaged' }]); // prettier-ignore
  assert.deepEqual(readdirSync(scratch), []);
});
