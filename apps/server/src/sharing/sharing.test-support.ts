/** Shared by the tests of sharing: departments, groups, shares and calls. */
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { FileRole, Instance, InstanceId, ShareDetail, ShareItem, ShareLevel, ShareSide, SpaceId } from '@alcove/contract';
import { createDepartment } from '../departments/index.ts';
import { newId } from '../ids.ts';
import { putGrants } from '../permission/index.ts';
import { uploadFile } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

export const member = (person: Person, role: ShareLevel, expireTime?: string | null) => ({
  kind: 'person' as const,
  id: person.userId,
  role,
  ...(expireTime !== undefined && { expireTime }),
});

/** Shares and returns the share's id. */
export async function shares(
  giver: Person,
  instanceId: string,
  members: { kind: 'person' | 'department'; id: string; role: ShareLevel; expireTime?: string | null }[],
  more: { expireTime?: string | null; fileSharingId?: string; message?: string } = {},
): Promise<string> {
  const [outcome] = await giver.call(calls.innerSharing.create, { instanceId, members, ...more });
  if (!outcome?.done || outcome.fileSharingId === null) throw new Error(JSON.stringify(outcome));
  return outcome.fileSharingId;
}

export const listOf = async (person: Person, side: ShareSide): Promise<ShareItem[]> =>
  (await person.call(calls.innerSharing.page, { side, pageSize: 100 })).items;
export const namesOf = async (person: Person, side: ShareSide): Promise<string[]> =>
  (await listOf(person, side)).map(({ instance }) => instance.instanceName);
export const detailOf = (person: Person, instanceId: string, fileSharingId?: string): Promise<ShareDetail> =>
  person.call(calls.innerSharing.querySharingUsers, { instanceId, ...(fileSharingId !== undefined && { fileSharingId }) });
export const rolesOf = async (person: Person, instanceId: string): Promise<Record<string, string>> =>
  Object.fromEntries((await detailOf(person, instanceId)).users.map(({ id, role }) => [id, role]));

export const errcodeOf = async (reply: Promise<{ errcode: number }>): Promise<number> => (await reply).errcode;

/** Uploads through a share. */
export async function uploadsThrough(
  person: Person,
  fileSharingId: string,
  parentId: string,
  name: string,
  content = `of ${name}`,
): Promise<Instance> {
  const through = Object.create(person) as Person;
  // Signing the next steps is checked by the upload's own row and needs no share.
  through.call = ((call, input, headers) =>
    call.name === calls.upload.queryUploadAuth.name
      ? person.call(call, input, headers)
      : person.call(call, { ...(input as object), fileSharingId } as never, headers)) as Person['call'];
  return uploadFile(through, Buffer.from(content), { name, parentId });
}

export async function department(company: Company, name: string, people: Person[], parentId: string | null = null): Promise<string> {
  const id = await company.database.transaction().execute((transaction) => createDepartment(transaction, { name, parentId }));
  for (const person of people)
    await company.database.updateTable('user_account').set({ department_id: id }).where('id', '=', person.userId).execute();
  return id;
}

/** A group's space, owned by its leader. Returns its root. */
export async function group(company: Company, leader: Person, members: [Person, FileRole][]): Promise<{ rootId: string; spaceId: string }> {
  const [spaceId, rootId] = [newId<SpaceId>(), newId<InstanceId>()];
  await company.database.transaction().execute(async (transaction) => {
    await sql`set constraints space_root deferred`.execute(transaction);
    await transaction
      .insertInto('space')
      .values({ id: spaceId, kind: 2, owner_id: leader.userId, root_id: rootId, quota_bytes: null })
      .execute();
    const root = { id: rootId, space_id: spaceId, parent_id: null, is_file: false, name: '项目组', folded_name: '项目组', blob_id: null };
    await transaction
      .insertInto('instance')
      .values({ ...root, creator_id: leader.userId, editor_id: leader.userId })
      .execute();
    await transaction
      .insertInto('folder_count')
      .values({ folder_id: rootId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await putGrants(
      transaction,
      { kind: 'group', id: spaceId },
      leader.userId,
      members.map(([person, role]) => ({ instanceId: rootId, subject: { kind: 'person', id: person.userId }, role })),
    );
  });
  return { rootId, spaceId };
}

/** Makes a share, or only one recipient's part, end in the past. */
export const ends = async (company: Company, shareId: string, subjectId?: string): Promise<void> => {
  const past = sql<Date>`now() - interval '1 second'`;
  if (subjectId === undefined) await company.database.updateTable('share').set({ expires_at: past }).where('id', '=', shareId).execute();
  let grants = company.database.updateTable('file_grant').set({ expires_at: past }).where('source_id', '=', shareId);
  if (subjectId !== undefined) grants = grants.where('subject_id', '=', subjectId);
  await grants.execute();
};
