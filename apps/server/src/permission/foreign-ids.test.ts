import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { allCalls, calls, encodeName } from '@alcove/contract';
import type { ItemOutcome } from '@alcove/contract';
import { visitsFolder } from '../links/visiting.test-support.ts';
import { openCompany } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';

let company: Company;
let [caller, owner]: Person[] = [];
/** The caller, through a link to a folder of theirs. */
let visitor: Client;
/** Ids about which the caller must not learn anything, by reason. */
const hidden: Record<string, string> = { 'that does not exist': randomUUID() };
before(async () => {
  company = await openCompany();
  [caller, owner] = [await company.person(), await company.person()];
  const folder = await owner.folder('秘密计划-7Q');
  hidden["of another person's folder"] = folder.instanceId;
  hidden["of another person's file"] = (await owner.uploads('secret-7Q', '机密-7Q.txt', folder.instanceId)).instanceId;
  hidden["of another person's top folder"] = owner.rootId;
  const gone = await caller.folder('gone');
  hidden["of the caller's folder in the bin"] = gone.instanceId;
  hidden['of a person, not a file'] = caller.userId;
  const group = await owner.call(calls.group.createGroup, { groupName: '群组 7Q', preallocatedSize: 1_000_000 });
  hidden["of another person's group"] = group.groupId;
  hidden['of a file in their group'] = (await owner.uploads('secret-7Q in a group', '群组机密-7Q.txt', group.groupId)).instanceId;
  await caller.call(calls.instance.remove, { instanceIds: [gone.instanceId] });
  ({ visitor } = await visitsFolder(company, caller, { name: 'linked', signedIn: caller }));
});
after(() => company.close());

const md5 = 'd41d8cd98f00b204e9800998ecf8427e';
const name = encodeName('n.txt');
const subject = { kind: 'person', id: randomUUID() };

/**
 * For each call of the contract that takes an instance's id: fields with the id in every place where it can be. A call that is missing here
 * fails the test.
 */
const takingIds: Record<string, (id: string) => object> = {
  'instance.page': (id) => ({ parentId: id }),
  'instance.narrowPage': (id) => ({ parentId: id }),
  'instance.createFolder': (id) => ({ parentId: id, instanceName: 'n' }),
  'instance.batchCreateFolder': (id) => ({ parentId: id, instanceName: 'n' }),
  'instance.rename': (id) => ({ instanceId: id, fileName: name }),
  'instance.remove': (id) => ({ instanceIds: [id] }),
  'instance.undoRemove': (id) => ({ instanceIds: [id] }),
  'instance.move': (id) => ({ instanceIds: [id], targetParentId: caller!.rootId }),
  'instance.copy': (id) => ({ instanceIds: [id], targetParentId: caller!.rootId }),
  'instance.queryFolderByParentId': (id) => ({ parentId: id }),
  'instance.queryInstanceDetail': (id) => ({ instanceId: id }),
  'instance.queryFolderSize': (id) => ({ instanceId: id }),
  'instance.setSensitivity': (id) => ({ instanceId: id, sensitivity: 'high' }),
  'instance.versions': (id) => ({ instanceId: id }),
  'instance.restoreVersion': (id) => ({ instanceId: id, version: 1 }),
  'instance.removeVersion': (id) => ({ instanceId: id, version: 1 }),
  'instance.tag': (id) => ({ instanceId: id, tag: 't' }),
  'instance.untag': (id) => ({ instanceId: id, tag: 't' }),
  'instance.suggestTags': (id) => ({ instanceId: id }),
  'instance.comments': (id) => ({ instanceId: id }),
  'instance.comment': (id) => ({ instanceId: id, text: 'x' }),
  'instance.removeComment': (id) => ({ instanceId: id, commentId: randomUUID() }),
  'instance.activity': (id) => ({ instanceId: id }),
  'collect.create': (id) => ({ instanceIds: [id] }),
  'explain.queryAccess': (id) => ({ instanceId: id }),
  'instance.checkUploadAble': (id) => ({ parentId: id, fSize: 0, fName: name, fMd5: md5 }),
  'instance.secondUpload': (id) => ({ parentId: id, fileId: 'x', fileName: name, sha256: '0'.repeat(64), proof: '0'.repeat(64) }),
  'instance.upload': (id) => ({ parentId: id, fMd5: md5, bucketName: 'alcove', fSize: 0, objectKey: 'x', fName: name }),
  'instance.download': (id) => ({ instanceId: id }),
  'instance.preview': (id) => ({ instanceId: id }),
  'instance.previewEntry': (id) => ({ instanceId: id, entry: 0 }),
  'instance.downloadEntry': (id) => ({ instanceId: id, entry: 0 }),
  'instance.queryFolderDownload': (id) => ({ instanceIds: [id] }),
  'privilege.queryPrivilegeList': (id) => ({ instanceId: id }),
  'privilege.updateUserRole': (id) => ({ instanceId: id, subject, role: 'edit' }),
  'privilege.remove': (id) => ({ instanceId: id, subject }),
  'privilege.updateMemberRole': (id) => ({ groupId: id, subject, role: 'edit' }),
  'group.queryGroup': (id) => ({ groupId: id }),
  'group.editGroup': (id) => ({ groupId: id, description: 'x' }),
  'group.leave': (id) => ({ groupId: id }),
  'group.handover': (id) => ({ groupId: id, withdraw: true }),
  'group.queryHandover': (id) => ({ groupId: id }),
  'group.accept': (id) => ({ groupId: id }),
  'group.dissolveGroup': (id) => ({ groupId: id }),
  'group.queryMembers': (id) => ({ groupId: id }),
  'group.addMembers': (id) => ({ groupId: id, members: [{ ...subject, level: 'manager' }] }),
  'group.removeMembers': (id) => ({ groupId: id, members: [subject] }),
  'innerSharing.create': (id) => ({ instanceId: id, members: [{ kind: 'person', id: owner!.userId, role: 'viewOnly' }] }),
  'innerSharing.remove': (id) => ({ instanceId: id }),
  'innerSharing.leaveInnerSharing': (id) => ({ instanceId: id }),
  'innerSharing.checkShared': (id) => ({ instanceId: id }),
  'innerSharing.querySharingUsers': (id) => ({ instanceId: id }),
  'innerSharing.downloadUsers': (id) => ({ instanceId: id }),
  'innerSharing.checkUploadUser': (id) => ({ instanceId: id, file: new File(['x'], 'list.xlsx') }),
  'innerSharing.uploadUsers': (id) => ({ instanceId: id, file: new File(['x'], 'list.xlsx') }),
  'link.createOrUpdate': (id) => ({ instanceIds: [id] }),
  'link.page': (id) => ({ instanceId: id }),
  'link.checkDlp': (id) => ({ instanceId: id }),
  'link.queryInstancePage': (id) => ({ parentId: id }),
  'link.download': (id) => ({ instanceId: id }),
  'link.preview': (id) => ({ instanceId: id }),
  'link.queryFolderDownload': (id) => ({ instanceIds: [id] }),
  'link.copy': (id) => ({ instanceIds: [id], targetParentId: caller!.rootId }),
  'link.checkUploadAble': (id) => ({ parentId: id, fSize: 0, fName: name, fMd5: md5 }),
  'link.secondUpload': (id) => ({ parentId: id, fileId: 'x', fileName: name, sha256: '0'.repeat(64), proof: '0'.repeat(64) }),
  'link.upload': (id) => ({ parentId: id, fMd5: md5, bucketName: 'alcove', fSize: 0, objectKey: 'x', fName: name }),
  'link.createFolder': (id) => ({ parentId: id, instanceName: 'n' }),
  'link.batchCreateFolder': (id) => ({ parentId: id, instanceName: 'n' }),
};
/** Their `parentId` is a department's, which every colleague may know. A reviewer names a file of a review, which outbound/ tries, and an
 * administrator any file, which file-management/ tries. */
const aboutDepartments = /^(department|adminDepartment|adminFile|adminLink|search)\./;
/**
 * These accept any id and reveal nothing about it, as access-requests/access-requests.test.ts, favourites/favourites.test.ts,
 * preview/thumbnails.test.ts and link-sharing/marks.test.ts verify.
 */
const takesAny = [
  'access.request',
  'collect.remove',
  'instance.thumbnails',
  'link.thumbnails',
  'instance.queryLinkStatusByInstanceIds',
  'instance.queryInvalidLinkOaApply',
];
/** These check the upload's own ticket or key first, which is unknown here. */
const ticketFirst = ['instance.secondUpload', 'instance.upload', 'link.secondUpload', 'link.upload'];
/** These take groups: a hidden group answers like an id that is no group. */
const aboutGroups = allCalls.filter((call) => 'groupId' in (call.request as unknown as { shape: object }).shape).map((call) => call.name);

test('every call that takes an id is covered', () => {
  const inContract = allCalls.filter(
    (call) =>
      !aboutDepartments.test(call.name) &&
      !takesAny.includes(call.name) &&
      /"(instanceIds?|parentId|groupId)"/.test(JSON.stringify(Object.keys((call.request as unknown as { shape: object }).shape))),
  );
  assert.deepEqual(inContract.map((call) => call.name).sort(), Object.keys(takingIds).sort());
});

for (const call of allCalls.filter(({ name: callName }) => callName in takingIds)) {
  test(`${call.name}: what is hidden, removed or of another kind answers like what is missing, and tells nothing`, async () => {
    for (const [why, id] of Object.entries(hidden)) {
      if (call.name === 'instance.undoRemove' && why.includes('in the bin')) continue; // restoring from the bin is what this call is for
      const by = call.caller === 'visitor' ? visitor : caller!;
      const reply = await by.ask<ItemOutcome[] | null>(call, takingIds[call.name]!(id));
      const errcode = Array.isArray(reply.data) ? (reply.data[0] as { errcode?: number }).errcode : reply.errcode;
      const missing = ticketFirst.includes(call.name) ? 110003 : aboutGroups.includes(call.name) ? 180001 : 90000;
      assert.equal(errcode, missing, `an id ${why}`);
      assert.doesNotMatch(JSON.stringify(reply), /7Q|secret/, why);
    }
  });
}

test('a target that is hidden or removed answers like one that is missing', async () => {
  const { instanceId } = await caller!.folder('to be moved');
  for (const [why, id] of Object.entries(hidden))
    for (const call of [calls.instance.move, calls.instance.copy]) {
      const reply = await caller!.ask(call, { instanceIds: [instanceId], targetParentId: id });
      assert.equal(reply.errcode, 90000, `${call.name} to an id ${why}`);
      assert.doesNotMatch(JSON.stringify(reply), /7Q|secret/, why);
    }
});

test('nothing of it changed what the owner has', async () => {
  assert.deepEqual(await owner!.names(), ['秘密计划-7Q']);
});

test("an administrator is no owner: a person's files are as hidden from them", async () => {
  const admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: 'Admin-of-tests-1' });
  for (const id of [hidden["of another person's folder"]!, hidden["of another person's file"]!]) {
    assert.equal((await admin.ask(calls.instance.queryInstanceDetail, { instanceId: id })).errcode, 90000);
    assert.equal((await admin.ask(calls.download.download, { instanceId: id })).errcode, 90000);
  }
});
