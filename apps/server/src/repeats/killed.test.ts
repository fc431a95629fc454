/**
 * Kills the server with SIGKILL at the commit of a change. The client sends the request again to the next server, and the change is done
 * once.
 */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { checkData } from '../integrity-check/index.ts';
import { openTestDatabase } from '../database/testing.ts';
import type { TestDatabase } from '../database/testing.ts';
import { freePort, freshDataFolder, openCutLine, peopleAt, startServer, stopServers } from '../testing/index.ts';
import { leftOut, thorough, turnOf } from '../testing/thorough.ts';
import type { CutLine, ServerProcess } from '../testing/index.ts';
import {
  changedSince,
  engage,
  refusedAnyway,
  rounds as allRounds,
  rowCounts,
  said,
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

test('the last server stops as it is asked to', async () => assert.equal(await server.kill('SIGTERM'), 0));
