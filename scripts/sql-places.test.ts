import assert from 'node:assert/strict';
import { test } from 'node:test';
import { misplacedSql } from './sql-places.ts';

const useCase = 'apps/server/src/upload/save-upload.ts';

for (const statement of [
  'await sql`select 1`.execute(database)',
  'const { rows } = await sql<{ id: string }>`select 1`.execute(database)',
  'const isLive = sql<boolean>`i.deleted_at is null`',
  'const rows = sql<Row<{ id: string }>>\n  `select 1`',
  'order.push(sql.ref(column))',
  'const at = sql.lit(3)',
  "await database\n    .selectFrom('instance')\n    .select('id')",
  "transaction.insertInto('version')",
  "transaction.updateTable('blob')",
  "database.deleteFrom('recycle')",
])
  test(`SQL in a use case is named: ${statement.replaceAll(/\s+/g, ' ')}`, () => {
    assert.equal(misplacedSql(useCase, `import { sql } from 'kysely';\n${statement};`).length, 1);
    assert.deepEqual(misplacedSql('apps/server/src/upload/save-queries.ts', statement), []);
    assert.deepEqual(misplacedSql('apps/server/src/database/fragments.ts', statement), []);
    assert.deepEqual(misplacedSql('apps/server/src/database/migrations/0001-first.ts', statement), []);
    assert.deepEqual(misplacedSql('apps/server/src/upload/upload.test.ts', statement), []);
    assert.deepEqual(misplacedSql('apps/server/src/testing/company.ts', statement), []);
  });

test('a file of the composition root is judged too', () => {
  assert.equal(misplacedSql('apps/server/src/alcove.ts', 'sql`select 1`').length, 1);
});

test('comments, and words that only sound like it, are no SQL', () => {
  for (const source of [
    '/** Runs sql`select 1` and .selectFrom(x). */',
    'work(); // sql`select 1`',
    'const nosql = `text`; list.select(); mysql`x`;',
    "database.transaction().execute((transaction) => lockFile(transaction, 'sql'));",
  ])
    assert.deepEqual(misplacedSql(useCase, source), []);
});
