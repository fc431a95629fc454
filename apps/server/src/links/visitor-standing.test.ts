/** What the visitor of a link may do, and what ends it: the kernel is asked as the calls of links will ask it. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls, everyItem } from '@alcove/contract';
import type { InstanceId, LinkPermission, PermissionItem } from '@alcove/contract';
import { gatherArchive } from '../download/gather-archive.ts';
import { foldersOf, folderSize, pageOfFolder } from '../files/list.ts';
import { Failure } from '../http/index.ts';
import type { Caller, UserContext } from '../http/index.ts';
import { newId } from '../ids.ts';
import { releases } from '../outbound/index.ts';
import { authorise, explainFor, findItems, itemsAt, ownItemsAt, recheck, stillMay, visibleAncestors } from '../permission/index.ts';
import { setOnlyRole } from '../permission/tree.test-support.ts';
import { group, member, shares } from '../sharing/sharing.test-support.ts';
import { openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { grantLink, withdrawLinks } from './index.ts';
import { makeLink, openLink, visitorOf } from './links.test-support.ts';

const { instance } = calls;
let company: Company;
let [owner, other]: Person[] = [];
/** The owner's tree: `linked` holds `inner` and a file, and lies in `outer` beside `sibling`. */
let ids: Record<'outer' | 'linked' | 'inner' | 'file' | 'deep' | 'sibling', InstanceId>;
before(async () => {
  company = await openCompany();
});
after(() => company.close());
beforeEach(async () => {
  [owner, other] = [await company.person(), await company.person()];
  const outer = (await owner.folder('outer')).instanceId;
  const linked = (await owner.folder('linked', outer)).instanceId;
  const inner = (await owner.folder('inner', linked)).instanceId;
  const file = (await owner.uploads('text', 'file.txt', linked)).instanceId;
  const deep = (await owner.uploads('deep', 'deep.txt', inner)).instanceId;
  const sibling = (await owner.uploads('secret', 'sibling.txt', outer)).instanceId;
  ids = { outer, linked, inner, file, deep, sibling };
});

const opens = (instanceId: InstanceId, permissions: LinkPermission[] = ['download'], creator = owner!): Promise<string> =>
  openLink(company.database, { creatorId: creator.userId, instanceId, permissions });
const codeOf = async (caller: Caller, instanceId: InstanceId, item: PermissionItem = 'list'): Promise<string> =>
  authorise(company.database, caller, instanceId, item).then(
    () => 'allowed',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const itemsFor = async (caller: Caller, instanceId: InstanceId): Promise<PermissionItem[]> =>
  itemsAt((await findItems(company.database, caller, [instanceId])).get(instanceId)!).toSorted();
const context = (caller: Caller) => ({ caller, language: 'en-US' }) as UserContext;
const namesIn = async (caller: Caller, parentId: InstanceId): Promise<string[]> => {
  const input = { parentId, page: 1, pageSize: 100, sortField: 'instanceName', sortOrder: 'asc' } as const;
  const page = await pageOfFolder({ database: company.database, nameKeys: () => Promise.resolve(null) }, input, context(caller));
  assert.equal(page.total, page.items.length);
  return page.items.map(({ instanceName }) => instanceName);
};
/** Closed: nothing can be told from something that does not exist. */
const isClosed = async (caller: Caller, about = 'closed'): Promise<void> => {
  for (const id of Object.values(ids)) assert.equal(await codeOf(caller, id), 'FILE_NOT_FOUND', about);
  await assert.rejects(namesIn(caller, ids.linked), isHidden, about);
  assert.ok(!(await stillMay(company.database, caller, ids.file, ['download'])), about);
};
const isHidden = (error: unknown): boolean => error instanceof Failure && error.code === 'FILE_NOT_FOUND';
const isOpen = async (caller: Caller, about = 'open'): Promise<void> => {
  assert.equal(await codeOf(caller, ids.file, 'download'), 'allowed', about);
  assert.equal(await stillMay(company.database, caller, ids.file, ['download']), true, about);
};

test("a link of the space's owner opens its subtree and nothing beside, above or elsewhere", async () => {
  const visitor = visitorOf(await opens(ids.linked));
  const elsewhere = (await other!.uploads('other', 'other.txt')).instanceId;
  const ownGroup = (await owner!.call(calls.group.createGroup, { groupName: `g ${newId()}`, preallocatedSize: 2 ** 20 })).groupId;
  for (const id of [ids.outer, ids.sibling, owner!.rootId, elsewhere, other!.rootId, ownGroup as unknown as InstanceId])
    assert.equal(await codeOf(visitor, id), 'FILE_NOT_FOUND');
  for (const id of [ids.linked, ids.inner, ids.file, ids.deep]) {
    assert.deepEqual(await itemsFor(visitor, id), ['attribute', 'download', 'list', 'preview', 'search']);
    assert.equal(await codeOf(visitor, id, 'delete'), 'NOT_ALLOWED');
  }
  assert.deepEqual(await namesIn(visitor, ids.linked), ['inner', 'file.txt']);
  await assert.rejects(namesIn(visitor, ids.outer), isHidden);
  assert.deepEqual((await foldersOf(company.database, ids.linked, context(visitor))).map(({ instanceName }) => instanceName), ['inner']); // prettier-ignore
  // Neither the way above the link nor a mark of other shares is told, and nothing can be passed on.
  await shares(owner!, ids.inner, [member(other!, 'edit')]);
  const { place } = await authorise(company.database, visitor, ids.deep, 'list');
  assert.deepEqual(
    visibleAncestors(place).map(({ id }) => id),
    [ids.linked, ids.inner],
  );
  assert.deepEqual(ownItemsAt(place), []);
  const [inner] = (await pageOfFolder({ database: company.database, nameKeys: () => Promise.resolve(null) }, { parentId: ids.linked, page: 1, pageSize: 10, sortField: 'instanceName', sortOrder: 'asc' }, context(visitor))).items; // prettier-ignore
  assert.equal(inner!.shared, undefined);
  assert.deepEqual(inner!.instancePathIds, [ids.linked, ids.inner]);
});

test('each permission gives its fixed items, whatever administrators make of the role that stands in the grant', async () => {
  const preview = visitorOf(await opens(ids.linked, ['preview']));
  const edit = visitorOf(await opens(ids.linked, ['preview', 'edit']));
  const roles = await company.database.selectFrom('file_role').select(['role', 'items']).execute();
  await company.database
    .updateTable('file_role')
    .set({ items: [...everyItem] })
    .where('role', '<>', 'forbidden')
    .execute();
  try {
    assert.deepEqual(await itemsFor(preview, ids.file), ['attribute', 'list', 'preview', 'search']);
    assert.deepEqual(await itemsFor(edit, ids.file), ['attribute', 'download', 'list', 'preview', 'search', 'upload']);
  } finally {
    for (const { role, items } of roles) await company.database.updateTable('file_role').set({ items }).where('role', '=', role).execute();
  }
});

test('a link that is being verified opens nothing; withdrawn, it is closed at once and cannot be opened any more', async () => {
  const linkId = await makeLink(company.database, { creatorId: owner!.userId, instanceId: ids.linked });
  const visitor = visitorOf(linkId);
  await isClosed(visitor, 'verifying');
  const grants = () => company.database.transaction().execute((transaction) => grantLink(transaction, linkId));
  assert.equal(await grants(), true);
  await isOpen(visitor);
  await company.database.transaction().execute(async (transaction) => {
    await recheck(transaction, visitor, ids.file, 'download');
    await withdrawLinks(transaction, [linkId]);
    await assert.rejects(recheck(transaction, visitor, ids.file, 'download'), isHidden);
  });
  await isClosed(visitor, 'withdrawn');
  assert.equal(await grants(), false);
  await isClosed(visitor, 'verified after it was withdrawn');
});

test('a link is closed from the moment of its end', async () => {
  const expiresAt = new Date(Date.now() + 1500);
  const visitor = visitorOf(await openLink(company.database, { creatorId: owner!.userId, instanceId: ids.linked, expiresAt }));
  await isOpen(visitor);
  await sleep(1600);
  await isClosed(visitor);
});

test('a frozen creator, and one who lost `share` in the whole company, gives nothing until they have it again', async () => {
  const visitor = visitorOf(await opens(ids.linked));
  const setFrozen = (frozen_at: Date | null) =>
    company.database.updateTable('user_account').set({ frozen_at }).where('id', '=', owner!.userId).execute();
  await setFrozen(new Date());
  await isClosed(visitor, 'frozen');
  await setFrozen(null);
  await isOpen(visitor);
  await company.database
    .updateTable('user_account')
    .set({ expires_at: new Date(0) })
    .where('id', '=', owner!.userId)
    .execute();
  await isClosed(visitor, 'expired account');
  await company.database.updateTable('user_account').set({ expires_at: null }).where('id', '=', owner!.userId).execute();
  await setOnlyRole(company.database, owner!.userId, everyItem.filter((item) => item !== 'share')); // prettier-ignore
  await isClosed(visitor, 'without share');
  await setOnlyRole(company.database, owner!.userId, everyItem.filter((item) => item !== 'download')); // prettier-ignore
  assert.deepEqual(await itemsFor(visitor, ids.file), ['attribute', 'list', 'preview', 'search']);
});

test('a member of a group loses the level, is forbidden a folder or leaves: their link goes along, exactly as far', async () => {
  const rootId = (await other!.call(calls.group.createGroup, { groupName: `g ${newId()}`, preallocatedSize: 2 ** 20 })).groupId;
  await other!.call(calls.group.addMembers, {
    groupId: rootId,
    members: [{ kind: 'person', id: owner!.userId, level: 'externalSharing' }],
  });
  const folder = (await owner!.folder('shared outside', rootId)).instanceId;
  const below = (await owner!.folder('below', folder)).instanceId;
  const visitor = visitorOf(await opens(folder));
  const subject = { kind: 'person' as const, id: owner!.userId };
  const level = (role: 'editor' | 'sharer') =>
    company.database.updateTable('file_grant').set({ role }).where('source_id', '=', rootId).where('subject_id', '=', subject.id).execute();
  assert.equal(await codeOf(visitor, below, 'download'), 'allowed');
  await level('editor');
  assert.equal(await codeOf(visitor, folder), 'FILE_NOT_FOUND');
  await level('sharer');
  assert.equal(await codeOf(visitor, folder), 'allowed');
  await other!.call(calls.privilege.updateUserRole, { instanceId: below, subject, role: 'forbidden' });
  assert.deepEqual([await codeOf(visitor, folder), await codeOf(visitor, below)], ['allowed', 'FILE_NOT_FOUND']);
  assert.deepEqual(await namesIn(visitor, folder), []);
  await owner!.call(calls.group.leave, { groupId: rootId });
  assert.equal(await codeOf(visitor, folder), 'FILE_NOT_FOUND');
});

test('who only has a share of an item gives nothing by a link to it', async () => {
  await shares(owner!, ids.linked, [member(other!, 'manager')]);
  await isClosed(visitorOf(await opens(ids.linked, ['download'], other!)));
});

test('in the bin a link is asleep, restored it is open again', async () => {
  const visitor = visitorOf(await opens(ids.linked));
  await owner!.call(instance.remove, { instanceIds: [ids.outer] });
  await isClosed(visitor, 'in the bin');
  const [entry] = (await owner!.call(calls.recycle.page, {})).items;
  await owner!.call(calls.recycle.restore, { recycleIds: [entry!.recycleId] });
  await isOpen(visitor, 'restored');
});

test('an item that moves to another space leaves its links behind, and moving it back opens none', async () => {
  const { rootId } = await group(company, owner!, []);
  const above = visitorOf(await opens(ids.outer));
  const deeper = visitorOf(await opens(ids.linked));
  await owner!.call(instance.move, { instanceIds: [ids.linked], targetParentId: rootId });
  await isClosed(deeper, 'moved away');
  assert.equal(await codeOf(above, ids.file), 'FILE_NOT_FOUND');
  assert.equal(await codeOf(above, ids.sibling), 'allowed');
  await owner!.call(instance.move, { instanceIds: [ids.linked], targetParentId: owner!.rootId });
  await isClosed(deeper, 'moved back');
  const left = await company.database.selectFrom('link').select('id').where('instance_id', '=', ids.linked).execute();
  assert.deepEqual(left, []);
});

test('a folder that is merged away takes its links along', async () => {
  const target = (await owner!.folder('linked')).instanceId;
  const visitor = visitorOf(await opens(ids.linked));
  await owner!.call(instance.move, { instanceIds: [ids.linked], targetParentId: owner!.rootId, onConflict: 'merge' });
  await isClosed(visitor);
  assert.equal(await codeOf(visitor, target), 'FILE_NOT_FOUND');
});

test('raising the level above closes a link at once, and what is highly sensitive below a link is invisible everywhere', async () => {
  const visitor = visitorOf(await opens(ids.linked));
  const level = (instanceId: InstanceId, sensitivity: 'normal' | 'high') =>
    owner!.call(instance.setSensitivity, { instanceId, sensitivity });
  await level(ids.outer, 'high');
  await isClosed(visitor);
  await level(ids.outer, 'normal');
  await isOpen(visitor);

  // Raised by a person, it would end the link; the items hide themselves nevertheless.
  await company.database.updateTable('instance').set({ sensitivity: 'high' }).where('id', '=', ids.inner).execute();
  assert.deepEqual([await codeOf(visitor, ids.inner), await codeOf(visitor, ids.deep)], ['FILE_NOT_FOUND', 'FILE_NOT_FOUND']);
  assert.deepEqual(await namesIn(visitor, ids.linked), ['file.txt']);
  assert.deepEqual(await foldersOf(company.database, ids.linked, context(visitor)), []);
  const { place } = await authorise(company.database, visitor, ids.linked, 'attribute');
  const { files, folders } = await folderSize(company.database, { caller: visitor, place });
  assert.deepEqual([files, folders], [1, 0]);
  const { archive } = await gatherArchive({ ...company, serviceConfig: company.alcove.serviceConfig, releases }, { ...visitor, sessionKind: 'client' }, { instanceIds: [ids.linked], language: 'en-US', moment: new Date() }); // prettier-ignore
  assert.equal(archive.files, 1);
  // The owner still sees it.
  assert.deepEqual(await owner!.names(ids.linked), ['inner', 'file.txt']);
});

test('two links of one creator do not add up, and neither does a session beside a link', async () => {
  const one = visitorOf(await opens(ids.inner, ['preview']));
  await opens(ids.linked, ['edit']);
  const shareId = await shares(owner!, ids.linked, [member(other!, 'manager')]);
  assert.deepEqual(await itemsFor(one, ids.deep), ['attribute', 'list', 'preview', 'search']);
  assert.equal(await codeOf(one, ids.file), 'FILE_NOT_FOUND');
  // A visitor who names a share, or carries the id of an account, even the owner's, still has the link alone.
  for (const claims of [{ fileSharingId: shareId }, { userId: other!.userId }, { userId: owner!.userId }]) {
    const both = { ...one, ...claims };
    assert.deepEqual(await itemsFor(both, ids.deep), ['attribute', 'list', 'preview', 'search']);
    assert.equal(await codeOf(both, ids.file), 'FILE_NOT_FOUND');
  }
});

test('a person has nothing by the grant of a link, even as a share or with its id as their own, and no list of people names it', async () => {
  const linkId = await opens(ids.linked);
  const outsider = { ...visitorOf(linkId), userId: other!.userId };
  delete outsider.visitor;
  await isClosed(outsider);
  await isClosed({ ...outsider, fileSharingId: linkId });
  await isClosed({ ...outsider, userId: linkId });
  await isClosed({ ...visitorOf(newId()), userId: linkId });
  await assert.rejects(other!.call(instance.page, { parentId: ids.linked, fileSharingId: linkId }), refused('FILE_NOT_FOUND'));

  const { items } = await owner!.call(calls.explain.queryAccess, { instanceId: ids.linked });
  assert.deepEqual(
    items.map(({ kind }) => kind),
    ['owner'],
  );
  assert.deepEqual((await explainFor(company.database, other!.userId, ids.linked))?.items, []);
  assert.equal((await owner!.call(instance.queryInstanceDetail, { instanceId: ids.linked })).shared, undefined);
  assert.deepEqual((await owner!.call(calls.innerSharing.page, { side: 'initiated' })).items, []);
});

test('an uploader sees only what they uploaded, and neither the creator’s files nor those of the next visitor', async () => {
  const linkId = await opens(ids.linked, ['upload']);
  const [mine, theirs] = [visitorOf(linkId), visitorOf(linkId)];
  const upload = async (visitor: Caller, name: string) => {
    const { instanceId } = await owner!.uploads(name, name, ids.linked);
    await company.database.updateTable('instance').set({ visitor_id: visitor.userId }).where('id', '=', instanceId).execute();
    return instanceId;
  };
  const a = await upload(mine, 'a.txt');
  const b = await upload(theirs, 'b.txt');
  assert.deepEqual(await namesIn(mine, ids.linked), ['a.txt']);
  assert.deepEqual(await namesIn(theirs, ids.linked), ['b.txt']);
  assert.deepEqual(await itemsFor(mine, a), ['list', 'upload']);
  assert.deepEqual([await codeOf(mine, b), await codeOf(mine, ids.file), await codeOf(mine, ids.inner)], Array(3).fill('FILE_NOT_FOUND')); // prettier-ignore
  assert.equal(await codeOf(mine, ids.linked, 'upload'), 'allowed');
  assert.equal(await codeOf(mine, a, 'preview'), 'NOT_ALLOWED');
  // For everybody in the company it is the creator's.
  assert.deepEqual(await owner!.names(ids.linked), ['inner', 'a.txt', 'b.txt', 'file.txt']);
});

test('the database keeps grants of links and those of people apart', async () => {
  const linkId = await opens(ids.linked);
  for (const change of [{ subject_kind: 'person' }, { source_kind: 'share' }, { subject_id: newId() }] as const)
    await assert.rejects(
      company.database.updateTable('file_grant').set(change).where('source_id', '=', linkId).execute(),
      /file_grant_of_link/,
    );
  const wrong = { creatorId: owner!.userId, instanceId: ids.linked, permissions: ['download', 'upload'] satisfies LinkPermission[] };
  await assert.rejects(makeLink(company.database, wrong), /link_permissions_check/);
});
