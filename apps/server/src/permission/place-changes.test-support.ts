/**
 * One example of each call that changes something in a shared place: a folder of a group in which a manager works. Each prepares what the
 * call needs and returns its fields.
 */
import * as workbooks from '@e965/xlsx';
import { sql } from 'kysely';
import { calls, encodeName } from '@alcove/contract';
import type { Call, InstantTicket } from '@alcove/contract';
import { checkFields, freshBytes, instantFields, Upload } from '../testing/index.ts';
import type { Company, Person, Reply } from '../testing/index.ts';

export interface SharedPlace {
  company: Company;
  leader: Person;
  /** A manager of the group, who makes the call. */
  member: Person;
  /** Another member, with a lower level. */
  other: Person;
  stranger: Person;
  groupId: string;
  /** The folder that contains everything. */
  folderId: string;
}
export interface Change {
  call: Call;
  fields: unknown;
}
type Make = (place: SharedPlace) => Promise<Change>;

const person = ({ userId: id }: Person) => ({ kind: 'person' as const, id });
const file = ({ leader, folderId }: SharedPlace, name = 'file.txt') => leader.uploads(freshBytes(2000), name, folderId);
const folder = ({ leader, folderId }: SharedPlace, name = 'folder') => leader.folder(name, folderId);
const twoVersions = async (place: SharedPlace): Promise<string> => {
  const { instanceId } = await file(place);
  await place.leader.uploads(freshBytes(2000), 'file.txt', place.folderId, 'version');
  return instanceId;
};
const binned = async (place: SharedPlace, make = folder): Promise<string> => {
  const { instanceId } = await make({ ...place, leader: place.member }, 'deleted.txt');
  await place.member.call(calls.instance.remove, { instanceIds: [instanceId] });
  return instanceId;
};
const entry = async (place: SharedPlace, make = folder): Promise<string> => {
  const instanceId = await binned(place, make);
  const { rows } = await sql<{ id: string }>`select id from recycle where instance_id = ${instanceId}`.execute(place.company.database);
  return rows[0]!.id;
};
const delivered = async (place: SharedPlace, name: string, onConflict: 'fail' | 'version' = 'fail') =>
  (await Upload.begin(place.member, freshBytes(2000), { name, parentId: place.folderId, onConflict })).deliver();
const offered = async (place: SharedPlace) => {
  const bytes = freshBytes(2000);
  await place.member.uploads(bytes, `known ${Math.random()}`);
  await place.company.verified();
  const what = { name: 'instant.txt', parentId: place.folderId };
  const offer = (await place.member.call(calls.upload.checkUploadAble, checkFields(bytes, what))) as InstantTicket;
  return instantFields(offer, bytes, what);
};
const shared = async (place: SharedPlace): Promise<{ instanceId: string; fileSharingIds: string[] }> => {
  const { instanceId } = await folder(place);
  const [one] = await place.leader.call(calls.innerSharing.create, { instanceId, members: [{ ...person(place.stranger), role: 'edit' }] });
  return { instanceId, fileSharingIds: [(one as { fileSharingId: string }).fileSharingId] };
};
const linked = async (place: SharedPlace, by: Person): Promise<string> => {
  const { instanceId } = await folder(place);
  return (await by.call(calls.link.createOrUpdate, { instanceIds: [instanceId] })).linkPath;
};

export const placeChanges: Record<string, Make> = {
  'instance.createFolder': async ({ folderId }) => ({
    call: calls.instance.createFolder,
    fields: { parentId: folderId, instanceName: 'new' },
  }),
  'instance.batchCreateFolder': async (place) => {
    await folder(place, 'there');
    const fields = { parentId: place.folderId, instanceName: 'there', children: [{ instanceName: 'below' }] };
    return { call: calls.instance.batchCreateFolder, fields };
  },
  'instance.rename': async (place) => ({
    call: calls.instance.rename,
    fields: { instanceId: (await folder(place)).instanceId, fileName: encodeName('renamed') },
  }),
  'instance.remove': async (place) => ({ call: calls.instance.remove, fields: { instanceIds: [(await folder(place)).instanceId] } }),
  'instance.undoRemove': async (place) => ({ call: calls.instance.undoRemove, fields: { instanceIds: [await binned(place)] } }),
  'instance.move': async (place) => ({
    call: calls.instance.move,
    fields: { instanceIds: [(await folder(place, 'goes')).instanceId], targetParentId: (await folder(place)).instanceId },
  }),
  'instance.move as a version': async (place) => {
    const into = (await folder(place)).instanceId;
    await place.leader.uploads(freshBytes(2000), 'file.txt', into);
    return {
      call: calls.instance.move,
      fields: { instanceIds: [(await file(place)).instanceId], targetParentId: into, onConflict: 'version' },
    };
  },
  'instance.move into a folder of its name': async (place) => {
    const [into, moved] = [await folder(place, 'into'), await folder(place, 'same')];
    await place.leader.folder('same', into.instanceId);
    await place.leader.uploads(freshBytes(2000), 'inside.txt', moved.instanceId);
    return {
      call: calls.instance.move,
      fields: { instanceIds: [moved.instanceId], targetParentId: into.instanceId, onConflict: 'merge' },
    };
  },
  'instance.move away': async (place) => ({
    call: calls.instance.move,
    fields: { instanceIds: [(await file(place)).instanceId], targetParentId: place.member.rootId, onConflict: 'rename' },
  }),
  'instance.move to here': async (place) => ({
    call: calls.instance.move,
    fields: {
      instanceIds: [(await place.member.uploads(freshBytes(2000), `mine ${Math.random()}`)).instanceId],
      targetParentId: place.folderId,
    },
  }),
  'instance.copy': async (place) => ({
    call: calls.instance.copy,
    fields: { instanceIds: [(await file(place)).instanceId], targetParentId: (await folder(place)).instanceId },
  }),
  'instance.setSensitivity': async (place) => ({
    call: calls.instance.setSensitivity,
    fields: { instanceId: (await folder(place)).instanceId, sensitivity: 'high' },
  }),
  'instance.checkUploadAble': async ({ folderId }) => ({
    call: calls.upload.checkUploadAble,
    fields: checkFields(freshBytes(300_000), { name: 'begun.txt', parentId: folderId }),
  }),
  'instance.checkUploads': async ({ folderId }) => ({
    call: calls.upload.checkUploads,
    fields: { items: [checkFields(freshBytes(300_000), { name: 'begun.txt', parentId: folderId })] },
  }),
  'instance.upload': async (place) => ({ call: calls.upload.upload, fields: (await delivered(place, 'saved.txt')).saveFields() }),
  'instance.upload as a version': async (place) => {
    await file(place);
    return { call: calls.upload.upload, fields: (await delivered(place, 'file.txt', 'version')).saveFields() };
  },
  'instance.uploads': async (place) => ({
    call: calls.upload.uploads,
    fields: { items: [(await delivered(place, 'saved.txt')).saveFields()] },
  }),
  'instance.secondUpload': async (place) => ({ call: calls.upload.secondUpload, fields: await offered(place) }),
  'instance.secondUploads': async (place) => ({ call: calls.upload.secondUploads, fields: { items: [await offered(place)] } }),
  'instance.restoreVersion': async (place) => ({
    call: calls.version.restore,
    fields: { instanceId: await twoVersions(place), version: 1 },
  }),
  'instance.removeVersion': async (place) => ({ call: calls.version.remove, fields: { instanceId: await twoVersions(place), version: 1 } }),
  'recycle.restoreFirstRecycleFile': async (place) => ({ call: calls.recycle.restore, fields: { recycleIds: [await entry(place)] } }),
  'recycle.restoreFirstRecycleFile as a version': async (place) => {
    const recycleIds = [await entry(place, file)];
    await file(place, 'deleted.txt');
    return { call: calls.recycle.restore, fields: { recycleIds, onConflict: 'version' } };
  },
  'recycle.removeFirstRecycleFile': async (place) => ({ call: calls.recycle.remove, fields: { recycleIds: [await entry(place)] } }),
  'recycle.clearFirstRecycleFile': async (place) => {
    await binned(place);
    return { call: calls.recycle.clear, fields: { instanceType: '2' } };
  },
  'instance.tag': async (place) => ({ call: calls.tag.tag, fields: { instanceId: (await folder(place)).instanceId, tag: 'new' } }),
  'instance.untag': async (place) => {
    const { instanceId } = await folder(place);
    await place.leader.call(calls.tag.tag, { instanceId, tag: 'old' });
    return { call: calls.tag.untag, fields: { instanceId, tag: 'old' } };
  },
  'instance.comment': async (place) => ({
    call: calls.comment.create,
    fields: { instanceId: (await folder(place)).instanceId, text: 'seen' },
  }),
  'instance.removeComment': async (place) => {
    const { instanceId } = await folder(place);
    const { commentId } = await place.leader.call(calls.comment.create, { instanceId, text: 'seen' });
    return { call: calls.comment.remove, fields: { instanceId, commentId } };
  },
  'innerSharing.create': async (place) => ({
    call: calls.innerSharing.create,
    fields: { instanceId: (await folder(place)).instanceId, members: [{ ...person(place.stranger), role: 'edit' }] },
  }),
  'innerSharing.uploadUsers': async (place) => {
    const made = workbooks.utils.book_new();
    const rows = [
      ['账号', '姓名', '部门', '权限'],
      [place.stranger.accountName, '', '', '编辑'],
    ];
    workbooks.utils.book_append_sheet(made, workbooks.utils.aoa_to_sheet(rows), 'Sheet1');
    const list = new File([workbooks.write(made, { type: 'buffer', bookType: 'xlsx' }) as Buffer<ArrayBuffer>], '名单.xlsx');
    return { call: calls.innerSharing.uploadUsers, fields: { instanceId: (await folder(place)).instanceId, file: list } };
  },
  'innerSharing.remove': async (place) => ({
    call: calls.innerSharing.remove,
    fields: { fileSharingIds: (await shared(place)).fileSharingIds },
  }),
  'link.createOrUpdate': async (place) => ({
    call: calls.link.createOrUpdate,
    fields: { instanceIds: [(await folder(place)).instanceId] },
  }),
  'link.createOrUpdate of their own link': async (place) => ({
    call: calls.link.createOrUpdate,
    fields: { linkPath: await linked(place, place.member), permissions: ['download'], validity: '3m', note: 'changed' },
  }),
  'link.remove': async (place) => ({ call: calls.link.remove, fields: { linkPaths: [await linked(place, place.leader)] } }),
  'privilege.updateUserRole': async (place) => ({
    call: calls.privilege.updateUserRole,
    fields: { instanceId: (await folder(place)).instanceId, subject: person(place.other), role: 'edit' },
  }),
  'privilege.remove': async (place) => {
    const { instanceId } = await folder(place);
    await place.leader.call(calls.privilege.updateUserRole, { instanceId, subject: person(place.other), role: 'edit' });
    return { call: calls.privilege.remove, fields: { instanceId, subject: person(place.other) } };
  },
  'access.answer': async (place) => {
    const { instanceId } = await folder(place);
    const { requestId } = await place.stranger.call(calls.access.request, { instanceId });
    return { call: calls.access.answer, fields: { requestId, level: 'viewOnly' } };
  },
};

/**
 * The errcode with which a call was refused, as a whole or for its one item. Null if it was done. Clearing a bin does not report what
 * stays.
 */
export function refusalOf(reply: Reply): number | 'nothing to tell' | null {
  if (reply.errcode !== 0) return reply.errcode;
  const [one] = [reply.data].flat() as ({ errcode?: number; removed?: number; data?: { errcode?: number } } | null)[];
  if (one?.removed !== undefined) return 'nothing to tell';
  return one?.errcode || one?.data?.errcode || null;
}

/** Everything in the folder and every row about it, except for the grants of the person whose permission ends. */
export async function stateOf({ company, folderId, member }: SharedPlace): Promise<unknown> {
  const here = sql`(select id from below)`;
  const { rows } = await sql`
    with recursive below as (
      select id from instance where id = ${folderId}
      union all
      select c.id from below join instance c on c.parent_id = below.id
    )
    select (select json_agg(to_jsonb(i) - 'granted' order by i.id) from instance i where i.id in ${here}) as instances,
      (select json_agg(v order by v.instance_id, v.number) from version v where v.instance_id in ${here}) as versions,
      (select json_agg(to_jsonb(r) - 'files' - 'size' - 'bytes' order by r.id) from recycle r where r.parent_id in ${here}) as entries,
      (select json_agg(t order by t.instance_id, t.folded_name) from tag t where t.instance_id in ${here}) as tags,
      (select json_agg(c order by c.id) from comment c where c.instance_id in ${here}) as comments,
      (select json_agg(g order by g.id) from file_grant g where g.instance_id in ${here} and g.subject_id <> ${member.userId}) as grants,
      (select json_agg(to_jsonb(s) - 'created_at' order by s.id) from share s where s.instance_id in ${here}) as shares,
      (select json_agg(l order by l.id) from link l where l.instance_id in ${here}) as links,
      (select json_agg(a.state order by a.id) from access_request a where a.instance_id in ${here}) as requests`.execute(company.database);
  return rows[0];
}
