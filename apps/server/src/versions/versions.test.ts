import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { Instance } from '@alcove/contract';
import { checkData } from '../integrity-check/index.ts';
import { setGrants } from '../permission/tree.test-support.ts';
import { answersHeld, openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { freeOldVersions } from './index.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
});
after(() => company.close());

/** Uploads these contents, in order, as the versions of one file. */
async function saved(of: Person, name: string, contents: readonly string[]): Promise<Instance> {
  let file: Instance | undefined;
  for (const content of contents) file = await of.uploads(content, name, of.rootId, 'version');
  return file!;
}
const list = (of: Person, instanceId: string) => of.call(calls.version.list, { instanceId });
const numbers = async (of: Person, instanceId: string) => (await list(of, instanceId)).items.map(({ version }) => version);
const restore = (of: Person, instanceId: string, version: number) => of.call(calls.version.restore, { instanceId, version });
const remove = (of: Person, instanceId: string, version: number) => of.call(calls.version.remove, { instanceId, version });
const contentOf = async (of: Person, instanceId: string, version?: number): Promise<string> => {
  const { url } = await of.call(calls.download.download, { instanceId, ...(version !== undefined && { version }) });
  return (await fetch(url)).text();
};
/** The space's stored figure of used bytes, and the same computed from its versions. */
async function usage(of: Person): Promise<{ kept: number; counted: number }> {
  const { rows } = await sql<{ kept: number; counted: number }>`
    select used_bytes as kept, (select coalesce(sum(v.size), 0)::bigint from version v join instance i on i.id = v.instance_id where i.space_id = s.id) as counted
    from space s where root_id = ${of.rootId}`.execute(company.database);
  return rows[0]!;
}

test('an old version comes back as a new one, once, with its content, its size and who did it', async () => {
  const file = await saved(person, 'back.txt', ['first', 'the second', '3']);
  assert.deepEqual(await numbers(person, file.instanceId), [3, 2, 1]);
  const back = await restore(person, file.instanceId, 2);
  assert.deepEqual([back.version, back.fileSize], [4, 10]);
  assert.equal(await contentOf(person, file.instanceId), 'the second');
  assert.equal((await restore(person, file.instanceId, 2)).version, 4);
  const [newest, ...older] = (await list(person, file.instanceId)).items;
  assert.deepEqual([newest!.current, newest!.restoredFrom, newest!.creator.userId], [true, 2, person.userId]);
  assert.ok(older.every((one) => !one.current && one.restoredFrom === null));
  const { kept, counted } = await usage(person);
  assert.equal(kept, counted);
});

test('a number that no version can have is refused as a field, and is no fault of the server', async () => {
  const file = await saved(person, 'beyond.txt', ['1', '2']);
  for (const version of [2 ** 31, Number.MAX_SAFE_INTEGER])
    for (const call of [calls.version.restore, calls.version.remove, calls.download.download]) {
      const reply = await person.ask(call, { instanceId: file.instanceId, version });
      assert.deepEqual([reply.status, reply.field], [400, 'version'], call.name);
    }
});

test('a version is removed for good, never the current one, and its room is free', async () => {
  const owner = await company.person();
  const file = await saved(owner, 'less.txt', ['1', '22', '333']);
  assert.equal((await usage(owner)).kept, 6);
  await remove(owner, file.instanceId, 2);
  assert.deepEqual(await usage(owner), { kept: 4, counted: 4 });
  assert.deepEqual(await numbers(owner, file.instanceId), [3, 1]);
  await assert.rejects(remove(owner, file.instanceId, 2), refused('VERSION_NOT_FOUND'));
  await assert.rejects(remove(owner, file.instanceId, 3), refused('VERSION_IS_CURRENT'));
  await assert.rejects(restore(owner, file.instanceId, 2), refused('VERSION_NOT_FOUND'));
  await assert.rejects(contentOf(owner, file.instanceId, 2), refused('FILE_NOT_FOUND'));
  assert.equal(await contentOf(owner, file.instanceId, 1), '1');
});

test('what nothing needs any more is released for collection, what another file needs is not', async () => {
  const owner = await company.person();
  const file = await saved(owner, 'released.txt', ['only here', 'and here']);
  const marked = async () => {
    const { rows } = await sql<{ marked: boolean }>`
      select b.unneeded_since is not null as marked from blob b where b.md5 = md5('only here') and b.quarantined_at is null`.execute(
      company.database,
    );
    return rows.some((row) => row.marked);
  };
  await owner.uploads('only here', 'other.txt');
  await company.verified();
  await remove(owner, file.instanceId, 1);
  assert.equal(await marked(), false);
});

test('a version without room is not brought back, and changes nothing', async () => {
  const owner = await company.person({ quotaBytes: 12 });
  const file = await saved(owner, 'full.txt', ['1234567', '12345']);
  await assert.rejects(restore(owner, file.instanceId, 1), refused('SPACE_NOT_ENOUGH'));
  assert.deepEqual([await numbers(owner, file.instanceId), await usage(owner)], [[2, 1], { kept: 12, counted: 12 }]);
});

test('of many who restore, remove and save at once the figures stay exact and one version is current', async () => {
  const owner = await company.person();
  const file = await saved(owner, 'busy.txt', ['a', 'bb', 'ccc', 'dddd']);
  await Promise.all([
    ...[1, 2, 3, 1, 2].map((version) => owner.ask(calls.version.restore, { instanceId: file.instanceId, version })),
    ...[1, 2, 3].map((version) => owner.ask(calls.version.remove, { instanceId: file.instanceId, version })),
    owner.uploads('eeeee', 'busy.txt', owner.rootId, 'version'),
    freeOldVersions(company.database, { kept: 3, days: null }),
  ]);
  const { kept, counted } = await usage(owner);
  assert.equal(kept, counted);
  const { items } = await list(owner, file.instanceId);
  assert.deepEqual(
    items.map((one) => one.current),
    items.map((_, index) => index === 0),
  );
  assert.equal(items[0]!.version, (await owner.call(calls.instance.queryInstanceDetail, { instanceId: file.instanceId })).version);
  assert.deepEqual(company.troubles, []);
});

test('of two who restore at once, each is told the version that came of it', async () => {
  const owner = await company.person();
  const file = await saved(owner, 'two.txt', ['a', 'bb', 'ccc']);
  const answers = await answersHeld(company.database, () => [restore(owner, file.instanceId, 1), restore(owner, file.instanceId, 2)]);
  assert.deepEqual(answers.map(({ version }) => version).toSorted(), [4, 5]);
  const { items } = await list(owner, file.instanceId);
  for (const [at, { version, fileSize }] of answers.entries())
    assert.deepEqual([items.find((one) => one.version === version)?.restoredFrom, fileSize], [at + 1, at + 1]);
});

test('the policy keeps so many and so long after their replacement, and always what a file holds now', async () => {
  const owner = await company.person();
  const many = await saved(owner, 'many.txt', ['1', '2', '3', '4', '5']);
  const old = await saved(owner, 'old.txt', ['then', 'now']);
  const alone = await saved(owner, 'alone.txt', ['since ever']);
  await sql`update version set created_at = now() - interval '3 years', replaced_at = replaced_at - interval '10 days'
    where instance_id = ${old.instanceId}`.execute(company.database);
  await sql`update version set created_at = now() - interval '3 years' where instance_id = ${alone.instanceId}`.execute(company.database);
  await freeOldVersions(company.database, { kept: 3, days: 11 });
  assert.deepEqual(await numbers(owner, many.instanceId), [5, 4, 3]);
  assert.deepEqual(await numbers(owner, old.instanceId), [2, 1]);
  await freeOldVersions(company.database, { kept: 3, days: 9 });
  assert.deepEqual(await numbers(owner, old.instanceId), [2]);
  await freeOldVersions(company.database, { kept: 1, days: null });
  assert.deepEqual(await numbers(owner, many.instanceId), [5]);
  assert.equal(await contentOf(owner, alone.instanceId), 'since ever');
  const { kept, counted } = await usage(owner);
  assert.equal(kept, counted);
  assert.equal(await freeOldVersions(company.database, { kept: 1, days: 1 }), 0);
});

test('an old version is content and history: without either right it is not given, and its link ends with them and with it', async () => {
  const [owner, reader] = [await company.person(), await company.person()];
  const file = await saved(owner, 'secret.txt', ['old words', 'new words']);
  const give = (role: 'sharedPerson' | 'reader' | 'viewer' | 'editor') =>
    setGrants(company.database, [
      {
        instanceId: file.instanceId,
        subject: { kind: 'person', id: reader.userId },
        role,
        source: { kind: 'share', id: file.instanceId },
        grantorId: owner.userId,
      },
    ]);
  const take = () => sql`delete from file_grant where instance_id = ${file.instanceId}`.execute(company.database);
  await give('reader');
  const preview = (version?: number) => reader.looksAt(file.instanceId, version);
  assert.ok((await preview()).url);
  await assert.rejects(preview(1), refused('NOT_ALLOWED'));
  await assert.rejects(list(reader, file.instanceId), refused('NOT_ALLOWED'));
  await take();
  await give('sharedPerson');
  assert.equal(await contentOf(reader, file.instanceId, 1), 'old words');
  await assert.rejects(restore(reader, file.instanceId, 1), refused('NOT_ALLOWED'));
  await take();
  await give('viewer');
  const hashes = async (person: Person) => (await list(person, file.instanceId)).items.map(({ sha256 }) => sha256 !== null);
  await company.verified();
  assert.deepEqual(
    [await hashes(owner), await hashes(reader)],
    [
      [true, true],
      [false, false],
    ],
    'a hash is a mark of the content',
  );
  await take();
  await give('editor');
  await assert.rejects(remove(reader, file.instanceId, 1), refused('NOT_ALLOWED'));
  const { url } = await preview(1);
  assert.equal((await fetch(url)).status, 200);
  await remove(owner, file.instanceId, 1);
  await sleep(1300); // longer than a permission is cached
  if (company.store.kind === 'disk') assert.equal((await fetch(url)).status, 403);
});

test('an old version that is asked back twice at once comes back once', async () => {
  for (let n = 0; n < 6; n += 1) {
    const file = await saved(person, `twice ${n}.txt`, ['first', 'second']);
    await Promise.all([restore(person, file.instanceId, 1), restore(person, file.instanceId, 1)]);
    assert.deepEqual(await numbers(person, file.instanceId), [3, 2, 1]);
  }
});

test('old versions of a file that has left the bin give no room back: it was given back with the file', async () => {
  const owner = await company.person();
  await owner.uploads('stays where it is', 'stays.txt');
  const file = await saved(owner, 'gone.txt', ['older', 'newer']);
  const used = async (): Promise<number> => (await usage(owner)).kept;
  const before = await used();
  await owner.call(calls.instance.remove, { instanceIds: [file.instanceId] });
  const [entry] = (await owner.call(calls.recycle.page, {})).items;
  await owner.call(calls.recycle.remove, { recycleIds: [entry!.recycleId] });
  for (const end = Date.now() + 5000; (await used()) === before && Date.now() < end;) await sleep(20);
  assert.equal(await used(), 'stays where it is'.length);
  await freeOldVersions(company.database, { kept: 1, days: null });
  assert.deepEqual([await used(), await numberOfVersions(file.instanceId)], ['stays where it is'.length, 1]);
  assert.deepEqual(await checkData(company.database), []);
});

const numberOfVersions = async (instanceId: string): Promise<number> =>
  (await sql`select from version where instance_id = ${instanceId}`.execute(company.database)).rows.length;
