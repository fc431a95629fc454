import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreignWrites } from './table-owners.ts';

const groups = 'apps/server/src/groups/group-queries.ts';

for (const statement of [
  'sql`update space set used_bytes = 0`',
  'sql`with a as (delete from space where id = 1) select 1`',
  'sql`insert into space (id) values (1)`',
  "database.updateTable('space').set({})",
  "database.insertInto( 'space')",
  "database.deleteFrom('space as s')",
  'sql`select id from space where id = 1 order by id for no key update`',
  'sql`select from space for update`',
])
  test(`only its owner may do this: ${statement}`, () => {
    assert.deepEqual(foreignWrites(groups, `await ${statement};`), [`${groups}: only spaces writes to the table space`]);
    assert.deepEqual(foreignWrites('apps/server/src/spaces/quota.ts', `await ${statement};`), []);
  });

test('reading, other tables and comments are nobody’s', () => {
  const source =
    '// update space set\n/* delete from space */ sql`update group_space set x = 1`; sql`select used_bytes from space`; sql`select 1 from x for update`';
  assert.deepEqual(foreignWrites(groups, source), []);
  for (const path of ['apps/server/src/groups/a.test.ts', 'apps/server/src/database/migrations/0001-a.ts', 'bench/seed.ts'])
    assert.deepEqual(foreignWrites(path, 'sql`update space set x = 1`'), []);
});
