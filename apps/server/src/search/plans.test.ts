/** In large tables a search goes by the indexes alone. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { regionsOf } from '../permission/index.ts';
import { openCompany } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { statementOf } from './instance-queries.ts';
import type { Wanted } from './instance-queries.ts';

const size = 20_000;
let company: Company;
let owner: Person;
let spaceId: string;
before(async () => {
  company = await openCompany();
  owner = await company.person();
  const { database } = company;
  spaceId = (await database.selectFrom('space').select('id').where('root_id', '=', owner.rootId).executeTakeFirstOrThrow()).id;
  await sql`insert into blob (id, size, md5, sha256, verified_at, text_state)
    select uuidv7(), 1, 'x', 'sha ' || n, now(), 'read' from generate_series(1, ${size}::int) n`.execute(database);
  await sql`insert into blob_text (blob_id, text, keys) select id, 'text', array[hashtext(id::text), 7] from blob`.execute(database);
  await sql`insert into instance (id, space_id, parent_id, is_file, name, folded_name, blob_id, size, creator_id, editor_id)
    select uuidv7(), ${spaceId}, ${owner.rootId}, true, 'f' || sha256, 'f' || sha256, id, 1, ${owner.userId}, ${owner.userId} from blob`.execute(
    database,
  );
  // Each name has some keys of its own, one that a tenth have, and one that all have.
  await sql`update instance_name set keys = array[hashtext(instance_id::text), hashtext(instance_id::text) % 5, 7]`.execute(database);
  await sql`vacuum analyze`.execute(database);
});
after(() => company.close());

const wants = (keys: number[]): Record<string, Wanted> => ({
  names: { in: 'names', spaces: [{ spaceId, keys }] },
  texts: { in: 'texts', spaces: [{ spaceId, keys }], words: ['word'] },
});

for (const [what, keys] of Object.entries({ 'one thing': [123_456], 'what many have': [3, 7], 'what all have': [7] }))
  test(`nothing large is walked through for ${what}`, async () => {
    const caller = {
      userId: owner.userId,
      sessionId: '',
      sessionKind: 'browser',
      accountName: '',
      realName: '',
      adminRole: null,
      speedLimit: null,
    } as const;
    const { regions } = await regionsOf(company.database, caller, ['search']);
    for (const [kind, wanted] of Object.entries(wants(keys))) {
      const statement = statementOf({ wanted, regions, filter: {}, most: 300 });
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(company.database);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      assert.match(plan, kind === 'names' ? /instance_name_keys/ : /blob_text_keys/, plan);
      assert.doesNotMatch(plan, /Seq Scan on (instance|instance_name|blob_text|version)\b/, plan);
    }
  });
