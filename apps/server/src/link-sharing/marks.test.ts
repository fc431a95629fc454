/** What lists and details show of links: their marks, their number, their states; and to whom. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { calls } from '@alcove/contract';
import type { InstanceId } from '@alcove/contract';
import { closeLink } from '../links/index.ts';
import { member, shares } from '../sharing/sharing.test-support.ts';
import { openCompany } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { idOf, links } from './link-sharing.test-support.ts';

const { instance, link } = calls;
let company: Company;
let [owner, sharer, editor, reader]: Person[] = [];
let groupId: string;
before(async () => {
  company = await openCompany();
});
after(() => company.close());
beforeEach(async () => {
  [owner, sharer, editor, reader] = [await company.person(), await company.person(), await company.person(), await company.person()];
  groupId = (await owner.call(calls.group.createGroup, { groupName: `g ${randomUUID()}`, preallocatedSize: 2 ** 20 })).groupId;
  const of = ({ userId: id }: Person, level: 'externalSharing' | 'edit') => ({ kind: 'person' as const, id, level });
  await owner.call(calls.group.addMembers, { groupId, members: [of(sharer, 'externalSharing'), of(editor, 'edit')] });
});

/** The mark of an item in its folder's list, in its details, and the number of links there. */
async function marksFor(
  person: Person,
  instanceId: InstanceId,
  fileSharingId?: string,
): Promise<[row: string | undefined, detail: string | undefined, links: number]> {
  const through = fileSharingId === undefined ? {} : { fileSharingId };
  const detail = await person.call(instance.queryInstanceDetail, { instanceId, ...through });
  const listed = detail.parentId === null ? undefined : (await person.call(instance.page, { parentId: detail.parentId, ...through })).items;
  return [listed?.find((item) => item.instanceId === instanceId)?.linkpath, detail.linkpath, detail.links];
}

test('a linked item is marked for its creator and for those who may share it or manage it, not for other readers', async () => {
  const { instanceId } = await owner!.folder('linked', groupId);
  assert.deepEqual(await marksFor(owner!, instanceId), [undefined, undefined, 0]);
  const { linkPath } = await links(sharer!, instanceId);
  for (const person of [sharer!, owner!]) assert.deepEqual(await marksFor(person, instanceId), [linkPath, linkPath, 1]);
  assert.deepEqual(await marksFor(editor!, instanceId), [undefined, undefined, 0]);
  const shareId = await shares(owner!, instanceId, [member(reader!, 'manager')]);
  assert.deepEqual(await marksFor(reader!, instanceId, shareId), [undefined, undefined, 0]);
  // One's own comes first.
  const own = await links(owner!, instanceId);
  assert.deepEqual(await marksFor(owner!, instanceId), [own.linkPath, own.linkPath, 2]);
  assert.deepEqual(await marksFor(sharer!, instanceId), [linkPath, linkPath, 2]);
  await owner!.call(link.remove, { linkPaths: [linkPath, own.linkPath] });
  assert.deepEqual(await marksFor(sharer!, instanceId), [undefined, undefined, 0]);
});

test('a link that is closed or being verified leaves no mark', async () => {
  const { instanceId } = await owner!.uploads('text', 'file.txt', groupId);
  const linkId = await idOf(company, await links(owner!, instanceId));
  const close = (state: 'verifying' | 'failed') =>
    company.database
      .transaction()
      .execute((transaction) => closeLink(transaction, linkId, { state, reason: state === 'failed' ? 'rules' : null }));
  await close('verifying');
  assert.deepEqual(await marksFor(owner!, instanceId), [undefined, undefined, 1]);
  await close('failed');
  assert.deepEqual(await marksFor(owner!, instanceId), [undefined, undefined, 0]);
});

test('the states of links are told of the caller’s own alone, whatever ids are sent', async () => {
  const [one, two, three] = [
    await owner!.folder('one', groupId),
    await owner!.folder('two', groupId),
    await owner!.folder('three', groupId),
  ];
  const made = await links(sharer!, one.instanceId);
  await links(owner!, two.instanceId);
  await links(sharer!, two.instanceId);
  const set = (values: object) => company.database.updateTable('link').set(values).where('path', '=', made.linkPath).execute();
  const instanceIds = [one.instanceId, two.instanceId, three.instanceId, owner!.rootId, randomUUID()];
  const status = async (person: Person) =>
    (await person.call(link.queryLinkStatusByInstanceIds, { instanceIds })).map(({ links: n, state }) => [n, state]);
  const none = [0, null];
  assert.deepEqual(await status(sharer!), [[1, 'valid'], [1, 'valid'], none, none, none]);
  await set({ state: 'failed', reason: 'refused', review_state: 'failed' });
  assert.deepEqual((await status(sharer!))[0], [1, 'failed']);
  await links(sharer!, one.instanceId);
  assert.deepEqual((await status(sharer!))[0], [2, 'valid']);
  assert.deepEqual(await status(reader!), [none, none, none, none, none]);
  const single = await sharer!.call(link.queryLinkStatusByInstanceIds, { instanceIds: two.instanceId });
  assert.deepEqual(single, [{ instanceId: two.instanceId, links: 1, state: 'valid' }]);
});

test('an approval that holds no longer is told to the creator, with the reason', async () => {
  const { instanceId } = await owner!.folder('approved', groupId);
  const made = await links(sharer!, instanceId);
  await links(sharer!, instanceId);
  const ask = (person: Person) => person.call(link.queryInvalidLinkOaApply, { instanceIds: [instanceId] });
  await company.database.updateTable('link').set({ review_state: 'passed' }).where('path', '=', made.linkPath).execute();
  assert.deepEqual(await ask(sharer!), []);
  await owner!.call(calls.privilege.updateUserRole, { instanceId, subject: { kind: 'person', id: sharer!.userId }, role: 'edit' });
  assert.deepEqual(await ask(sharer!), [
    { instanceId, linkPath: made.linkPath, name: 'approved', state: 'failed', why: 'closed', reason: 'rights' },
  ]);
  assert.deepEqual(await ask(owner!), []);
});
