/** A server is killed in the middle of each step of a link's verification, and another process takes it up: no step is left out, and none is done twice. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { DlpAction, InstanceId } from '@alcove/contract';
import { openTestDatabase } from '../database/testing.ts';
import type { TestDatabase } from '../database/testing.ts';
import type { Tables } from '../database/index.ts';
import { Client, freePort, freshDataFolder, peopleAt, refused, startServer, stopServers } from '../testing/index.ts';
import type { People, Person, ServerProcess } from '../testing/index.ts';
import { becomes, links, officerOf, reviewOf, statusOf, stepsOf } from './outbound.test-support.ts';
import type { MadeLink, Officer } from './outbound.test-support.ts';

/** Where a step writes what it came to. There it waits for whoever has the step's lock. */
const steps = { texts: 'dlp_hits', asking: 'review', failing: 'notice', opening: 'file_grant' } as const;
type Step = keyof typeof steps;
const lockOf = (step: Step) => Object.keys(steps).indexOf(step);
const waits = `create function wait_in_step() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(80, tg_argv[0]::int); return new; end $$;
  ${Object.entries(steps)
    .map(
      ([step, table]) =>
        `create trigger waits before insert on ${table} for each row execute function wait_in_step(${lockOf(step as Step)});`,
    )
    .join('\n')}`;

const dataDir = freshDataFolder();
let opened: TestDatabase;
let database: Kysely<Tables>;
let port: number;
let server: ServerProcess;
let people: People;
let officer: Officer;
let reviewer: Person;
let owner: Person;
let folder: InstanceId;
let link: MadeLink;

const start = (): Promise<ServerProcess> => startServer(dataDir, port, { env: { DATABASE_URL: opened.url } });
before(async () => {
  opened = await openTestDatabase();
  database = opened.kysely;
  port = await freePort();
  server = await start();
  people = peopleAt(server.origin, database);
  officer = await officerOf(people);
  reviewer = await officer.reviewer();
  await sql.raw(waits).execute(database);
});
after(async () => {
  assert.equal(await server.kill('SIGTERM'), 0);
  stopServers();
  await opened.stop();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  owner = await people.person();
  folder = (await owner.folder('对外')).instanceId;
});
// So that the next test kills the server while it looks at its own link.
afterEach(async () => {
  await owner.call(calls.link.remove, { linkPaths: [link.linkPath] });
  await officer.noRules();
});

/** Kills the server when a step has written everything and not committed, and leaves no server running. */
async function killIn(step: Step, begin: () => Promise<unknown>): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(80, ${lockOf(step)})`.execute(transaction);
    await begin();
    for (;;) {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory' and classid = 80 and not granted`.execute(transaction);
      if (rows.length > 0) break;
      await sleep(10);
    }
    await server.kill('SIGKILL');
  });
}
const begins = (content: string, action: DlpAction) => async () => {
  await owner.uploads(content, 'a.txt', folder);
  await officer.rules('keyword', '机密', action);
  link = await links({ database }, owner, folder);
};
const goesOn = async () => void (server = await start());
/** Nobody gets in: its visitors have no right, and are told to wait. */
async function requireClosed(): Promise<void> {
  const { rows } = await sql`select from file_grant where source_kind = 'link' and source_id = ${link.linkId}`.execute(database);
  assert.equal(rows.length, 0);
  assert.equal((await statusOf(owner, link)).state, 'verifying');
  const visitor = new Client(server.origin);
  await assert.rejects(visitor.call(calls.link.checkPassword, { linkPath: link.linkPath }), refused('LINK_VERIFYING'));
}
/** The process that died has the link for half a minute. This is that half minute. */
const waitsLonger = () =>
  sql`update link_check set look_at = look_at - interval '30 seconds' where link_id = ${link.linkId}`.execute(database);
const entries = async (action: string) =>
  (await database.selectFrom('audit_log').select('id').where('action', '=', action).where('object_id', '=', link.linkId).execute()).length;

test('killed while texts are compared and while it opens: a link with nothing to object to opens, once', async () => {
  await killIn('texts', begins('普通', 'review'));
  await goesOn();
  await requireClosed();
  await killIn('opening', waitsLonger);
  await goesOn();
  await requireClosed();
  await waitsLonger();
  assert.deepEqual(stepsOf(await becomes(owner, link, 'valid')), ['scan passed', 'permission passed', 'review skipped']);
  assert.equal(await entries('system.openLink'), 1);
});

test('killed while somebody is asked to look and while they approve: it is asked once, and stays closed until they approve', async () => {
  await killIn('texts', begins('这是 机密', 'review'));
  await goesOn();
  await killIn('asking', waitsLonger);
  await goesOn();
  await requireClosed();
  await waitsLonger();
  const { reviewId } = await reviewOf(reviewer, { instanceId: folder });
  const approves = () => reviewer.call(calls.adminLink.approve, { reviewId });
  let cut: Promise<unknown>;
  await killIn('opening', async () => void (cut = approves().catch((error: unknown) => error)));
  assert.ok((await cut!) instanceof Error);
  await goesOn();
  await requireClosed();
  await approves();
  assert.deepEqual(stepsOf(await becomes(owner, link, 'valid')), ['scan passed', 'permission passed', 'review passed']);
  const reviews = await database.selectFrom('review').select('state').where('link_id', '=', link.linkId).execute();
  assert.deepEqual(reviews, [{ state: 'approved' }]);
  assert.equal(await entries('system.openLink'), 1);
});

test('killed while it fails by a rule: it never opens, and its creator is told once', async () => {
  await killIn('failing', begins('这是 机密', 'refuse'));
  await goesOn();
  await requireClosed();
  await waitsLonger();
  assert.equal((await becomes(owner, link, 'failed')).reason, 'rules');
  assert.equal(await entries('system.failLink'), 1);
  const { items } = await owner.call(calls.notice.page, {});
  assert.equal(items.filter(({ kind }) => kind === 'linkReviewed').length, 1);
  assert.equal(await entries('system.openLink'), 0);
});
