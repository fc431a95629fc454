import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreignWrites } from './table-owners.ts';

const groups = 'apps/server/src/groups/group-queries.ts';
const src = (folder: string): string => `apps/server/src/${folder}/some-queries.ts`;

const offenders: [statement: string, owner: string, what: string][] = [
  ['sql`update space set used_bytes = 0`', 'spaces', 'update rows of the table space'],
  ['sql`with a as (delete from space where id = 1) select 1`', 'spaces', 'delete rows of the table space'],
  ['sql`insert into space (id) values (1)`', 'spaces', 'insert rows of the table space'],
  ["database.updateTable('space').set({})", 'spaces', 'update rows of the table space'],
  ["database.insertInto( 'space')", 'spaces', 'insert rows of the table space'],
  ["database.deleteFrom('space as s')", 'spaces', 'delete rows of the table space'],
  ['sql`select id from space where id = 1 order by id for no key update`', 'spaces', 'lock rows of the table space'],
  ['sql`select from space for update`', 'spaces', 'lock rows of the table space'],
  ['sql`select from space where id = any(${ids}::uuid[]) for share`', 'spaces', 'lock rows of the table space'],
  ['sql`select i.id from instance i join space s on s.id = i.space_id for update of i, s`', 'spaces', 'lock rows of the table space'],
  ['sql`update blob set unneeded_since = null`', 'contents', 'update rows of the table blob'],
  ['sql`with b as (insert into blob (id) values (1)) select 1`', 'contents', 'insert rows of the table blob'],
  ['sql`select b.id from blob b, folder where b.id = 1 for key share of b`', 'contents', 'lock rows of the table blob'],
  ['sql`select id from blob where id in (select blob_id from version) for share`', 'contents', 'lock rows of the table blob'],
  ["database\n.selectFrom('blob')\n.select('id')\n.forKeyShare()", 'contents', 'lock rows of the table blob'],
  ['sql`insert into replica (blob_id) values (1)`', 'contents', 'insert rows of the table replica'],
  ['sql`delete from replica`', 'contents', 'delete rows of the table replica'],
  ["transaction.insertInto('version').values([])", 'versions', 'insert rows of the table version'],
  ['sql`delete from version v using instance i`', 'versions', 'delete rows of the table version'],
  ['sql`with made as (\n  insert\n  into instance (id) values (1)) select 1`', 'files', 'insert rows of the table instance'],
  ["transaction.insertInto('instance')", 'files', 'insert rows of the table instance'],
];

for (const [statement, owner, what] of offenders)
  test(`only ${owner} may do this: ${statement.replaceAll(/\s+/g, ' ')}`, () => {
    assert.deepEqual(foreignWrites(groups, `await ${statement};`), [`${groups}: only ${owner} may ${what}`]);
    assert.deepEqual(foreignWrites(src(owner), `await ${statement};`), []);
  });

for (const statement of [
  'sql`update group_space set x = 1`',
  'sql`select used_bytes from space`',
  'sql`select 1 from x for update`',
  'sql`select i.id from instance i join space s on s.id = i.space_id where s.kind = 1 for update of i`',
  'sql`with s as (select id from space where kind = 1) select id from x for update`',
  'sql`select u.id from upload u where exists (select from blob b where b.id = u.blob_id) for update`',
  'sql`update instance set name = 1`',
  "database.updateTable('instance').set({})",
  'sql`update version set blob_id = 1`',
  'sql`select from version for update`',
  "// update space set\n/* delete from space */ database.selectFrom('space')",
])
  test(`anybody may do this: ${statement.replaceAll(/\s+/g, ' ')}`, () => {
    assert.deepEqual(foreignWrites(groups, `\n${statement};`), []);
  });

test('tests, migrations and other programs are not judged', () => {
  for (const path of ['apps/server/src/groups/a.test.ts', 'apps/server/src/database/migrations/0001-a.ts', 'bench/seed.ts'])
    assert.deepEqual(foreignWrites(path, 'sql`update space set x = 1`'), []);
});
