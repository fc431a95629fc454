/**
 * Kills the server with SIGKILL at the commit of a change. The client sends the request again to the next server, and the change is done
 * once.
 */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { Instance } from '@alcove/contract';
import { checkData } from '../integrity-check/index.ts';
import { openTestDatabase } from '../database/testing.ts';
import type { TestDatabase } from '../database/testing.ts';
import { freePort, freshBytes, freshDataFolder, openCutLine, peopleAt, startServer, stopServers, Upload } from '../testing/index.ts';
import { leftOut, thorough, turnOf } from '../testing/thorough.ts';
import type { CutLine, ServerProcess } from '../testing/index.ts';
import {
  changedSince,
  engage,
  refusedAnyway,
  rounds as allRounds,
  rowCounts,
  said,
  savedUploads,
  send,
  sendUntilHeld,
} from './all-at-once.test-support.ts';
import type { Change, RowCounts } from './all-at-once.test-support.ts';
import { signInAdmin } from './changes.test-support.ts';

/**
 * A change that is made alone stores its answer as all others do, and `answer-once.test.ts` breaks the line of each in its turn. Two of
 * them stand for what else a new server begins with: the tree of departments, and settings that it keeps in its memory.
 */
const examined = ['adminDepartment.move', 'adminConfiguration.update'];
const rounds = allRounds.filter((kinds) => thorough || kinds.length > 1 || examined.includes(kinds[0]!));

const dataDir = freshDataFolder();
let database: TestDatabase;
let line: CutLine;
let server: ServerProcess;
let port: number;
/** For each round: how its changes are prepared, and what all of them change together. */
const prepared: { ready: (n: string) => Promise<Change[]>; expected: RowCounts }[] = [];

/** Each change of a round holds a connection at its commit, and a server has no more than these. */
const mostConnections = 90;
const start = (): Promise<ServerProcess> =>
  startServer(dataDir, port, { env: { DATABASE_URL: line.url, ALCOVE_DATABASE_POOL: String(mostConnections) } });

before(async () => {
  database = await openTestDatabase();
  line = await openCutLine(database.url);
  port = await freePort();
  server = await start();
  const people = peopleAt(server.origin, database.kysely);
  const admin = await signInAdmin(people);
  for (const [round, kinds] of rounds.entries()) {
    const ready = await engage(people, admin, kinds);
    const changes = await ready(`whole_${round}`);
    const counts = await rowCounts(database.kysely);
    for (const change of changes) {
      const { errcode, errmsg } = await send(change);
      assert.equal(errcode, refusedAnyway[change.name] ?? 0, `${change.name}: ${errmsg}`);
    }
    prepared.push({ ready, expected: await changedSince(database.kysely, counts) });
  }
});
after(async () => {
  stopServers();
  // What a failed `before` has not opened is not there.
  await line?.close();
  await database?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The stored answers, by key. */
async function kept(): Promise<Map<string, unknown>> {
  const rows = await database.kysely.selectFrom('request_answer').select(['key', 'outcome']).execute();
  return new Map(rows.map(({ key, outcome }) => [key, (JSON.parse(outcome!) as { data?: unknown }).data ?? null]));
}

const waitingForLocks = async (): Promise<number> =>
  (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(database.kysely)).rows
    .length;

const lists = rounds.map((kinds) => (kinds.length > 1 ? `${kinds.length} kinds of changes` : kinds[0]!));
/**
 * Before its commit a change of any kind is only rolled back, so that moment is for the large round, which takes one of the two with each
 * commit, and each in time.
 */
const momentsNow = turnOf(['before', 'after'] as const, 2);
const moments = rounds.flatMap((kinds, round) => (kinds.length > 1 ? momentsNow : (['after'] as const)).map((when) => ({ round, when })));
for (const { round, when } of moments) {
  test(`killed right ${when} the commit of ${lists[round]}: sent again each is done once, and answered as it was at first`, async (t) => {
    if (round === 0) t.diagnostic(leftOut(rounds.length, allRounds.length));
    const { ready, expected } = prepared[round]!;
    const changes = await ready(`${when}_${round}`);
    const counts = await rowCounts(database.kysely);
    const answers = await sendUntilHeld(line, changes, when);
    assert.equal(await server.kill('SIGKILL'), 'SIGKILL');
    line.mend();
    assert.deepEqual(new Set(await Promise.all(answers)), new Set([null]));
    server = await start();
    assert.deepEqual(await changedSince(database.kysely, counts), when === 'before' ? {} : expected);
    const first = await kept();
    const again = await Promise.all(changes.map(send));
    for (const [index, { name, key }] of changes.entries()) {
      const { errcode, errmsg, data } = again[index]!;
      assert.equal(errcode, refusedAnyway[name] ?? 0, `${name}: ${errmsg}`);
      if (first.has(key)) assert.deepEqual(data, first.get(key), name);
      assert.deepEqual(said(await send(changes[index]!)), said(again[index]!), name);
    }
    assert.deepEqual(await changedSince(database.kysely, counts), expected);
    assert.deepEqual(await checkData(database.kysely), []);
  });
}

/** What a save of a small file asks first, once for each person. Then it goes to those that wait for the space. */
const asksFirst = 'from saved_upload where key = any(';

/** They share one statement because they come while another save has the space. */
for (const when of momentsNow)
  test(`killed right ${when} the commit that saves files of several people together: sent again, each gets the own file, once`, async () => {
    const people = peopleAt(server.origin, database.kysely);
    const [leader, ...members] = [await people.person(), await people.person(), await people.person()] as const;
    const { groupId } = await leader.call(calls.group.createGroup, { groupName: `killed ${when}`, preallocatedSize: 1_000_000 });
    await leader.call(calls.group.addMembers, {
      groupId,
      members: members.map(({ userId }) => ({ kind: 'person', id: userId, level: 'manager' }) as const),
    });
    const files = await Promise.all(
      [leader, leader, ...members].map(async (by, index) => {
        const upload = await Upload.begin(by, freshBytes(300), { name: `${index}.bin`, parentId: groupId });
        return { by, upload: await upload.deliver() };
      }),
    );
    const names = files.map(({ upload }) => upload.what.name);
    const save = ({ by, upload }: (typeof files)[number]) => by.ask<Instance>(calls.upload.upload, upload.saveFields());
    const [first, ...together] = files;
    const { saved, answers, stopped } = await database.kysely.transaction().execute(async (transaction) => {
      await sql`select from space where id = ${groupId} for update`.execute(transaction);
      const saved = save(first!);
      while ((await waitingForLocks()) < 1) await sleep(5);
      let answers: Promise<unknown>[] = [];
      await line.statementsOf(async (soFar) => {
        answers = together.map((one) => save(one).catch(() => null));
        while (soFar.filter((text) => text.includes(asksFirst)).length < together.length) await sleep(5);
      });
      await sleep(1000);
      assert.equal(await waitingForLocks(), 1);
      return { saved, answers, stopped: line.pauseAt([{ from: savedUploads.from, statement: 'commit', when }]).held(1) };
    });
    const { instanceId } = (await saved).data!;
    await stopped;
    assert.equal(await server.kill('SIGKILL'), 'SIGKILL');
    line.mend();
    assert.deepEqual(new Set(await Promise.all(answers)), new Set([null]));
    server = await start();
    assert.deepEqual((await leader.names(groupId)).sort(), when === 'before' ? [names[0]] : names);
    const again = await Promise.all(files.map(save));
    assert.deepEqual(
      again.map(({ data }) => data?.instanceName),
      names,
    );
    assert.equal(again[0]!.data!.instanceId, instanceId);
    assert.deepEqual((await Promise.all(files.map(save))).map(said), again.map(said));
    assert.deepEqual((await leader.names(groupId)).sort(), names);
    for (const [index, { by, upload }] of files.entries()) {
      const { url } = await by.call(calls.download.download, { instanceId: again[index]!.data!.instanceId });
      assert.deepEqual(Buffer.from(await (await fetch(url)).arrayBuffer()), upload.bytes);
    }
    assert.deepEqual(await checkData(database.kysely), []);
  });

test('the last server stops as it is asked to', async () => assert.equal(await server.kill('SIGTERM'), 0));
