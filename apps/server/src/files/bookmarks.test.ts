/** Pages in the middle of a large folder, which are found from a bookmark, are those of a list that PostgreSQL sorts without any. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls, encodeName, instanceSortFields } from '@alcove/contract';
import type { InstanceId, InstanceSortField, SpaceId } from '@alcove/contract';
import { newId } from '../ids.ts';
import { makeNodes, setGrants } from '../permission/tree.test-support.ts';
import { group } from '../sharing/sharing.test-support.ts';
import { freshBytes, openCompany } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

const [folders, files] = [1050, 2950];
let company: Company;
let editor: Person;
let reader: Person;
let parentId: InstanceId;
let spaceId: SpaceId;
before(async () => {
  company = await openCompany();
  [editor, reader] = [await company.person(), await company.person()];
  const { database } = company;
  const made = await group(company, editor, [[reader, 'viewer']]);
  spaceId = made.spaceId as SpaceId;
  parentId = (await editor.folder('many', made.rootId)).instanceId;
  const { instanceId: fileId } = await editor.uploads('12345', 'one.txt', made.rootId);
  const { blob_id: blobId } = await database.selectFrom('instance').select('blob_id').where('id', '=', fileId).executeTakeFirstOrThrow();
  const all = Array.from({ length: folders + files }, (_, n) => ({
    id: newId<InstanceId>(),
    parentId,
    name: `第 ${(n * 7919) % (folders + files)} 个`,
    creatorId: editor.userId,
    blobId: n < folders ? null : blobId,
  }));
  for (let first = 0; first < all.length; first += 1000) await makeNodes(database, spaceId, all.slice(first, first + 1000));
  // Many are equal in each order but the names.
  await sql`update instance set size = case when is_file then hashtext(name) & 63 else 0 end, category = 1 + (hashtext(name) & 3),
    updated_at = now() - (hashtext(name) & 1023) * interval '1 second', created_at = now() - (hashtext(name) & 255) * interval '1 hour'
    where parent_id = ${parentId}`.execute(database);
});
after(() => company.close());

interface Listed {
  ids: InstanceId[];
  total: number;
}
type Order = [InstanceSortField, 'asc' | 'desc'];
const orders = instanceSortFields.flatMap((field): Order[] => [
  [field, 'asc'],
  [field, 'desc'],
]);
const columns = { instanceName: 'name collate zh_natural', fileSize: 'size', updateTime: 'updated_at', createTime: 'created_at', category: 'category' }; // prettier-ignore

async function page(person: Person, page: number, [sortField, sortOrder]: Order) {
  const { items, total } = await person.call(calls.instance.page, { parentId, page, pageSize: 100, sortField, sortOrder });
  return { ids: items.map(({ instanceId }) => instanceId), total } satisfies Listed;
}

/** The whole list, which nothing but the table itself gives: no count, no index, no bookmark. */
async function sorted([field, order]: Order, without: InstanceId | null = null): Promise<InstanceId[]> {
  const { rows } = await sql<{ id: InstanceId }>`
    select id from (select * from instance where parent_id = ${parentId} and deleted_at is null and id is distinct from ${without}::uuid offset 0) as i
    order by is_file, ${sql.raw(`${columns[field]} ${order}`)}, id ${sql.raw(order)}`.execute(company.database);
  return rows.map(({ id }) => id);
}

async function samePages(person: Person, order: Order, pages: readonly number[], without: InstanceId | null = null): Promise<void> {
  const whole = await sorted(order, without);
  for (const number of pages) {
    const { ids, total } = await page(person, number, order);
    assert.deepEqual(ids, whole.slice((number - 1) * 100, number * 100), `page ${number} by ${order.join(' ')}`);
    assert.equal(total, whole.length);
  }
}

/** A jump to the middle, pages turned from there in both directions, the border between folders and files, and the last page. */
const visits = [26, 27, 24, 11, 25, 40];

test('pages around the middle are right in every order, whatever was looked at before', async () => {
  for (const order of orders) await samePages(editor, order, visits);
});

test('what comes, goes, is renamed or gets a new content between two pages is where it belongs on the next one', async () => {
  const shown = async (order: Order) => (await page(editor, 26, order)).ids;
  const changes: Record<string, () => Promise<unknown>> = {
    'a new file': () => editor.uploads(freshBytes(1), '第 0 个.txt', parentId),
    'a file in the bin': async () =>
      editor.call(calls.instance.remove, { instanceIds: (await shown(['instanceName', 'asc'])).slice(0, 2) }),
    'a new name': async () =>
      editor.call(calls.instance.rename, {
        instanceId: (await shown(['instanceName', 'asc']))[3]!,
        fileName: encodeName('阿.txt'),
      }),
    'a new version': async () => {
      const { items } = await editor.call(calls.instance.page, { parentId, page: 26, pageSize: 100, sortField: 'fileSize' });
      await editor.uploads(freshBytes(5000), items[3]!.instanceName, parentId, 'version');
    },
    'a file that is moved away': async () =>
      editor.call(calls.instance.move, {
        instanceIds: (await shown(['fileSize', 'asc'])).slice(5, 6),
        targetParentId: (await page(editor, 1, ['instanceName', 'asc'])).ids[0]!,
        onConflict: 'fail',
      }),
  };
  for (const [what, change] of Object.entries(changes)) {
    for (const order of orders) await samePages(editor, order, [26]);
    const before = await Promise.all(orders.map((order) => sorted(order)));
    await change();
    assert.notDeepEqual(await Promise.all(orders.map((order) => sorted(order))), before, what);
    for (const order of orders) await samePages(editor, order, [27, 26]);
  }
});

test('what is closed to somebody is not on their pages because somebody else has looked at them before', async () => {
  const order: Order = ['updateTime', 'desc'];
  const closed = (await page(editor, 26, order)).ids[50]!;
  await samePages(reader, order, [26, 27]);
  await setGrants(company.database, [
    {
      instanceId: closed,
      subject: { kind: 'person', id: reader.userId },
      role: 'forbidden',
      source: { kind: 'group', id: spaceId },
      grantorId: editor.userId,
    },
  ]);
  await samePages(editor, order, [26, 27]);
  await samePages(reader, order, [26, 27, 25], closed);
  await samePages(editor, order, [25, 27]);
});
