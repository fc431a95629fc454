/** The entry of an upload is a part of the statement that saves it; it says the same as one that is written by itself. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls, encodeName } from '@alcove/contract';
import type { InstantTicket } from '@alcove/contract';
import { createDepartment } from '../departments/index.ts';
import { adminPassword, checkFields, freshBytes, instantFields, openCompany } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';
import { entriesOf } from './audit.test-support.ts';
import type { AuditRow } from './audit.test-support.ts';

let company: Company;
let person: Person;
let admin: Client;
before(async () => {
  company = await openCompany();
  person = await company.person();
  admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
});
after(() => company.close());

const entries = (work: () => Promise<unknown>): Promise<AuditRow[]> => entriesOf(company.database, work);
const where = ({ space_name: space, folder_id: folderId, folder_name: folder }: AuditRow) => ({ space, folderId, folder });

async function instantly(bytes: Buffer<ArrayBuffer>, name: string, parentId: string): Promise<void> {
  const ticket = await person.call(calls.upload.checkUploadAble, checkFields(bytes, { name, parentId }));
  assert.equal(ticket.uploadflag, '1');
  await person.call(calls.upload.secondUpload, instantFields(ticket as InstantTicket, bytes, { name, parentId }));
}

/** One file by its bytes, one by proof, and a version, whose entry is a statement of its own. */
async function saves(parentId: string): Promise<AuditRow[]> {
  const bytes = freshBytes(500);
  const [sent, proved, known] = ['sent', 'proved', 'known'].map((what) => `${what}-${bytes.toString('hex', 490)}.txt`) as [
    string,
    string,
    string,
  ];
  await person.uploads(bytes, known, parentId);
  await company.verified();
  const left = await entries(async () => {
    await person.uploads(freshBytes(500), sent, parentId);
    await instantly(bytes, proved, parentId);
    await person.uploads(freshBytes(500), sent, parentId, 'version');
  });
  assert.deepEqual(
    left.map(({ action, object_name: name, result }) => [action, name, result]),
    [
      ['instance.upload', sent, 0],
      ['instance.secondUpload', proved, 0],
      ['instance.upload', sent, 0],
    ],
  );
  for (const { actor_name: by, person_id: id } of left) assert.deepEqual([by, id], [person.accountName, person.userId]);
  return left;
}

test("in the top folder of one's own space, and in a folder", async () => {
  const own = { space: `Name of ${person.accountName}` };
  for (const one of await saves(person.rootId)) assert.deepEqual(where(one), { ...own, folderId: person.rootId, folder: null });
  const { instanceId } = await person.folder('Contracts');
  for (const one of await saves(instanceId)) assert.deepEqual(where(one), { ...own, folderId: instanceId, folder: 'Contracts' });
});

test('in a group and in a department, each by its name of that moment', async () => {
  const { groupId } = await person.call(calls.group.createGroup, { groupName: 'Plans', preallocatedSize: 2 ** 30 });
  const drafts = await person.folder('Drafts', groupId);
  for (const one of await saves(drafts.instanceId))
    assert.deepEqual(
      { spaceId: one.space_id, ...where(one) },
      { spaceId: groupId, space: 'Plans', folderId: drafts.instanceId, folder: 'Drafts' },
    );
  await person.call(calls.instance.rename, { instanceId: drafts.instanceId, fileName: encodeName('Texts') });
  for (const one of await saves(drafts.instanceId)) assert.deepEqual([one.space_name, one.folder_name], ['Plans', 'Texts']);

  const departmentId = await createDepartment(company.database, { name: 'Purchasing', parentId: null });
  await admin.call(calls.adminDepartment.setManagers, { departmentId, userIds: [person.userId] });
  const spaces = await person.call(calls.department.querySpaces, {});
  const { rootId } = spaces.find((space) => space.departmentId === departmentId)!;
  for (const one of await saves(rootId)) assert.deepEqual([one.space_name, one.folder_id, one.folder_name], ['Purchasing', rootId, null]);
});

test("in a colleague's space, under the colleague's name", async () => {
  const colleague = await company.person();
  const shared = await colleague.folder('Shared');
  await colleague.call(calls.innerSharing.create, {
    instanceId: shared.instanceId,
    members: [{ kind: 'person', id: person.userId, role: 'edit' }],
  });
  for (const one of await saves(shared.instanceId))
    assert.deepEqual([one.space_name, one.folder_name], [`Name of ${colleague.accountName}`, 'Shared']);
});
