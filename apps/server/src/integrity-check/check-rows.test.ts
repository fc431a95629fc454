/** Every fault that rows can have is reported, and the check takes time in proportion to the number of rows. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openCompany, plansOf } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { checkData } from './index.ts';

let company: Company;
let [person, other]: Person[] = [];
/** A chain: each folder contains the next. */
let [top, middle, low, behind]: string[] = [];
let [fileId, manyId]: string[] = [];
let spaceId: string;
/** The bytes that the person uses. */
let all: number;
before(async () => {
  company = await openCompany();
  [person, other] = [await company.person(), await company.person()];
  top = (await person.folder('top')).instanceId;
  middle = (await person.folder('middle', top)).instanceId;
  low = (await person.folder('low', middle)).instanceId;
  fileId = (await person.uploads('content', 'file.txt', low)).instanceId;
  // More rows than one portion has, both before and after the damaged row.
  await manyFiles(5000);
  behind = (await person.folder('behind them all')).instanceId;
  const space = await company.database
    .selectFrom('space')
    .select(['id', 'used_bytes'])
    .where('root_id', '=', person.rootId)
    .executeTakeFirstOrThrow();
  [spaceId, all] = [space.id, space.used_bytes];
});
after(() => company.close());

/** Inserts files with the test file's content into one folder. Half of their ids are older than the test file's, half newer. */
async function manyFiles(count: number): Promise<void> {
  manyId = (await person!.folder('many')).instanceId;
  await sql`insert into instance (id, space_id, parent_id, is_file, name, folded_name, blob_id, size, creator_id, editor_id)
    select case when n % 2 = 0 then uuidv7() else uuidv7(interval '-1 day') end, space_id, ${manyId}, true, n::text, n::text, blob_id, size, creator_id, editor_id
    from instance, generate_series(1, ${count}::int) n where instance.id = ${fileId}`.execute(company.database);
  await sql`insert into version (instance_id, number, blob_id, size, creator_id)
    select id, 1, blob_id, size, creator_id from instance where parent_id = ${manyId}`.execute(company.database);
  await sql`update space set used_bytes = used_bytes + ${count}::int * (select size from instance where id = ${fileId})
    where id = (select space_id from instance where id = ${manyId})`.execute(company.database);
}

const found = async (): Promise<string[]> =>
  (await checkData(company.database)).flatMap(({ what, shown, count }) => shown.map((row) => `${what} (${count}): ${row}`)).sort();

/** Bypasses all triggers and foreign keys. */
const bare = (...statements: readonly string[]): Promise<void> =>
  company.database.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    for (const statement of statements) await sql.raw(statement).execute(transaction);
  });
const set = (id: string | undefined, values: string) => `update instance set ${values} where id = '${id}'`;
const spaceOf = (one: Person | undefined) => `(select id from space where root_id = '${one!.rootId}')`;
const md5Uuid = (text: string) =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
const stranger = '01234567-89ab-7def-8123-456789abcdef';

interface Damage {
  damage: readonly string[];
  takeBack: readonly string[];
  named: readonly string[];
}
const damages: Readonly<Record<string, () => Damage>> = {
  'a folder that is gone': () => ({
    damage: [set(fileId, `parent_id = '${stranger}'`)],
    takeBack: [set(fileId, `parent_id = '${low}'`)],
    named: [
      `an item whose folder does not exist, or is a file (1): ${fileId}`,
      `a folder whose kept count differs (1): ${low} kept 0+1 has 0+0`,
    ],
  }),
  'a folder that is a file': () => ({
    damage: [set(middle, `parent_id = '${fileId}'`)],
    takeBack: [set(middle, `parent_id = '${top}'`)],
    named: [`an item whose folder does not exist, or is a file (1): ${middle}`],
  }),
  'a tree beside all spaces': () => ({
    damage: [set(middle, 'parent_id = null')],
    takeBack: [set(middle, `parent_id = '${top}'`)],
    named: [
      `an item without a folder that is no top folder (1): ${middle}`,
      ...[middle, low].map((id) => `folders that hold each other in a ring, or hang on nothing (2): ${id}`),
    ],
  }),
  'another space than the folder has': () => ({
    damage: [set(fileId, `space_id = ${spaceOf(other)}`)],
    takeBack: [set(fileId, `space_id = ${spaceOf(person)}`)],
    named: [`an item in another space than its folder (1): ${fileId}`],
  }),
  'a ring': () => ({
    damage: [set(top, `parent_id = '${low}'`)],
    takeBack: [set(top, `parent_id = '${person!.rootId}'`)],
    named: [top, middle, low].map((id) => `folders that hold each other in a ring, or hang on nothing (3): ${id}`),
  }),
  'two of one name': () => ({
    damage: ['drop index instance_live_name', set(behind, `(parent_id, folded_name) = ('${person!.rootId}', 'many')`)],
    takeBack: [
      set(behind, `folded_name = name`),
      'create unique index instance_live_name on instance (names_in(parent_id), folded_name) where deleted_at is null',
    ],
    named: [`two live items of one name in a folder (1): ${person!.rootId} many`],
  }),
  'folders that are too deep': () => ({
    damage: [
      `insert into instance (id, space_id, parent_id, is_file, name, folded_name, creator_id, editor_id)
        select md5('deep' || n)::uuid, space_id, case when n = 1 then id else md5('deep' || n - 1)::uuid end, false, 'deep', 'deep', creator_id, editor_id
        from instance, generate_series(1, 62) n where id = '${low}'`,
    ],
    takeBack: [`delete from instance where name = 'deep'`],
    named: [`a folder deeper than allowed (1): ${md5Uuid('deep62')} level 65`],
  }),
  'counts of what is there, and of what is not': () => ({
    damage: [
      `update folder_count set files = 7 where folder_id = '${manyId}'`,
      `insert into folder_count values ('${behind}', 1, 2) on conflict (folder_id) do update set folders = 1, files = 2`,
    ],
    takeBack: [
      `update folder_count set files = 5000 where folder_id = '${manyId}'`,
      `delete from folder_count where folder_id = '${behind}'`,
    ],
    named: [
      `a folder whose kept count differs (2): ${manyId} kept 0+7 has 0+5000`,
      `a folder whose kept count differs (2): ${behind} kept 1+2 has 0+0`,
    ],
  }),
  'heights of what is there, and of what is not': () => ({
    damage: [
      `update folder_height set height = 9 where folder_id = '${top}'`,
      `insert into folder_height values ('${behind}', '${person!.rootId}', 1)`,
    ],
    takeBack: [`update folder_height set height = 2 where folder_id = '${top}'`, `delete from folder_height where folder_id = '${behind}'`],
    named: [
      `a folder whose kept height differs (3): ${top} kept 9 has 2`,
      `a folder whose kept height differs (3): ${behind} kept 1 has 0`,
    ],
  }),
  'a height that counts for another folder': () => ({
    damage: [`update folder_height set counts_for = '${behind}' where folder_id = '${middle}'`],
    takeBack: [`update folder_height set counts_for = '${top}' where folder_id = '${middle}'`],
    named: [`a folder whose kept height differs (1): ${middle} kept 1 has 1`],
  }),
  'a deleted item that nobody finds': () => ({
    damage: [set(fileId, 'deleted_at = now()')],
    takeBack: [set(fileId, 'deleted_at = null')],
    named: [`a deleted item that is in no bin, or a live one that is in one (1): ${fileId}`],
  }),
  'a live item in a bin, of another space and folder': () => ({
    damage: [
      `insert into recycle (id, instance_id, space_id, parent_id, deleted_by, expires_at)
        values ('${stranger}', '${fileId}', ${spaceOf(other)}, '${top}', '${person!.userId}', now())`,
    ],
    takeBack: [`delete from recycle where id = '${stranger}'`],
    named: [
      `a deleted item that is in no bin, or a live one that is in one (1): ${fileId}`,
      `a bin entry that names another space or folder than its item (1): ${stranger}`,
    ],
  }),
  'room that nothing uses or reserves': () => ({
    damage: [`update space set used_bytes = used_bytes + 5, reserved_bytes = 6 where id = ${spaceOf(person)}`],
    takeBack: [`update space set used_bytes = used_bytes - 5, reserved_bytes = 0 where id = ${spaceOf(person)}`],
    named: [
      `a space whose used room differs from its versions (1): ${spaceId} says ${all + 5} has ${all}`,
      `a space whose reserved room differs from what reserves it (1): ${spaceId} says 6 has 0`,
    ],
  }),
  'room of a tree that has left the bin': () => ({
    damage: [
      set(top, 'deleted_at = now()'),
      `insert into recycle (id, instance_id, space_id, parent_id, deleted_by, expires_at, bin, left_at, bytes)
        values ('${stranger}', '${top}', ${spaceOf(person)}, '${person!.rootId}', '${person!.userId}', now(), 2, now(), 7)`,
    ],
    takeBack: [set(top, 'deleted_at = null'), `delete from recycle where id = '${stranger}'`],
    named: [`a space whose used room differs from its versions (1): ${spaceId} says ${all} has ${all - 'content'.length}`],
  }),
  'versions of other contents, in all portions': () => ({
    damage: [
      `update version set size = size + 1 where instance_id in (select id from instance where parent_id in ('${manyId}', '${low}'))`,
    ],
    takeBack: [
      `update version set size = size - 1 where instance_id in (select id from instance where parent_id in ('${manyId}', '${low}'))`,
    ],
    named: [`a space whose used room differs from its versions (1): ${spaceId} says ${all} has ${all + 5001}`],
  }),
  'a version without content': () => ({
    damage: [
      `create table kept as select * from version where instance_id = '${fileId}'`,
      `update version set blob_id = '${stranger}' where instance_id = '${fileId}'`,
    ],
    takeBack: [`update version set blob_id = kept.blob_id from kept where version.instance_id = kept.instance_id`, 'drop table kept'],
    named: [
      `a file whose newest version is not its content (1): ${fileId}`,
      `a version whose content is stored nowhere (1): ${fileId} version 1`,
    ],
  }),
};

for (const [danger, plan] of Object.entries(damages))
  test(`named, and nothing once it is taken back: ${danger}`, async () => {
    const { damage, takeBack, named } = plan();
    await bare(...damage);
    const said = await found();
    for (const line of named) assert.ok(said.includes(line), `${line} is not in\n${said.join('\n')}`);
    await bare(...takeBack);
    assert.deepEqual(await found(), []);
  });

test('of what thousands have, ten are shown and all are counted', async () => {
  const change = (by: number) =>
    bare(`update version set size = size + ${by} where instance_id in (select id from instance where parent_id = '${manyId}')`);
  await change(1);
  const finding = (await checkData(company.database)).find(({ what }) => what === 'a file whose newest version is not its content');
  assert.deepEqual([finding?.count, finding?.shown.length], [5000, 10]);
  await change(-1);
});

test('no statement reads a table whole, or makes something that grows with the rows: the check would be felt by all who work', async () => {
  await sql`analyze`.execute(company.database);
  const plans = await plansOf(company.database, checkData);
  assert.ok(plans.length > 20, `${plans.length} statements`);
  for (const { text, plan } of plans) {
    assert.doesNotMatch(
      plan,
      /Seq Scan on (instance|version|replica|recycle|folder_count|folder_height)\b|Hash Join|Merge Join/,
      `${text}\n${plan}`,
    );
    assert.doesNotMatch(plan, /Index (Only )?Scan using \S+ on (instance|version|replica)\b[^\n]*\n(?!.*Index Cond)/, `${text}\n${plan}`);
  }
});
