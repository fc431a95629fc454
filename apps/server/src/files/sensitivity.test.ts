import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls } from '@alcove/contract';
import type { FileRole, Sensitivity } from '@alcove/contract';
import { authorise, stillMay } from '../permission/index.ts';
import { makeSpace, setGrants } from '../permission/tree.test-support.ts';
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
const mayLeave = ({ userId }: Person, instanceId: string) => authorise(company.database, { userId }, instanceId, 'share');

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
