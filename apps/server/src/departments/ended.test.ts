/**
 * For a month after a department ended, its heirs can read its files and copy them elsewhere, but not change them. Nobody can comment on or
 * share files that nobody manages.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls, encodeName, failures } from '@alcove/contract';
import type { Call, InstanceId } from '@alcove/contract';
import { adminPassword, checkFields, freshBytes, openCompany, refused, Upload } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';
import { createDepartment } from './index.ts';
import { openEndedSpaces } from './end-department.ts';

let company: Company;
let admin: Client;
before(async () => {
  company = await openCompany();
  admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
});
after(() => company.close());

interface Left {
  departmentId: string;
  rootId: InstanceId;
  /** Managed the department. Nobody manages the one above, so this person keeps the space. */
  heir: Person;
  stranger: Person;
  folderId: string;
  fileId: string;
  /** An item that the heir had deleted there. */
  deletedId: string;
  commentId: string;
  /** The heir's share of the file with the stranger. */
  fileSharingId: string;
}

async function department(): Promise<Left> {
  const top = await createDepartment(company.database, { name: `上级_${Math.random().toString(36).slice(2)}`, parentId: null });
  const departmentId = await createDepartment(company.database, { name: '客服部', parentId: top });
  const [heir, stranger] = [await company.person(), await company.person()];
  await admin.call(calls.adminDepartment.setManagers, { departmentId, userIds: [heir.userId] });
  const rootId = (await heir.call(calls.department.querySpaces, {})).find((space) => space.departmentId === departmentId)!.rootId;
  const folderId = (await heir.folder('folder', rootId)).instanceId;
  const fileId = (await heir.uploads('first', 'file.txt', rootId)).instanceId;
  await heir.uploads('second', 'file.txt', rootId, 'version');
  const deletedId = (await heir.folder('deleted', rootId)).instanceId;
  await heir.call(calls.instance.remove, { instanceIds: [deletedId] });
  const { commentId } = await heir.call(calls.comment.create, { instanceId: fileId, text: 'said before' });
  const [shared] = await heir.call(calls.innerSharing.create, {
    instanceId: fileId,
    members: [{ kind: 'person', id: stranger.userId, role: 'download' }],
  });
  const { fileSharingId } = shared as { fileSharingId: string };
  return { departmentId, rootId, heir, stranger, folderId, fileId, deletedId, commentId, fileSharingId };
}
const end = ({ departmentId }: Left) => admin.call(calls.adminDepartment.end, { departmentId });
const opens = async ({ departmentId }: Left): Promise<void> => {
  await sql`update ended_department set ended_at = now() - interval '31 days' where id = ${departmentId}`.execute(company.database);
  await openEndedSpaces(company.database);
};

/**
 * Calls that change something there, each with its refusal: NOT_ALLOWED if the heir lost the permission, DEPARTMENT_ENDED if nobody may do
 * it for now.
 */
const changes: Record<string, { of: (left: Left) => [Call, unknown]; refusal: 'NOT_ALLOWED' | 'DEPARTMENT_ENDED' }> = {
  comment: { of: ({ fileId }) => [calls.comment.create, { instanceId: fileId, text: 'more' }], refusal: 'DEPARTMENT_ENDED' },
  'take a comment back': {
    of: ({ fileId, commentId }) => [calls.comment.remove, { instanceId: fileId, commentId }],
    refusal: 'DEPARTMENT_ENDED',
  },
  share: {
    of: ({ folderId, stranger }) => [
      calls.innerSharing.create,
      { instanceId: folderId, members: [{ kind: 'person', id: stranger.userId, role: 'viewOnly' }] },
    ],
    refusal: 'DEPARTMENT_ENDED',
  },
  'share more': {
    of: ({ fileId, stranger }) => [
      calls.innerSharing.create,
      { instanceId: fileId, members: [{ kind: 'person', id: stranger.userId, role: 'download' }], expireTime: '2099-01-01T00:00:00.000Z' },
    ],
    refusal: 'DEPARTMENT_ENDED',
  },
  'make a folder': { of: ({ rootId }) => [calls.instance.createFolder, { parentId: rootId, instanceName: 'new' }], refusal: 'NOT_ALLOWED' },
  upload: {
    of: ({ rootId }) => [calls.upload.checkUploadAble, checkFields(freshBytes(2000), { name: 'new.txt', parentId: rootId })],
    refusal: 'NOT_ALLOWED',
  },
  rename: {
    of: ({ fileId }) => [calls.instance.rename, { instanceId: fileId, fileName: encodeName('other.txt') }],
    refusal: 'NOT_ALLOWED',
  },
  'move out': {
    of: ({ fileId, heir }) => [calls.instance.move, { instanceIds: [fileId], targetParentId: heir.rootId }],
    refusal: 'NOT_ALLOWED',
  },
  'copy within': {
    of: ({ fileId, folderId }) => [calls.instance.copy, { instanceIds: [fileId], targetParentId: folderId }],
    refusal: 'NOT_ALLOWED',
  },
  delete: { of: ({ fileId }) => [calls.instance.remove, { instanceIds: [fileId] }], refusal: 'NOT_ALLOWED' },
  tag: { of: ({ fileId }) => [calls.tag.tag, { instanceId: fileId, tag: 'new' }], refusal: 'NOT_ALLOWED' },
  'restore a version': { of: ({ fileId }) => [calls.version.restore, { instanceId: fileId, version: 1 }], refusal: 'NOT_ALLOWED' },
  'mark as sensitive': {
    of: ({ fileId }) => [calls.instance.setSensitivity, { instanceId: fileId, sensitivity: 'high' }],
    refusal: 'NOT_ALLOWED',
  },
};

test('an heir changes nothing of what an ended department left, neither comments nor gives it on, until it is theirs', async (context) => {
  const left = await department();
  await end(left);
  for (const [name, { of, refusal }] of Object.entries(changes))
    await context.test(name, async () => {
      const reply = await left.heir.ask<unknown>(...(of(left) as [never, never]));
      const [one] = [reply.data].flat() as ({ errcode?: number } | null)[];
      assert.equal(reply.errcode || one?.errcode, failures[refusal].errcode, JSON.stringify(reply));
    });
  const { items } = await left.heir.call(calls.instance.page, { parentId: left.rootId });
  for (const { fileAuth } of items)
    assert.deepEqual([...fileAuth].toSorted(), [
      'attribute',
      'collect',
      'copy',
      'download',
      'historyView',
      'list',
      'onlineReading',
      'preview',
      'search',
    ]);
  assert.deepEqual((await left.heir.call(calls.recycle.page, { instanceType: '3' })).items, [], 'its bin waits until they manage it');
  await opens(left);
  for (const name of ['comment', 'share', 'rename']) await left.heir.call(...(changes[name]!.of(left) as [never, never]));
});

test('an heir reads what an ended department left and takes copies along; what was given before is read and can be taken back', async () => {
  const left = await department();
  const { heir, stranger, fileId, fileSharingId, rootId } = left;
  await end(left);
  assert.deepEqual((await heir.names(rootId)).toSorted(), ['file.txt', 'folder']);
  assert.equal((await heir.downloads(fileId)).toString(), 'second');
  assert.equal((await heir.call(calls.version.list, { instanceId: fileId })).items.length, 2);
  assert.equal((await heir.call(calls.comment.list, { instanceId: fileId })).items.length, 1);
  await heir.call(calls.favourite.create, { instanceIds: [fileId] });
  const [copied] = await heir.call(calls.instance.copy, { instanceIds: [fileId], targetParentId: heir.rootId });
  assert.equal(copied!.done, true);
  assert.equal((await stranger.downloads(fileId)).toString(), 'second');
  await assert.rejects(stranger.call(calls.comment.create, { instanceId: fileId, text: 'and I' }), refused('DEPARTMENT_ENDED'));
  await heir.call(calls.innerSharing.remove, { fileSharingIds: [fileSharingId] });
  await assert.rejects(stranger.downloads(fileId), refused('FILE_NOT_FOUND'));
});

test('what an heir deleted before is theirs to restore once they manage it', async () => {
  const left = await department();
  await end(left);
  const { rows } = await sql<{ id: string }>`select id from recycle where instance_id = ${left.deletedId}`.execute(company.database);
  const recycleIds = [rows[0]!.id];
  const [kept] = await left.heir.call(calls.recycle.restore, { recycleIds });
  assert.equal(kept!.done, false);
  await opens(left);
  const [restored] = await left.heir.call(calls.recycle.restore, { recycleIds });
  assert.equal(restored!.done, true);
  assert.ok((await left.heir.names(left.rootId)).includes('deleted'));
});

test('what was on its way into a department that was ended holds no room there', async () => {
  const left = await department();
  const room = () =>
    company.database
      .selectFrom('space')
      .select(['used_bytes', 'reserved_bytes'])
      .where('root_id', '=', left.rootId)
      .executeTakeFirstOrThrow();
  const before = await room();
  const upload = await (await Upload.begin(left.heir, freshBytes(300_000), { name: 'late.bin', parentId: left.rootId })).deliver();
  assert.equal((await room()).reserved_bytes, before.reserved_bytes + 300_000);
  await end(left);
  assert.deepEqual(await room(), before);
  await assert.rejects(upload.save(), refused('UPLOAD_UNKNOWN'));
});
