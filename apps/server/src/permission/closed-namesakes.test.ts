/** If a closed item already has the name, nothing can be put into it by any call, and no call reveals what has the name. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls, failures } from '@alcove/contract';
import type { FileRole } from '@alcove/contract';
import { openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { group } from '../sharing/sharing.test-support.ts';
import { setGrants } from './tree.test-support.ts';

const { instance } = calls;
let company: Company;
let [leader, smith]: Person[] = [];
before(async () => {
  company = await openCompany();
  [leader, smith] = [await company.person(), await company.person()];
});
after(() => company.close());

/** A group with a folder and a file that are closed to a member who may edit everything else. The folder contains another folder. */
async function closed(role: FileRole) {
  const { rootId, spaceId } = await group(company, leader!, [[smith!, 'editor']]);
  const secret = (await leader!.folder('Board', rootId)).instanceId;
  const salaries = (await leader!.folder('Salaries', secret)).instanceId;
  const file = (await leader!.uploads('theirs', 'plan.txt', rootId)).instanceId;
  await setGrants(
    company.database,
    [secret, file].map((instanceId) => ({
      instanceId,
      subject: { kind: 'person' as const, id: smith!.userId },
      role,
      source: { kind: 'group' as const, id: spaceId },
      grantorId: leader!.userId,
    })),
  );
  return { rootId, secret, salaries, file };
}

for (const role of ['forbidden', 'viewer', 'observer', 'downloader'] as const)
  test(`a tree that names a folder where one is ${role} puts nothing into it and tells no id`, async () => {
    const { rootId, secret, salaries } = await closed(role);
    for (const tree of [
      { instanceName: 'Board' },
      { instanceName: 'BOARD', children: [{ instanceName: 'planted' }] },
      { instanceName: 'Board', children: [{ instanceName: 'Salaries', children: [{ instanceName: 'planted' }] }] },
    ]) {
      const answer = await smith!.ask(instance.batchCreateFolder, { parentId: rootId, ...tree });
      assert.equal(answer.errcode, failures.NAME_TAKEN.errcode, JSON.stringify(tree));
      for (const id of [secret, salaries]) assert.ok(!JSON.stringify(answer).includes(id));
    }
    // A closed folder deeper in the tree rolls back what the call has created above it.
    const mine = (await smith!.folder('open', rootId)).instanceId;
    await leader!.call(instance.move, { instanceIds: [secret], targetParentId: mine });
    const below = { instanceName: 'open', children: [{ instanceName: 'new' }, { instanceName: 'Board' }] };
    assert.equal((await smith!.ask(instance.batchCreateFolder, { parentId: rootId, ...below })).errcode, failures.NAME_TAKEN.errcode);
    assert.deepEqual(await leader!.names(mine), ['Board']);
    assert.deepEqual(await leader!.names(secret), ['Salaries']);
    assert.deepEqual(await leader!.names(salaries), []);
  });

test('who may upload to the folder itself reuses it, whatever the folders around it say', async () => {
  const { rootId, secret } = await closed('editor');
  const made = await smith!.call(instance.batchCreateFolder, {
    parentId: rootId,
    instanceName: 'Board',
    children: [{ instanceName: 'x' }],
  });
  assert.equal(made.instanceId, secret);
  assert.deepEqual(await leader!.names(secret), ['x', 'Salaries'].toSorted());
});

test('in a folder where each sees only what they uploaded, a tree does not reach what others made', async () => {
  const other = await company.person();
  const { rootId } = await group(company, leader!, [
    [smith!, 'uploader'],
    [other, 'uploader'],
  ]);
  const theirs = await other.folder('homework', rootId);
  const tree = { parentId: rootId, instanceName: 'homework', children: [{ instanceName: 'planted' }] };
  assert.equal((await smith!.ask(instance.batchCreateFolder, tree)).errcode, failures.NAME_TAKEN.errcode);
  assert.deepEqual(await leader!.names(theirs.instanceId), []);
  assert.equal((await other.call(instance.batchCreateFolder, tree)).instanceId, theirs.instanceId);
});

test('a hidden namesake is a name that is taken by every way of coming there', async () => {
  const { rootId, secret, file } = await closed('forbidden');
  const taken = failures.NAME_TAKEN.errcode;
  const outcome = async (call: typeof instance.move | typeof instance.copy, instanceId: string, onConflict: 'merge' | 'version') => {
    const [one] = await smith!.call(call, { instanceIds: [instanceId], targetParentId: rootId, onConflict });
    return one && !one.done ? one.errcode : 0;
  };
  const mine = await smith!.folder('Board');
  await smith!.folder('x', mine.instanceId);
  const plan = await smith!.uploads('mine', 'plan.txt');
  for (const call of [instance.move, instance.copy]) {
    assert.equal(await outcome(call, mine.instanceId, 'merge'), taken, `${call.name} of a folder`);
    assert.equal(await outcome(call, plan.instanceId, 'version'), taken, `${call.name} of a file`);
  }
  await assert.rejects(smith!.uploads('over it', 'plan.txt', rootId, 'version'), refused('NAME_TAKEN'));
  assert.deepEqual(await leader!.names(secret), ['Salaries']);
  assert.equal((await leader!.downloads(file)).toString(), 'theirs');
});
