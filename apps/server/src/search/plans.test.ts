/** Searches in large tables use only indexes. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { calls, limits } from '@alcove/contract';
import type { SpaceId } from '@alcove/contract';
import { pageOfFolder } from '../files/list.ts';
import type { UserContext } from '../http/index.ts';
import { regionsOf } from '../permission/index.ts';
import { openCompany, plansOf } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { mostHeldBy, slowness } from '../testing/held.ts';
import { keysOfWords } from './content-keys.ts';
import { statementBelow, statementOf } from './instance-queries.ts';
import type { Wanted } from './instance-queries.ts';
import { keysIn } from './name-keys.ts';
import { nameKeysOf } from './name-keys-of.ts';
import { readNames } from './read-names.ts';
import { quick, searchPage } from './search-files.ts';

const size = 20_000;
let company: Company;
let owner: Person;
let spaceId: SpaceId;
before(async () => {
  company = await openCompany();
  owner = await company.person();
  const { database } = company;
  spaceId = (await database.selectFrom('space').select('id').where('root_id', '=', owner.rootId).executeTakeFirstOrThrow()).id;
  await sql`insert into blob (id, size, md5, sha256, verified_at, text_state)
    select gen_random_uuid(), 1, 'x', 'sha ' || n, now(), 'read' from generate_series(1, ${size}::int) n`.execute(database);
  await sql`insert into blob_text (blob_id, text, keys) select id, 'text', array[hashtext(id::text), 7] from blob`.execute(database);
  await sql`insert into instance (id, space_id, parent_id, is_file, name, folded_name, blob_id, size, creator_id, editor_id)
    select gen_random_uuid(), ${spaceId}, ${owner.rootId}, true, 'f' || sha256, 'f' || sha256, id, 1, ${owner.userId}, ${owner.userId} from blob`.execute(
    database,
  );
  // Each name has a key of its own, one that about a tenth of the names have, and one that all have.
  await sql`update instance_name set keys = array[hashtext(instance_id::text), hashtext(instance_id::text) % 5, 7]`.execute(database);
  await sql`vacuum analyze`.execute(database);
});
after(() => company.close());

const wants = (keys: number[]): Record<string, Wanted> => ({
  names: { in: 'names', spaces: [{ spaceId, keys }] },
  'texts, of many': { in: 'texts', spaces: [{ spaceId, keys }], words: ['word'], few: null, smallSpaceIds: [] },
  'texts, of few': { in: 'texts', spaces: [{ spaceId, keys }], words: ['word'], few: [spaceId], smallSpaceIds: [] },
});

const context = (): UserContext =>
  ({
    caller: {
      userId: owner.userId,
      sessionId: '',
      sessionKind: 'browser',
      accountName: '',
      realName: '',
      adminItems: [] as UserContext['caller']['adminItems'],
      speedLimit: null,
    },
    language: 'en-US',
  }) as UserContext;

/** Gives so many names the key of `abc`. */
async function nameAbc(names: number): Promise<void> {
  await sql`update instance_name set keys = ${keysIn(spaceId, ['abc'])}::integer[] where instance_id in (
    select instance_id from instance_name order by instance_id limit ${names})`.execute(company.database);
}

async function planOf(statement: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(company.database);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

const indexes: Record<string, RegExp> = {
  names: /instance_name_keys/,
  'texts, of many': /blob_text_keys/,
  'texts, of few': /instance_blob/,
};

for (const [what, keys] of Object.entries({ 'one thing': [123_456], 'what many have': [3, 7], 'what all have': [7] }))
  test(`nothing large is walked through for ${what}`, async () => {
    const { regions } = await regionsOf(company.database, context().caller, ['search']);
    for (const [kind, wanted] of Object.entries(wants(keys))) {
      const search = { wanted, regions, filter: {}, most: 300, userId: owner.userId, folded: 'f', namesUpTo: null };
      const [inSpaces, below] = [await planOf(statementOf(search)), await planOf(statementBelow(search, regions))];
      assert.match(inSpaces, indexes[kind]!, inSpaces);
      for (const plan of [inSpaces, below]) assert.doesNotMatch(plan, /Seq Scan on (instance|instance_name|blob_text|version)\b/, plan);
    }
  });

test('a text leads to its files also where a filter lets few files of a space through and many files have one content', async () => {
  const { database } = company;
  const assume = (blobs: number, spaces: number) =>
    sql`alter table instance
    alter column blob_id set (n_distinct = ${sql.lit(blobs)}), alter column space_id set (n_distinct = ${sql.lit(spaces)})`.execute(
      database,
    );
  await assume(10, 10_000);
  await sql`analyze instance`.execute(database);
  for (const [kind, wanted] of Object.entries(wants([7])).filter(([, { in: where }]) => where === 'texts')) {
    const plan = await planOf(
      statementOf({
        wanted,
        regions: [],
        filter: { category: 3, sizeMin: 1 },
        most: 300,
        userId: owner.userId,
        folded: 'f',
        namesUpTo: null,
      }),
    );
    assert.match(plan, /instance_blob\b/, `${kind}\n${plan}`);
  }
  await assume(0, 0);
  await sql`analyze instance`.execute(database);
});

const page = (input: Partial<Parameters<typeof pageOfFolder>[1]>) => (database: Company['database']) =>
  pageOfFolder(
    { database, nameKeys: (space, keyword) => nameKeysOf(database, space, keyword) },
    calls.instance.page.request.parse({ parentId: owner.rootId, ...input }),
    context(),
  );

for (const [what, work] of Object.entries<(database: Company['database']) => Promise<unknown>>({
  'while one types': (database) => quick(database, { keyword: '报告 report', limit: 6, t: undefined }, context()),
  'for a page of results': (database) =>
    searchPage(database, calls.search.searchInstancePage.request.parse({ keyword: 'quarterly', page: 1 }), context()),
  'for a page of a folder': page({ page: 100 }),
  'for all files of a space': page({ everywhere: true, sortField: 'fileSize' }),
  'for all files of a space that are named so': page({ everywhere: true, keyword: 'report' }),
}))
  test(`nothing large is walked through ${what}`, async () => {
    const plans = await plansOf(company.database, work);
    assert.ok(plans.length > 0);
    for (const { text, plan } of plans)
      assert.doesNotMatch(plan, /Seq Scan on (instance|instance_name|blob|blob_text|version|folder_count)\b/, `${text}\n${plan}`);
    // A search for a name or text is driven by its index.
    for (const { text, plan } of plans.filter(({ text }) => /keys @> \$/.test(text)))
      assert.match(plan, /Bitmap Index Scan on (instance_name_keys|blob_text_keys)/, `${text}\n${plan}`);
  });

test('the files of one name that lie far down an order are gathered once', async () => {
  const { database } = company;
  await sql`insert into instance (id, space_id, parent_id, is_file, name, folded_name, blob_id, size, creator_id, editor_id)
    select gen_random_uuid(), ${spaceId}, ${owner.rootId}, true, 'z ' || n, 'z ' || n, (select id from blob limit 1), 1, ${owner.userId}, ${owner.userId}
    from generate_series(1, 12000) n`.execute(database);
  const name = (keys: number[]) =>
    sql`update instance_name set keys = ${keys}::integer[] where instance_id in (select id from instance where name like 'z %')`.execute(
      database,
    );
  await name(keysIn(spaceId, ['abc']));
  const asked = page({ everywhere: true, keyword: 'abc' });
  const { total, items } = await asked(database);
  assert.deepEqual([total, items[0]?.instanceName, items[19]?.instanceName], [limits.filesEverywhere, 'z 1', 'z 20']);
  const plans = await plansOf(database, asked);
  assert.equal(plans.filter(({ text }) => /keys @> \$/.test(text)).length, 1);
  await name([7]);
});

test('what lies below somebody’s places is walked through only where more than a search looks at would match in the whole space', async () => {
  const { database } = company;
  const receiver = await company.person();
  await sql`insert into file_grant (id, instance_id, subject_kind, subject_id, role, source_kind, source_id, grantor_id)
    select gen_random_uuid(), id, 'person', ${receiver.userId}, 'viewer', 'share', gen_random_uuid(), ${owner.userId}
    from instance where space_id = ${spaceId} and is_file limit 1`.execute(database);
  const caller = { ...context().caller, userId: receiver.userId };
  const walksAmong = async (matches: number): Promise<number> => {
    await nameAbc(matches);
    const plans = await plansOf(database, (listening) =>
      quick(listening, { keyword: 'abc', limit: 6, t: undefined }, { ...context(), caller }),
    );
    return plans.filter(({ plan }) => /CTE below/.test(plan)).length;
  };
  assert.deepEqual([await walksAmong(10), await walksAmong(300)], [0, 1]);
});

test('no file is looked for by its text where names fill all pages', async () => {
  const { database } = company;
  await sql`update blob_text set keys = keys || ${keysOfWords(['abc'])}::integer[] where blob_id in (select blob_id from blob_text limit 5)`.execute(
    database,
  );
  const lookupsBeside = async (names: number): Promise<number> => {
    await nameAbc(names);
    const asked = calls.search.searchInstancePage.request.parse({ keyword: 'abc', page: 1 });
    const plans = await plansOf(database, (listening) => searchPage(listening, asked, context()));
    return plans.filter(({ plan }) => /Index Scan using instance_blob/.test(plan)).length;
  };
  assert.deepEqual([await lookupsBeside(999), await lookupsBeside(1000)], [1, 0]);
});

test('what waits is read from the beginning of what waits, also when all that is known of the names is that they all wait', async () => {
  const { database } = company;
  await sql`update instance_name set keys = null`.execute(database);
  await sql`vacuum analyze instance_name`.execute(database);
  const plans = await plansOf(database, (listening) => readNames(listening, 100));
  const [reading] = plans;
  assert.match(reading!.plan, /instance_name_waiting/, reading!.plan);
});

test('whoever was given two thousand things by three hundred people holds nobody up by searching', async () => {
  const { database } = company;
  const receiver = await company.person();
  await sql`insert into user_account (id, account_name, real_name, search_text)
    select gen_random_uuid(), 'giver_' || n, 'giver', 'giver' from generate_series(1, 300) n`.execute(database);
  await sql`insert into file_grant (id, instance_id, subject_kind, subject_id, role, source_kind, source_id, grantor_id)
    select gen_random_uuid(), i.id, 'person', ${receiver.userId}, 'viewer', 'share', gen_random_uuid(), giver.id
    from (select id, row_number() over () as at from instance where space_id = ${spaceId} and is_file limit 2000) i
      join (select id, row_number() over () as at from user_account where real_name = 'giver') giver on giver.at = 1 + i.at % 300`.execute(
    database,
  );
  const caller = { ...context().caller, userId: receiver.userId };
  const held: number[] = [];
  for (let times = 0; times < 3; times += 1) held.push(await mostHeldBy(() => regionsOf(database, caller, ['search'])));
  assert.ok(Math.min(...held) < 40 * slowness(), `held ${held.map((ms) => ms.toFixed(0)).join(', ')} ms`);
});
