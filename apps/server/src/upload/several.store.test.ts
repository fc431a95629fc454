import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls, encodeName, failures, limits } from '@alcove/contract';
import type { EachAnswer, Instance } from '@alcove/contract';
import { checkFields, freshBytes, instantFields, openCompany, refused, Upload } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
});
after(() => company.close());

test('several small files are checked in one call and saved in another, each with an answer of its own', async () => {
  const bytes = [freshBytes(100), freshBytes(200), freshBytes(300)];
  const names = ['甲.txt', '乙 📄.txt', 'bad/name.txt'];
  const parentId = person.rootId;
  const checks = await person.call(calls.upload.checkUploads, {
    items: bytes.map((content, index) => checkFields(content, { name: names[index]!, parentId })),
  });
  assert.deepEqual(
    checks.map((check) => check.done && check.data.uploadflag),
    ['3', '3', '4'],
  );
  const uploads = await Promise.all(
    checks.slice(0, 2).map(async (check, index) => {
      assert.ok(check.done && check.data.uploadflag === '3');
      const upload = new Upload(person, bytes[index]!, { name: names[index]!, parentId }, check.data);
      await upload.put();
      return upload;
    }),
  );
  const [first, second] = uploads.map((upload) => upload.saveFields());
  const saved = await person.call(calls.upload.uploads, { items: [first!, { ...second!, fName: encodeName('另一个.txt') }, first!] });
  assert.deepEqual(
    saved.map((answer) => (answer.done ? answer.data.instanceName : answer.errcode)),
    ['甲.txt', failures.UPLOAD_STEP_WRONG.errcode, '甲.txt'],
  );
  const [again] = await person.call(calls.upload.uploads, { items: [second!] });
  assert.ok(again?.done && again.data.instanceName === '乙 📄.txt');
  assert.deepEqual((await person.names()).sort(), ['乙 📄.txt', '甲.txt'].sort());
});

/** Such a file has a row while it is open. A smaller one has none (`signed-plans.ts`). */
const withRow = 300_000;

/** Checks and sends small files. Returns what saves them. */
async function sent(files: readonly { name: string; parentId: string; size?: number; onConflict?: 'rename' | 'version' }[], by = person) {
  const contents = files.map(({ size = 100 }) => freshBytes(size));
  const items = files.map((file, index) => checkFields(contents[index]!, file));
  const checks = await by.call(calls.upload.checkUploads, { items });
  return Promise.all(
    checks.map(async (check, index) => {
      assert.ok(check.done && check.data.uploadflag === '3', JSON.stringify(check));
      const upload = new Upload(by, contents[index]!, files[index]!, check.data);
      await upload.put();
      return upload.saveFields();
    }),
  );
}

/** How many statements like this wait for a lock. */
const waits = async (like = '%'): Promise<number> =>
  (
    await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like ${like}`.execute(
      company.database,
    )
  ).rows.length;
const ofRemoval = 'select from space%for no key update';
const ofSave = '%given as materialized%';

/** What of the answers came about: the name, or why not. */
const outcomes = (answers: readonly EachAnswer<Instance>[]): string[] =>
  answers.map((answer) => (answer.done ? answer.data.instanceName : answer.code));
const bytesOf = (of: Person) =>
  company.database.selectFrom('space').select(['used_bytes', 'reserved_bytes']).where('owner_id', '=', of.userId).executeTakeFirstOrThrow();
/** In how many transactions rows were written last. */
const commitsOf = async (table: 'instance' | 'upload', ids: readonly string[]): Promise<number> => {
  const { rows } = await sql<{
    n: number;
  }>`select count(distinct xmin::text)::int as n from ${sql.table(table)} where id::text = any(${ids})`.execute(company.database);
  return rows[0]!.n;
};

test('what one call asks for is one commit, and what it saves is another', async () => {
  const [one, other] = [await person.folder('one'), await person.folder('other')];
  const names = Array.from({ length: 12 }, (_, index) => `${index}.txt`);
  const before = await bytesOf(person);
  const items = await sent(names.map((name, index) => ({ name, parentId: [one, other][index % 2]!.instanceId, size: withRow })));
  const open = await company.database
    .selectFrom('upload')
    .select('id')
    .where('state', '=', 'open')
    .where('user_id', '=', person.userId)
    .execute();
  assert.ok(open.length >= 12);
  assert.equal(
    await commitsOf(
      'upload',
      open.slice(-12).map(({ id }) => id),
    ),
    1,
  );
  const saved = await person.call(calls.upload.uploads, { items });
  assert.deepEqual(outcomes(saved), names);
  assert.equal(
    await commitsOf(
      'instance',
      saved.map((answer) => (answer.done ? answer.data.instanceId : '')),
    ),
    1,
  );
  const after = await bytesOf(person);
  assert.deepEqual([after.used_bytes - before.used_bytes, after.reserved_bytes], [12 * withRow, before.reserved_bytes]);
  assert.deepEqual((await person.names(one.instanceId)).length, 6);
});

test('of several files some are saved, and each of the others is refused or named by itself', async () => {
  const { instanceId: parentId } = await person.folder('mixed');
  await person.folder('folder.txt', parentId);
  await person.uploads('first', 'version.txt', parentId);
  const items = await sent([
    { name: 'free.txt', parentId },
    { name: 'twice.txt', parentId },
    { name: 'Twice.TXT', parentId },
    { name: 'twice.txt', parentId, onConflict: 'rename' },
    { name: 'version.txt', parentId, onConflict: 'version' },
    { name: 'removed.txt', parentId },
  ]);
  await person.call(calls.upload.recycleStorageFile, { bucketName: items[5]!.bucketName, objectKey: items[5]!.objectKey });
  const asked = [
    ...items.slice(0, 3),
    { ...items[3]!, onConflict: 'rename' as const },
    { ...items[4]!, onConflict: 'version' as const },
    items[5]!,
  ];
  const saved = await person.call(calls.upload.uploads, { items: asked });
  const expected = ['free.txt', 'twice.txt', 'NAME_TAKEN', 'twice (1).txt', 'version.txt', 'UPLOAD_UNKNOWN'];
  assert.deepEqual(outcomes(saved), expected);
  const again = await person.call(calls.upload.uploads, { items: asked });
  assert.deepEqual(
    again.map((answer) => answer.done && answer.data.instanceId),
    saved.map((answer) => answer.done && answer.data.instanceId),
  );
  assert.deepEqual((await person.names(parentId)).sort(), ['folder.txt', 'free.txt', 'twice (1).txt', 'twice.txt', 'version.txt']);
});

test('two calls at once that want the same names get each of them once', async () => {
  const { instanceId: parentId } = await person.folder('contested');
  const names = Array.from({ length: 8 }, (_, index) => ({ name: `${index}.txt`, parentId }));
  const [a, b] = [await sent(names), await sent(names.toReversed())];
  const answers = await Promise.all([a, b].map((items) => person.call(calls.upload.uploads, { items })));
  assert.deepEqual(answers.flatMap(outcomes).sort(), [...names.map(({ name }) => name), ...names.map(() => 'NAME_TAKEN')].sort());
});

test('of what does not fit together, as much is taken as fits', async () => {
  const small = await company.person({ quotaBytes: 750_000 });
  const checks = await small.call(calls.upload.checkUploads, {
    items: ['a', 'b', 'c'].map((name) => checkFields(freshBytes(withRow), { name, parentId: small.rootId })),
  });
  assert.deepEqual(
    checks.map((check) => check.done && check.data.uploadflag),
    ['3', '3', '2'],
  );
  assert.deepEqual(await bytesOf(small), { used_bytes: 0, reserved_bytes: 600_000 });
});

test('several files are transferred instantly with one commit; a wrong proof and a full space refuse one alone', async () => {
  const small = await company.person({ quotaBytes: 1000 });
  const bytes = freshBytes(300);
  await small.uploads(bytes, 'known.txt');
  await company.verified();
  const files = ['a.txt', 'b.txt', 'c.txt'].map((name) => ({ name, parentId: small.rootId }));
  const offers = await small.call(calls.upload.checkUploads, { items: files.map((file) => checkFields(bytes, file)) });
  const tickets = offers.map((offer) => {
    assert.ok(offer.done && offer.data.uploadflag === '1', JSON.stringify(offer));
    return offer.data;
  });
  const items = tickets.map((ticket, index) => instantFields(ticket, bytes, files[index]!));
  const [a, b, c] = items;
  const wrong = { ...b!, proof: '0'.repeat(64) };
  const saved = await small.call(calls.upload.secondUploads, { items: [a!, wrong, c!, a!] });
  assert.deepEqual(outcomes(saved), ['a.txt', 'PROOF_WRONG', 'c.txt', 'a.txt']);
  const ids = saved.map((answer) => (answer.done ? answer.data.instanceId : ''));
  assert.deepEqual([await commitsOf('instance', [ids[0]!, ids[2]!]), ids[3]], [1, ids[0]]);
  assert.deepEqual(await bytesOf(small), { used_bytes: 900, reserved_bytes: 0 });
  const more = await small.call(calls.upload.checkUploads, { items: [checkFields(bytes, { name: 'd.txt', parentId: small.rootId })] });
  assert.deepEqual(
    more.map((offer) => offer.done && offer.data.uploadflag),
    ['2'],
  );
});

for (const size of [100, withRow])
  test(`what is saved while a save waits shares the next statement; a right that ends meanwhile refuses one alone: ${size} bytes`, async () => {
    const [leader, member] = [await company.person(), await company.person()];
    const { groupId } = await leader.call(calls.group.createGroup, { groupName: `saved together ${size}`, preallocatedSize: 10_000_000 });
    await leader.call(calls.group.addMembers, { groupId, members: [{ kind: 'person', id: member.userId, level: 'manager' }] });
    const named = (...names: string[]) => names.map((name) => ({ name, parentId: groupId, size }));
    const [first, ...others] = await sent(named('first.txt', 'a.txt', 'b.txt', 'c.txt'), leader);
    const [lost] = await sent(named('lost.txt'), member);
    const [refusedOne] = await sent(named('first.txt'), leader);
    const reserved = company.database.selectFrom('space').select('reserved_bytes').where('id', '=', groupId);
    const save = (by: Person, fields: (typeof others)[number]) => by.ask<Instance>(calls.upload.upload, fields);
    const asked = await company.database.transaction().execute(async (transaction) => {
      await sql`select from space where id = ${groupId} for update`.execute(transaction);
      const alone = save(leader, first!);
      while ((await waits()) < 1) await sleep(5);
      const together = [...others, refusedOne!].map((fields) => save(leader, fields));
      const without = save(member, lost!);
      await sleep(1000);
      assert.equal(await waits(), 1);
      await sql`delete from file_grant where source_id = ${groupId} and subject_id = ${member.userId}`.execute(transaction);
      return [alone, ...together, without];
    });
    const answers = await Promise.all(asked);
    const errcodes = answers.map(({ errcode }) => errcode);
    assert.deepEqual(errcodes, [0, 0, 0, 0, failures.NAME_TAKEN.errcode, failures.FILE_NOT_FOUND.errcode]);
    assert.deepEqual((await leader.names(groupId)).sort(), ['a.txt', 'b.txt', 'c.txt', 'first.txt']);
    assert.deepEqual(await reserved.executeTakeFirst(), { reserved_bytes: size === withRow ? withRow : 0 });
  });

test('of several files whose folder is deleted while they are saved, each is refused, or comes back with the folder', async () => {
  const { groupId } = await person.call(calls.group.createGroup, { groupName: 'folder goes', preallocatedSize: 10_000_000 });
  for (const [rootId, size] of [person.rootId, groupId].flatMap((id) => [100, withRow].map((bytes) => [id, bytes] as const))) {
    const [gone, stays] = [await person.folder(`goes ${size}`, rootId), await person.folder(`stays ${size}`, rootId)];
    const { instanceId: below } = await person.folder('below', gone.instanceId);
    const items = await sent([gone.instanceId, stays.instanceId, below].map((parentId) => ({ name: 'a.txt', parentId, size })));
    const space = company.database
      .selectFrom('space')
      .select(['used_bytes', 'reserved_bytes'])
      .where(rootId === groupId ? 'id' : 'root_id', '=', rootId as never);
    const before = await space.executeTakeFirstOrThrow();
    const { removed, saved } = await company.database.transaction().execute(async (transaction) => {
      await sql`select from space where id = ${groupId} or root_id = ${rootId} for update`.execute(transaction);
      const removed = person.call(calls.instance.remove, { instanceIds: [gone.instanceId] });
      while ((await waits(ofRemoval)) < 1) await sleep(5);
      const saved = person.call(calls.upload.uploads, { items });
      while ((await waits(ofSave)) < 1) await sleep(5);
      return { removed, saved };
    });
    await removed;
    // In one's own space nobody can lose a right, so what was sent before the folder went counts as saved before.
    const refusal = rootId === groupId ? 'FILE_NOT_FOUND' : 'a.txt';
    assert.deepEqual(outcomes(await saved), [refusal, 'a.txt', refusal]);
    const bin = await person.call(calls.recycle.page, {});
    const { recycleId } = bin.items.find(({ instanceId }) => instanceId === gone.instanceId)!;
    await person.call(calls.recycle.restore, { recycleIds: [recycleId] });
    // Refused, it is kept for when the folder is back.
    assert.deepEqual(outcomes(await person.call(calls.upload.uploads, { items })), ['a.txt', 'a.txt', 'a.txt']);
    const names = await Promise.all([gone.instanceId, stays.instanceId, below].map((id) => person.names(id)));
    assert.deepEqual(names, [['below', 'a.txt'], ['a.txt'], ['a.txt']]);
    const after = await space.executeTakeFirstOrThrow();
    assert.deepEqual(after, {
      used_bytes: before.used_bytes + 3 * size,
      reserved_bytes: before.reserved_bytes - (size === withRow ? 3 * withRow : 0),
    });
  }
});

test('saves of one moment in one space share a commit', async () => {
  const { instanceId: parentId } = await person.folder('one moment');
  const items = await sent(['first', 'a', 'b', 'c'].map((name) => ({ name: `${name}.txt`, parentId })));
  const asked = await company.database.transaction().execute(async (transaction) => {
    await sql`select from space where owner_id = ${person.userId} for update`.execute(transaction);
    const saves = [person.call(calls.upload.upload, items[0]!)];
    while ((await waits(ofSave)) < 1) await sleep(5);
    saves.push(...items.slice(1).map((fields) => person.call(calls.upload.upload, fields)));
    await sleep(1000);
    return saves;
  });
  const saved = await Promise.all(asked);
  const ids = saved.map(({ instanceId }) => instanceId);
  assert.deepEqual([await commitsOf('instance', ids), await commitsOf('instance', ids.slice(1))], [2, 1]);
});

test("another person's folder does not exist in any of several either, and nothing is reserved there", async () => {
  const other = await company.person();
  const [check] = await person.call(calls.upload.checkUploads, {
    items: [checkFields(freshBytes(50), { name: 'a.txt', parentId: other.rootId })],
  });
  assert.ok(check && !check.done && check.errcode === failures.FILE_NOT_FOUND.errcode);
  assert.deepEqual(await other.names(), []);
});

test('a call has at most so many', async () => {
  const items = Array.from({ length: limits.uploadsPerCall + 1 }, () =>
    checkFields(freshBytes(10), { name: 'a.txt', parentId: person.rootId }),
  );
  await assert.rejects(person.call(calls.upload.checkUploads, { items }), refused('TOO_MANY_ITEMS'));
});

test('a folder that grew since the first files came is not read again with each file', async () => {
  const { instanceId: parentId } = await person.folder('grows');
  const add = async (turn: number) => {
    const items = await sent([1, 2].map((n) => ({ name: `${turn} ${n}.txt`, parentId })));
    const answers = await person.call(calls.upload.uploads, { items });
    await person.uploads(freshBytes(100), `${turn} alone.txt`, parentId);
    return answers;
  };
  const turns = Array.from({ length: 12 }, (_, turn) => turn); // PostgreSQL keeps a plan after some eight
  for (const turn of turns) await add(turn);
  const grown = 2_000;
  await sql`
    insert into instance (id, space_id, parent_id, is_file, name, folded_name, category, blob_id, size, creator_id, editor_id)
    select gen_random_uuid(), space_id, parent_id, true, 'more ' || n, 'more ' || n, category, blob_id, size, creator_id, editor_id
    from instance, generate_series(1, ${grown}) n where parent_id = ${parentId} and name = '0 1.txt'`.execute(company.database);
  for (const turn of [1, 2, 3]) await add(turns.length + turn);
  // A connection tells what it has read at its end.
  const others = sql`from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
  await company.database.connection().execute(async (connection) => {
    const before = await sql`select pid, pg_terminate_backend(pid) ${others}`.execute(connection);
    const ended = before.rows.map((row) => (row as { pid: number }).pid);
    while ((await sql`select ${others} and pid = any(${ended}::int[])`.execute(connection)).rows.length > 0) await sleep(20);
    await sql`select pg_stat_force_next_flush()`.execute(connection);
  });
  const { rows } = await sql<{ read: number }>`
    select sum(idx_tup_read)::int as read from pg_stat_user_indexes where relname = 'instance' and indexrelname <> 'instance_pkey'`.execute(
    company.database,
  );
  assert.ok(rows[0]!.read < grown, `${rows[0]!.read} entries were read`);
});
