import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { InstanceId, OffboardingReport } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { createDepartment } from '../departments/index.ts';
import { newId } from '../ids.ts';
import { openLink } from '../links/links.test-support.ts';
import { checkFields, freshBytes } from '../testing/index.ts';
import type { Client, People, Person } from '../testing/index.ts';

const { adminUser, group, innerSharing } = calls;
const MB = 2 ** 20;
const named = ({ userId: id }: { userId: string }) => ({ kind: 'person' as const, id });

export interface Leaving {
  leaver: Person;
  heir: Person;
  lead: Person;
  reader: Person;
  groupIds: string[];
  departmentId: string;
  /** A shared folder of the leaver, a file in it, and one deleted from it. */
  folderId: InstanceId;
  fileId: InstanceId;
  shareId: string;
  /** A folder of somebody else's group that the leaver has shared. */
  elsewhereId: InstanceId;
}

let made = 0;

/** Somebody who has, gives, leads, manages, asks and does something of everything, and colleagues who may take over. Not frozen yet. */
export async function everything(company: People, database: Kysely<Tables>, admin: Client, files = 3): Promise<Leaving> {
  const n = (made += 1);
  const [leaver, heir, lead, reader] = [await company.person(), await company.person(), await company.person(), await company.person()];
  const departmentId = await createDepartment(database, { name: `离职部_${newId().slice(-8)}`, parentId: null });
  await createDepartment(database, { name: `下级_${n}`, parentId: departmentId });
  await admin.call(adminUser.update, { userId: leaver.userId, departmentId });
  await admin.call(calls.adminDepartment.setManagers, { departmentId, userIds: [leaver.userId] });
  const { instanceId: folderId } = await leaver.folder('项目');
  const { instanceId: fileId } = await leaver.uploads('plans', 'plans.txt', folderId);
  for (let at = 1; at < files; at += 1) await leaver.uploads(`file ${at}`, `${at}.txt`, folderId);
  const { instanceId: deletedId } = await leaver.uploads('deleted', 'deleted.txt', folderId);
  await leaver.call(calls.instance.remove, { instanceIds: [deletedId] });
  const [shared] = await leaver.call(innerSharing.create, { instanceId: folderId, members: [{ ...named(reader), role: 'edit' }] });
  const shareId = (shared as { fileSharingId: string }).fileSharingId;
  const groupIds: string[] = [];
  for (const name of ['第一', '第二']) {
    const { groupId } = await leaver.call(group.createGroup, { groupName: `${name}组 ${newId()}`, preallocatedSize: MB });
    await leaver.call(group.addMembers, { groupId, members: [{ ...named(reader), level: 'edit' }] });
    groupIds.push(groupId);
  }
  // A group of somebody else: a membership, and a share given in it.
  const { groupId } = await lead.call(group.createGroup, { groupName: `别组 ${newId()}`, preallocatedSize: MB });
  await lead.call(group.addMembers, {
    groupId,
    members: [
      { ...named(leaver), level: 'manager' },
      { ...named(heir), level: 'manager' },
    ],
  });
  const { instanceId: elsewhereId } = await leaver.folder('别处', groupId);
  await leaver.call(innerSharing.create, { instanceId: elsewhereId, members: [{ ...named(reader), role: 'edit' }] });
  for (const instanceId of [folderId, elsewhereId]) await openLink(database, { creatorId: leaver.userId, instanceId });
  await lead.call(group.handover, { groupId, userId: leaver.userId });
  // Something received, a favorite, a request made and one to answer, notifications.
  const { instanceId: received } = await lead.folder(`给你 ${n}`);
  await lead.call(innerSharing.create, { instanceId: received, members: [{ ...named(leaver), role: 'edit' }] });
  await leaver.call(calls.favourite.create, { instanceIds: [fileId] });
  const { instanceId: closed } = await lead.folder(`不给你 ${n}`);
  await leaver.call(calls.access.request, { instanceId: closed });
  const { instanceId: asked } = await leaver.folder('请求的');
  await reader.call(calls.access.request, { instanceId: asked });
  // Under way: an upload, a task, an import.
  await leaver.call(calls.upload.checkUploadAble, checkFields(freshBytes(MB), { name: 'big.bin', parentId: leaver.rootId }));
  await sql`insert into task (id, owner_id, kind, input, total) values (${newId()}, ${leaver.userId}, 'ofAnotherRelease', '{}', 1)`.execute(
    database,
  );
  await sql`insert into people_import (id, author_id, file_name, places) values (${newId()}, ${leaver.userId}, 'people.xlsx', '{}')`.execute(
    database,
  );
  return { leaver, heir, lead, reader, groupIds, departmentId, folderId, fileId, shareId, elsewhereId };
}

export const successorsOf = ({ heir, groupIds }: Pick<Leaving, 'heir' | 'groupIds'>) => ({
  space: heir.userId as string | null,
  groups: groupIds.map((groupId) => ({ groupId, userId: heir.userId })),
  departments: heir.userId,
  shares: heir.userId,
});

export const freeze = (admin: Client, userId: string) => admin.call(adminUser.freeze, { userIds: [userId] });

export async function reported(admin: Client, userId: string): Promise<OffboardingReport> {
  const report = await admin.call(adminUser.offboardReport, { userId });
  assert.ok(report);
  return report;
}

/** The report, once the task has ended. */
export async function ended(admin: Client, userId: string): Promise<OffboardingReport> {
  for (;;) {
    const report = await reported(admin, userId);
    if (report.state !== 'running') return report;
    await sleep(100);
  }
}
