/**
 * Unneeded content is collected while people add references to it: nothing that was acknowledged is lost, no reference dangles, and nobody
 * gets a server error.
 */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { calls, failures } from '@alcove/contract';
import type { Instance, UploadCheck } from '@alcove/contract';
import { checkFields, freshBytes, hashOf, instantFields, openCompany, Upload } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { collectUnneeded } from './index.ts';

let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());

/** Actions that race against the collection. */
const acts = ['instant transfer', 'upload', 'version restored', 'copied', 'restored from the bin'] as const;
type Act = (typeof acts)[number];
type Tally = Record<Act, { tried: number; done: number }>;

interface Answered {
  act: Act;
  instanceId: string;
  bytes: Buffer;
}

/** Collects with the grace time of all marked content expired. */
async function collectAtOnce(): Promise<number> {
  await sql`update blob set unneeded_since = now() - interval '2 days' where unneeded_since > now() - interval '1 day'`.execute(
    company.database,
  );
  return collectUnneeded(company);
}

/** One content loses its last reference while several people request it in every way at once. */
async function round(person: Person, other: Person, name: string, tally: Tally, answered: Answered[], errors: string[]): Promise<void> {
  const bytes = freshBytes(randomInt(40, 400));
  const own = (as: string) => ({ name: `${name}-${as}.bin`, parentId: other.rootId });
  // Both checks are made before the content is stored, so both have to send the bytes.
  const [first, second] = await Promise.all([
    Upload.begin(person, bytes, { name: `${name}.bin`, parentId: person.rootId }),
    Upload.begin(other, bytes, own('sent')),
  ]);
  const file = await (await first.deliver()).save();
  await second.deliver();
  // The reference besides the one that is lost. Often there is none, and the content is collected unless somebody is quick.
  const beside = (['nothing', 'nothing', 'copies', 'ticket', 'bin'] as const)[randomInt(5)]!;
  const binned = beside === 'bin' ? await copyInBin(person, file.instanceId) : null;
  const asks = (as: string) => other.call(calls.upload.checkUploadAble, checkFields(bytes, own(as)));
  const early = beside === 'ticket' ? await asks('early') : null;

  const trying = async (act: Act, work: () => Promise<string | null>): Promise<void> => {
    await sleep(randomInt(beside === 'nothing' ? 150 : 40));
    try {
      const instanceId = await work();
      tally[act].done += instanceId === null ? 0 : 1;
      if (instanceId !== null) answered.push({ act, instanceId, bytes });
    } catch (error) {
      errors.push(`${act}: ${(error as Error).message}`);
    } finally {
      tally[act].tried += 1;
    }
  };
  const instant = async (given: UploadCheck, as: string): Promise<string | null> => {
    if (given.uploadflag !== '1') return null;
    const answer = await other.ask(calls.upload.secondUpload, instantFields(given, bytes, own(as)));
    if (answer.errcode === failures.UPLOAD_UNKNOWN.errcode) return null;
    assert.equal(answer.errcode, 0, JSON.stringify(answer));
    return (answer.data as Instance).instanceId;
  };
  const copying = (beside === 'copies' ? [1, 2] : []).map(() =>
    trying('copied', async () => {
      const made = await copyOf(person, file.instanceId);
      // By now the file has its new content or still the old one.
      return made && made.fileSize === bytes.length ? made.instanceId : null;
    }),
  );
  await person.uploads(freshBytes(30), `${name}.bin`, person.rootId, 'version');
  const removing = person.ask(calls.version.remove, { instanceId: file.instanceId, version: 1 });
  // By the time it is requested, the content may be marked, in removal or gone.
  if (beside === 'nothing' || randomInt(2) === 0) await removing;
  await Promise.all([
    ...copying,
    removing,
    trying('version restored', async () => {
      const restored = await person.ask(calls.version.restore, { instanceId: file.instanceId, version: 1 });
      assert.ok([0, failures.VERSION_NOT_FOUND.errcode].includes(restored.errcode), JSON.stringify(restored));
      return restored.errcode === 0 ? file.instanceId : null;
    }),
    early && trying('instant transfer', () => instant(early, 'early')),
    ...[1, 2, 3, 4].map((n) => trying('instant transfer', async () => instant(await asks(`late-${n}`), `late-${n}`))),
    trying('upload', async () => (await second.save()).instanceId),
    binned &&
      trying('restored from the bin', async () => {
        await person.call(calls.recycle.restore, { recycleIds: [binned.recycleId], onConflict: 'rename' });
        return binned.instanceId;
      }),
  ]);
}

async function copyOf(person: Person, instanceId: string): Promise<Instance | null> {
  const [made] = await person.call(calls.instance.copy, { instanceIds: [instanceId], targetParentId: person.rootId, onConflict: 'rename' });
  return made?.done && 'instance' in made ? made.instance! : null;
}

async function copyInBin(person: Person, instanceId: string): Promise<{ recycleId: string; instanceId: string }> {
  const copy = (await copyOf(person, instanceId))!;
  await person.call(calls.instance.remove, { instanceIds: [copy.instanceId] });
  const { id } = await company.database
    .selectFrom('recycle')
    .select('id')
    .where('instance_id', '=', copy.instanceId)
    .executeTakeFirstOrThrow();
  return { recycleId: id, instanceId: copy.instanceId };
}

/** Reads every acknowledged file from the store, some of them as their owners, and returns those that are lost. */
async function findLost(answered: readonly Answered[], people: readonly Person[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; creator_id: string; object_key: string | null }>`
    select i.id, i.creator_id, r.object_key from instance i left join replica r on r.blob_id = i.blob_id
    where i.id = any(${answered.map(({ instanceId }) => instanceId)}::uuid[])`.execute(company.database);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const lost: string[] = [];
  for (const [index, { act, instanceId, bytes }] of answered.entries()) {
    const row = rowOf.get(instanceId);
    const stream = row?.object_key ? await company.store.read(row.object_key) : null;
    let got: Buffer | null = stream && Buffer.concat(await stream.toArray());
    if (index % 20 === 0)
      got = await people.find(({ userId }) => userId === row?.creator_id)!.downloads(instanceId).catch(() => null); // prettier-ignore
    // A later version may have replaced the restored one.
    if (!got || (act !== 'version restored' && !got.equals(bytes))) lost.push(`${act}: ${instanceId}`);
  }
  return lost;
}

test('I1, I6, I21: instant transfer, upload, restored versions, copies and the bin against a collection without grace: nothing is lost', async (context) => {
  // On an S3 engine each step costs another request. `ALCOVE_TRIES=20000` makes a long run of it.
  const [usual, lanes] = company.store.kind === 'disk' ? [400, 8] : [80, 4];
  const wanted = Number(process.env['ALCOVE_TRIES'] ?? usual);
  const tally = Object.fromEntries(acts.map((act) => [act, { tried: 0, done: 0 }])) as Tally;
  const [answered, errors]: [Answered[], string[]] = [[], []];
  let [collected, rounds, goesOn] = [0, 0, true];
  const collector = (async () => {
    for (; goesOn; await sleep(15)) collected += await collectAtOnce().catch((error: unknown) => (errors.push(String(error)), 0));
  })();
  const people = await Promise.all(Array.from({ length: lanes }, async () => [await company.person(), await company.person()] as const));
  const tried = () => Object.values(tally).reduce((sum, { tried: count }) => sum + count, 0);
  await Promise.all(
    people.map(async ([person, other]) => {
      while (tried() < wanted) await round(person, other, `r${(rounds += 1)}`, tally, answered, errors);
    }),
  );
  await company.verified();
  goesOn = false;
  await collector;
  await collectAtOnce();
  context.diagnostic(`${rounds} rounds, ${tried()} tries ${JSON.stringify(tally)}, ${collected} contents collected`);
  assert.deepEqual(await findLost(answered, people.flat()), []);
  assert.deepEqual(errors, []);
  assert.deepEqual(company.troubles, []);
  assert.deepEqual(await dangling(), []);
  assert.ok(collected > rounds / 10, `${collected} collected: the race took place`);
});

/** Finds rows whose references do not exist. */
async function dangling(): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select 'no replica ' || id as row from blob where not exists (select from replica where blob_id = blob.id)
    union all select 'quarantined content in use ' || i.id from instance i join blob b on b.id = i.blob_id where b.quarantined_at is not null
    union all select 'version without content ' || v.instance_id from version v left join blob b on b.id = v.blob_id where b.id is null`.execute(
    company.database,
  );
  const replicas = await company.database.selectFrom('replica').select('object_key').execute();
  const missing: string[] = [];
  for (const { object_key: key } of replicas) if (!(await company.store.head(key))) missing.push(`no object ${key}`);
  return [...rows.map(({ row }) => row), ...missing];
}

/** Executes the statement and holds its locks until the returned function is called. */
async function holding(statement: RawBuilder<unknown>): Promise<() => Promise<void>> {
  const [held, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = company.database.transaction().execute(async (transaction) => {
    await statement.execute(transaction);
    held.resolve();
    await letGo.promise;
  });
  await Promise.race([held.promise, holder]);
  return async () => {
    letGo.resolve();
    await holder;
  };
}

/** Waits until at least this many connections wait for a lock. */
async function waiting(many: number): Promise<void> {
  const waits = sql`select from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`;
  while ((await waits.execute(company.database)).rows.length < many) await sleep(10);
}

/** Each prepares another reference to the content of a file and returns the function that makes it. */
const referring: Record<string, (person: Person, file: Instance) => Promise<() => Promise<Instance>>> = {
  'a version that is restored': async (person, file) => {
    await person.uploads(freshBytes(50), file.instanceName, person.rootId, 'version');
    return () => person.call(calls.version.restore, { instanceId: file.instanceId, version: 1 });
  },
  'a file that is copied': async (person, file) => async () => (await copyOf(person, file.instanceId))!,
};

for (const [what, ready] of Object.entries(referring))
  test(`I1: ${what} while its content is put together with the same content of others can be read`, async () => {
    const person = await company.person();
    const bytes = freshBytes(2500);
    const where = { parentId: person.rootId };
    const [first, second] = [
      await Upload.begin(person, bytes, { name: 'first.bin', ...where }),
      await Upload.begin(person, bytes, { name: 'second.bin', ...where }),
    ];
    await (await first.deliver()).save();
    await company.verified();
    const verify = await holding(sql`select pg_advisory_xact_lock(hashtextextended(${hashOf('sha256', bytes)}, 0))`);
    const file = await (await second.deliver()).save();
    const refer = await ready(person, file);
    await waiting(1);
    // The new reference is made but not committed when the merge wants to remove the content that it refers to.
    const commit = await holding(sql`lock table activity in exclusive mode`);
    const made = refer();
    await waiting(2);
    await verify();
    const goes = sql`select from blob where sha256 = ${hashOf('sha256', bytes)} and quarantined_at is not null`;
    const putTogether = async () => {
      while ((await goes.execute(company.database)).rows.length === 0) await sleep(10);
    };
    // The merge waits for the reference. If it did not, it would be done within this second.
    await Promise.race([putTogether(), sleep(1000)]);
    await commit();
    const { instanceId } = await made;
    await company.verified();
    await putTogether();
    assert.deepEqual(await person.downloads(instanceId), bytes);
    assert.deepEqual(await dangling(), []);
  });
