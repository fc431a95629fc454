/**
 * Every level × every permission below it × every way to take the item away. What is closed to a person is unchanged afterwards, whichever
 * call they use, and no refusal reveals its name.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls, failures, defaultRoleItems } from '@alcove/contract';
import type { FileRole, InstanceId, ItemOutcome } from '@alcove/contract';
import { group, member, shares } from '../sharing/sharing.test-support.ts';
import { isItsTurn, leftOut, openCompany, thorough } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { newId } from '../ids.ts';
import { makeNodes, makeSpace, setGrants } from './tree.test-support.ts';

const { instance, recycle } = calls;
let company: Company;
let [leader, smith]: Person[] = [];
before(async () => {
  company = await openCompany();
  [leader, smith] = [await company.person(), await company.person()];
});
after(() => company.close());

const levels = ['viewer', 'downloader', 'uploader', 'editor', 'operator', 'sharer', 'manager'] as const;
/** Null: no permission of its own. 'deeper': the folder is open, but a file in it is closed. */
const children = [null, 'forbidden', 'observer', 'reader', 'viewer', 'downloader', 'uploader', 'editor', 'manager', 'deeper'] as const;
const marker = '机密-salaries';

async function plant(level: FileRole, child: FileRole | 'deeper' | null) {
  const { database } = company;
  const { spaceId, rootId } = await makeSpace(database, { kind: 2, ownerId: leader!.userId, creatorId: leader!.userId });
  const make = newId<InstanceId>;
  const ids = { parent: make(), between: make(), closed: make(), inner: make(), other: make(), namesake: make() };
  const node = (id: InstanceId, parentId: InstanceId, name: string) => ({ id, parentId, name, creatorId: leader!.userId, blobId: null });
  await makeNodes(database, spaceId, [
    node(ids.parent, rootId, 'parent'),
    node(ids.between, ids.parent, 'between'),
    node(ids.closed, ids.between, marker),
    node(ids.inner, ids.closed, 'inner'),
    node(ids.other, rootId, 'other'),
    node(ids.namesake, ids.other, 'parent'),
  ]);
  const grant = (instanceId: InstanceId, role: FileRole) => ({
    instanceId,
    subject: { kind: 'person' as const, id: smith!.userId },
    role,
    source: { kind: 'group' as const, id: spaceId },
    grantorId: leader!.userId,
  });
  const below = child === null ? [] : [child === 'deeper' ? grant(ids.inner, 'forbidden') : grant(ids.closed, child)];
  await setGrants(database, [grant(rootId, level), ...below]);
  return { rootId, ...ids };
}
type Planted = Awaited<ReturnType<typeof plant>>;

const errcodeOf = (reply: { errcode: number; data: ItemOutcome[] | null }): number => {
  const one = reply.data?.[0];
  return reply.errcode !== 0 ? reply.errcode : one && !one.done ? one.errcode : 0;
};
const stands = async ({ closed }: Planted, asked: Person): Promise<boolean> =>
  (await asked.ask(instance.queryInstanceDetail, { instanceId: closed })).errcode === 0;
const entryOf = async (person: Person, instanceId: string): Promise<string | undefined> =>
  (await person.call(recycle.page, { pageSize: 100 })).items.find((item) => item.instanceId === instanceId)?.recycleId;

/** Returns the errcode of the first item: 0 for people who may do it, a refusal if something below is closed. */
const ways: Record<string, (planted: Planted) => Promise<number>> = {
  remove: async ({ parent }) => errcodeOf(await smith!.ask(instance.remove, { instanceIds: [parent] })),
  'move out': async ({ parent }) =>
    errcodeOf(await smith!.ask(instance.move, { instanceIds: [parent], targetParentId: smith!.rootId, onConflict: 'rename' })),
};

/** One in three children below each level with each commit, others below each, and each pair in time. */
let [cells, pairs] = [0, 0];
for (const [nth, level] of levels.entries())
  test(`a ${level} takes nothing away that is closed to them below what they take`, async () => {
    const may = (defaultRoleItems[level] as readonly string[]).includes('delete');
    for (const child of children.filter((_, index) => isItsTurn(nth + index, 3))) {
      pairs += 1;
      const open = child === null || (child !== 'deeper' && (defaultRoleItems[child] as readonly string[]).includes('delete'));
      const about = `${level} above ${child}`;
      for (const [name, way] of Object.entries(ways)) {
        const planted = await plant(level, child);
        const errcode = await way(planted);
        const expected = !may ? failures.NOT_ALLOWED.errcode : open ? 0 : failures.HOLDS_HIDDEN.errcode;
        assert.equal(errcode, level === 'uploader' ? failures.FILE_NOT_FOUND.errcode : expected, `${about}: ${name}`);
        if (errcode !== 0) assert.ok(await stands(planted, leader!), `${about}: ${name} took it`);
        cells += 1;
      }
      // From the bin, where the leader put it: deleting forever needs a manager with access to all of it, restoring a manager.
      const planted = await plant(level, child);
      const { parent } = planted;
      await leader!.call(instance.remove, { instanceIds: [parent] });
      const entry = (await entryOf(leader!, parent))!;
      const manages = level === 'manager';
      const [purged] = await smith!.call(recycle.remove, { recycleIds: [entry] });
      assert.equal(purged?.done, manages && open, `${about}: for good`);
      await smith!.call(recycle.clear, {});
      assert.equal((await entryOf(leader!, parent)) !== undefined, !(manages && open), `${about}: cleared`);
      cells += 2;
      if (manages && open) continue;
      const [restored] = await smith!.call(recycle.restore, { recycleIds: [entry] });
      assert.equal(restored?.done, manages, `${about}: restored`);
      if (!manages) await leader!.call(recycle.restore, { recycleIds: [entry] });
      assert.ok(await stands(planted, leader!), `${about}: after the bin`);
      // Merged into a folder of the same name: what is closed stays where it is.
      if (may) {
        await smith!.call(instance.move, { instanceIds: [parent], targetParentId: planted.other, onConflict: 'merge' });
        assert.equal(
          await stands(planted, smith!),
          child === null || child === 'deeper' || (defaultRoleItems[child] as readonly string[]).includes('attribute'),
          `${about}: what smith sees after the merge`,
        );
        assert.ok(await stands(planted, leader!), `${about}: merged`);
      }
      cells += 2;
    }
  });

test('an editor who deleted something may bring it back, not destroy it; the refusal tells no name', async () => {
  const planted = await plant('editor', 'forbidden');
  const refusal = await smith!.ask<ItemOutcome[] | null>(instance.remove, { instanceIds: [planted.parent] });
  assert.equal(errcodeOf(refusal), failures.HOLDS_HIDDEN.errcode);
  for (const secret of [marker, planted.closed, planted.inner]) assert.ok(!JSON.stringify(refusal).includes(secret));
  const own = (await smith!.folder('mine', planted.rootId)).instanceId;
  await smith!.call(instance.remove, { instanceIds: [own] });
  const { items } = await smith!.call(recycle.page, { pageSize: 100 });
  const entry = items.find((item) => item.instanceId === own)!;
  assert.equal(entry.removable, false);
  const [outcome] = await smith!.call(recycle.remove, { recycleIds: [entry.recycleId] });
  assert.equal(outcome?.done === false && outcome.errcode, failures.NOT_ALLOWED.errcode);
  await smith!.call(recycle.clear, {});
  assert.ok(await entryOf(leader!, own));
  const [back] = await smith!.call(recycle.restore, { recycleIds: [entry.recycleId] });
  assert.ok(back?.done);
  // The parent may be moved within its space with everything in it. What is closed stays closed.
  const to = (await leader!.folder('elsewhere', planted.rootId)).instanceId;
  assert.equal(errcodeOf(await smith!.ask(instance.move, { instanceIds: [planted.parent], targetParentId: to })), 0);
  assert.equal(await stands(planted, smith!), false);
  assert.ok(await stands(planted, leader!));
});

for (const level of ['edit', 'manager'] as const)
  test(`a receiver with ${level} leaves what was shared in its place and under its name; what lies in it is theirs to change, not to destroy`, async () => {
    const folder = (await leader!.folder(`shared ${level}`)).instanceId;
    const file = (await leader!.uploads('content', `inside ${level}.txt`, folder)).instanceId;
    const other = (await leader!.folder('other', folder)).instanceId;
    const fileSharingId = await shares(leader!, folder, [member(smith!, level)]);
    for (const through of [{}, { fileSharingId }]) {
      assert.equal(errcodeOf(await smith!.ask(instance.remove, { instanceIds: [folder], ...through })), failures.NOT_ALLOWED.errcode);
      assert.equal(
        (await smith!.ask(instance.rename, { instanceId: folder, fileName: 'bWluZQ_d_d', ...through })).errcode,
        failures.NOT_ALLOWED.errcode,
      );
      assert.equal(
        errcodeOf(await smith!.ask(instance.move, { instanceIds: [folder], targetParentId: smith!.rootId, ...through })),
        failures.NOT_ALLOWED.errcode,
      );
      const { fileAuth } = await smith!.call(instance.queryInstanceDetail, { instanceId: folder, ...through });
      assert.deepEqual(
        fileAuth.filter((item) => ['rename', 'move', 'delete'].includes(item)),
        [],
      );
    }
    assert.equal(errcodeOf(await smith!.ask(instance.move, { instanceIds: [file], targetParentId: other })), 0);
    assert.equal(errcodeOf(await smith!.ask(instance.remove, { instanceIds: [file] })), 0);
    const entry = (await entryOf(smith!, file))!;
    const [outcome] = await smith!.call(recycle.remove, { recycleIds: [entry] });
    assert.equal(outcome?.done === false && outcome.errcode, failures.NOT_ALLOWED.errcode);
    await smith!.call(recycle.clear, {});
    await leader!.call(recycle.restore, { recycleIds: [entry] });
    assert.equal((await leader!.downloads(file)).toString(), 'content');
    // The same for a single shared file.
    const alone = (await leader!.uploads('alone', `alone ${level}.txt`)).instanceId;
    await shares(leader!, alone, [member(smith!, level)]);
    assert.equal(errcodeOf(await smith!.ask(instance.remove, { instanceIds: [alone] })), failures.NOT_ALLOWED.errcode);
  });

test('what a giver may not delete below is not taken away by a receiver of their share', async () => {
  const { rootId, spaceId } = await group(company, leader!, [[smith!, 'editor']]);
  const parent = (await leader!.folder('parent', rootId)).instanceId;
  const middle = (await leader!.folder('middle', parent)).instanceId;
  const closed = (await leader!.folder(marker, middle)).instanceId;
  await setGrants(company.database, [
    {
      instanceId: closed,
      subject: { kind: 'person', id: smith!.userId },
      role: 'viewer',
      source: { kind: 'group', id: spaceId },
      grantorId: leader!.userId,
    },
  ]);
  const receiver = await company.person();
  await shares(smith!, parent, [member(receiver, 'edit')]);
  assert.equal(errcodeOf(await receiver.ask(instance.remove, { instanceIds: [middle] })), failures.HOLDS_HIDDEN.errcode);
});

test('the matrix is as large as it was', (context) => {
  context.diagnostic(
    `${levels.length} levels x ${children.length} children: ${leftOut(pairs, levels.length * children.length)}, ${cells} cells`,
  );
  assert.ok(cells >= (thorough ? 400 : 120), `${cells}`);
});
