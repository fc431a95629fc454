import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { FileRole, InstanceId, Sensitivity } from '@alcove/contract';
import { authorise, stillMay } from '../permission/index.ts';
import { makeSpace, setGrants } from '../permission/tree.test-support.ts';
import { giveBuiltInRole } from '../roles/index.ts';
import { openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
let [leader, zhao]: Person[] = [];
before(async () => {
  company = await openCompany();
  [leader, zhao] = [await company.person(), await company.person()];
});
after(() => company.close());

const set = (person: Person, instanceId: string, sensitivity: Sensitivity) =>
  person.call(calls.instance.setSensitivity, { instanceId, sensitivity });
const detail = (person: Person, instanceId: string) => person.call(calls.instance.queryInstanceDetail, { instanceId });
const mayLeave = ({ userId }: Person, instanceId: InstanceId) => authorise(company.database, { userId }, instanceId, 'share');

async function tree(role: FileRole) {
  const { spaceId, rootId } = await makeSpace(company.database, { kind: 2, ownerId: leader!.userId, creatorId: leader!.userId });
  const outer = await leader!.folder('标书', rootId);
  const file = await leader!.uploads('报价', '报价.txt', outer.instanceId);
  await setGrants(company.database, [
    {
      instanceId: rootId,
      subject: { kind: 'person', id: zhao!.userId },
      role,
      source: { kind: 'group', id: spaceId },
      grantorId: leader!.userId,
    },
  ]);
  return { outer: outer.instanceId, file: file.instanceId };
}

test('a folder speaks for all that is in it, and what it holds can say more but not less', async () => {
  const { outer, file } = await tree('viewer');
  assert.equal((await detail(zhao!, file)).sensitivity, 'normal');
  await set(leader!, outer, 'internal');
  assert.deepEqual((await detail(zhao!, file)).sensitivityOf, { own: 'normal', above: 'internal' });
  assert.deepEqual(await set(leader!, file, 'high'), { own: 'high', above: 'internal' });
  const page = await zhao!.call(calls.instance.page, { parentId: outer });
  assert.deepEqual([page.items[0]!.sensitivity, (await detail(zhao!, outer)).sensitivity], ['high', 'internal']);
  await set(leader!, file, 'normal');
  assert.equal((await detail(zhao!, file)).sensitivity, 'internal');
});

test('what is high leaves by no link, whoever asks, and may again once it is not', async () => {
  const { outer, file } = await tree('sharer');
  await mayLeave(zhao!, file);
  await set(leader!, outer, 'high');
  for (const person of [zhao!, leader!]) {
    await assert.rejects(mayLeave(person, file), { code: 'HIGHLY_SENSITIVE' });
    assert.equal(await stillMay(company.database, { userId: person.userId }, file, ['share']), false, 'a link that was given before');
  }
  await authorise(company.database, { userId: zhao!.userId }, file, 'download');
  await set(leader!, outer, 'normal');
  await mayLeave(zhao!, file);
  assert.equal(await stillMay(company.database, { userId: zhao!.userId }, file, ['share']), true);
});

test('only those who manage the people of an item choose it', async () => {
  const { file } = await tree('sharer');
  await assert.rejects(set(zhao!, file, 'internal'), refused('NOT_ALLOWED'));
  const stranger = await company.person();
  await assert.rejects(set(stranger, file, 'internal'), refused('FILE_NOT_FOUND'));
  assert.equal((await detail(leader!, file)).sensitivity, 'normal');
  const { file: managed } = await tree('manager');
  await set(zhao!, managed, 'high');
});

test('the level goes with the content to each copy, and only who manages the original, or an administrator, lowers it there', async () => {
  const { outer, file } = await tree('editor');
  await set(leader!, outer, 'high');
  const own = (person: Person, id: string) => detail(person, id).then(({ sensitivityOf }) => sensitivityOf.own);
  // A copy into a folder of the same level still keeps its own level: the folder may be lowered, the copy may not.
  const mine = (await zhao!.folder('mine')).instanceId;
  await set(zhao!, mine, 'high');
  const copyOf = async (id: string, targetParentId: string, onConflict: 'rename' | 'version' | 'merge' = 'rename') => {
    const [copied] = await zhao!.call(calls.instance.copy, { instanceIds: [id], targetParentId, onConflict });
    return copied!.done && 'instance' in copied! && copied.instance ? copied.instance.instanceId : assert.fail(JSON.stringify(copied));
  };
  const copies = [await copyOf(file, zhao!.rootId), await copyOf(file, mine), await copyOf(outer, zhao!.rootId)];
  const again = await copyOf(copies[0]!, mine);
  const taker = (await zhao!.uploads('mine', '报价.txt', (await zhao!.folder('taker')).instanceId)).instanceId;
  await copyOf(file, (await detail(zhao!, taker)).parentId!, 'version');
  await set(zhao!, mine, 'normal');
  for (const id of [...copies, again, taker]) {
    assert.equal(await own(zhao!, id), 'high');
    for (const level of ['normal', 'internal'] as const) await assert.rejects(set(zhao!, id, level), refused('SENSITIVITY_KEPT'));
    assert.equal(await own(zhao!, id), 'high');
  }
  // A level that they set themselves can be lowered again. Both changes are recorded as activity.
  const plain = (await zhao!.uploads('plain', 'plain.txt')).instanceId;
  await set(zhao!, plain, 'high');
  await set(zhao!, plain, 'normal');
  const recorded = (await zhao!.call(calls.activity.list, { instanceId: plain })).items.filter(({ kind }) => kind === 'sensitivityChanged');
  assert.deepEqual(
    recorded.map(({ data }) => data),
    [
      { from: 'high', to: 'normal' },
      { from: 'normal', to: 'high' },
    ],
  );
  await company.database.transaction().execute((transaction) => giveBuiltInRole(transaction, zhao!.userId, 'administrator'));
  try {
    await zhao!.signsIn();
    await set(zhao!, copies[0]!, 'normal');
  } finally {
    await sql`delete from user_role using role where role.id = role_id and built_in = 'administrator' and user_id = ${zhao!.userId}`.execute(
      company.database,
    );
    await zhao!.signsIn();
  }
  // The leader manages the original, so they may also lower their copy of it.
  const [theirs] = await leader!.call(calls.instance.copy, { instanceIds: [file], targetParentId: leader!.rootId });
  const theirCopy = theirs!.done && 'instance' in theirs! && theirs.instance ? theirs.instance.instanceId : assert.fail();
  assert.equal(await own(leader!, theirCopy), 'high');
  await set(leader!, theirCopy, 'normal');
});

test('moved to another space it keeps its level, which only those lower who managed it before', async () => {
  const { outer, file } = await tree('editor');
  const inner = (await leader!.folder('inner', outer)).instanceId;
  const deep = (await leader!.uploads('deep', 'deep.txt', inner)).instanceId;
  await set(leader!, deep, 'internal');
  await set(leader!, file, 'high');
  for (const id of [inner, file]) {
    const [moved] = await zhao!.call(calls.instance.move, { instanceIds: [id], targetParentId: zhao!.rootId, onConflict: 'rename' });
    assert.ok(moved!.done, JSON.stringify(moved));
  }
  for (const id of [file, deep]) await assert.rejects(set(zhao!, id, 'normal'), refused('SENSITIVITY_KEPT'));
});
