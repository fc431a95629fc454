/** What a visitor has under way ends within about a second with whatever gave it: each ending, with each way in which a visitor gets or gives something. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls, everyItem } from '@alcove/contract';
import type { InputOf, InstanceId } from '@alcove/contract';
import { removeDissolved } from '../groups/index.ts';
import { endLinksOf } from '../links/index.ts';
import { VisitingClient } from '../links/visiting.test-support.ts';
import { officerOf } from '../outbound/outbound.test-support.ts';
import type { Officer } from '../outbound/outbound.test-support.ts';
import { setOnlyRole } from '../permission/tree.test-support.ts';
import { member, shares } from '../sharing/sharing.test-support.ts';
import { freshBytes, leftOut, openCompany, turnOf, Upload } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

const { link, instance } = calls;
let company: Company;
let officer: Officer;
/** Has the large file that everybody copies, so that it is sent once. */
let library: { owner: Person; largeId: InstanceId };
before(async () => {
  company = await openCompany();
  officer = await officerOf(company);
  const owner = await company.person();
  library = { owner, largeId: (await owner.uploads(freshBytes(large), 'large.bin')).instanceId };
});
after(async () => {
  connections.abort();
  await company.close();
});
/** Connections that a test left open would keep the server from closing. */
const connections = new AbortController();
/** Scenes that play at the same time: they mostly wait. */
const atOnce = 4;

/** Milliseconds, longer than an answer about a right counts. */
const aWhile = 1400;
/** More than the buffers on the way hold. */
const large = 40 * 1024 * 1024;

interface Visit {
  /** Who made the link. */
  owner: Person;
  /** In a group: its leader. */
  leader: Person | null;
  groupId: string;
  /** `above` holds the linked folder. */
  aboveId: InstanceId;
  folderId: InstanceId;
  fileId: InstanceId;
  linkPath: string;
  linkId: string;
  visitor: VisitingClient;
  /** The signed-in visitor. */
  colleague: Person | null;
}

interface Scene {
  /** Who comes: a signed-in colleague, unless said otherwise. */
  as?: 'nobody';
  in?: 'group';
  fields?: Partial<InputOf<typeof link.createOrUpdate>>;
}

/** A folder in a personal space, or in a group whose leader is another. */
async function place(owner: Person, inGroup: boolean): Promise<{ leader: Person | null; groupId: string; aboveId: InstanceId }> {
  if (!inGroup) return { leader: null, groupId: '', aboveId: (await owner.folder('above')).instanceId };
  const leader = await company.person();
  const { groupId } = await leader.call(calls.group.createGroup, { groupName: `g ${owner.userId}`, preallocatedSize: 2 ** 28 });
  await leader.call(calls.group.addMembers, { groupId, members: [{ kind: 'person', id: owner.userId, level: 'externalSharing' }] });
  return { leader, groupId, aboveId: (await leader.folder('above', groupId)).instanceId };
}

async function begin({ as, in: where, fields = { password: 'secret' } }: Scene): Promise<Visit> {
  const owner = await company.person();
  const { leader, groupId, aboveId } = await place(owner, where === 'group');
  const { instanceId: folderId } = await owner.folder('对外', aboveId);
  await shares(library.owner, library.largeId, [member(owner, 'download')]);
  const [copied] = await owner.call(instance.copy, { instanceIds: [library.largeId], targetParentId: folderId });
  assert.ok(copied?.done && 'instance' in copied, JSON.stringify(copied));
  await owner.uploads('seen', 'seen.txt', folderId);
  const { linkPath } = await owner.call(link.createOrUpdate, {
    instanceIds: [folderId],
    permissions: ['preview', 'download', 'edit'],
    ...fields,
  });
  const { id: linkId } = await company.database.selectFrom('link').select('id').where('path', '=', linkPath).executeTakeFirstOrThrow();
  const colleague = as === 'nobody' ? null : await company.person();
  const browser = colleague ?? company.visitor();
  const { shareToken: token } = await browser.call(link.checkPassword, { linkPath, password: fields.password ?? undefined });
  const { id: visitorId } = await company.database
    .selectFrom('link_visitor')
    .select('id')
    .where('link_id', '=', linkId)
    .executeTakeFirstOrThrow();
  const visitor = new VisitingClient(company.origin, { visitorId, linkPath, token });
  for (const [name, value] of browser.cookies) visitor.cookies.set(name, value);
  return { owner, leader, groupId, aboveId, folderId, fileId: copied.instance!.instanceId, linkPath, linkId, visitor, colleague };
}

/** Reads the first bytes and then, when it is asked to, the rest. Returns how many bytes there were; throws if the connection was cut. */
async function reading({ cookies }: VisitingClient, url: string): Promise<() => Promise<number>> {
  const headers = { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') };
  const answer = await fetch(url, { headers, signal: connections.signal });
  assert.equal(answer.status, 200);
  const reader = answer.body!.getReader();
  let read = (await reader.read()).value!.length;
  return async () => {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) read += piece.value.length;
    return read;
  };
}

/** As a player asks for one range after the other, at the address that it has. */
const isServed = async (url: string): Promise<boolean> => {
  const answer = await fetch(url, { headers: { range: 'bytes=0-3' } });
  await answer.body?.cancel();
  return answer.ok;
};
async function savesToDrive({ visitor, linkPath }: Visit, { rootId }: Person, instanceId: InstanceId): Promise<boolean> {
  const { data } = await visitor.ask<{ done: boolean }[]>(link.copy, { linkPath, instanceIds: [instanceId], targetParentId: rootId });
  return data?.[0]?.done ?? false;
}
const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** What still goes on after the ending: each way in which a visitor gets something, or gives it. */
async function whatGoesOn(visit: Visit, end: (visit: Visit) => Promise<unknown>): Promise<string[]> {
  const { visitor, folderId, fileId } = visit;
  const { items } = await visitor.call(link.queryInstancePage, { linkPath: visit.linkPath, sortField: 'fileSize' });
  const seenId = items.find(({ instanceName }) => instanceName === 'seen.txt')!.instanceId;
  const download = await visitor.call(calls.download.download, { instanceId: fileId });
  const zip = await visitor.call(link.queryFolderDownload, { linkPath: visit.linkPath, instanceIds: [fileId] });
  const preview = await visitor.call(link.preview, { linkPath: visit.linkPath, instanceId: seenId });
  assert.ok(preview.kind !== 'preparing');
  const upload = await Upload.begin(visitor, freshBytes(100), { name: 'brought.bin', parentId: folderId });
  const arrived = await (await Upload.begin(visitor, freshBytes(100), { name: 'arrived.bin', parentId: folderId })).deliver();
  const underWay = { 'running download': await reading(visitor, download.url), 'running ZIP': await reading(visitor, zip.url) };
  assert.ok((await isServed(preview.url)) && (await isServed(download.url)));

  await end(visit);
  await sleep(aWhile);
  const ways: Record<string, Promise<boolean>> = {
    'download address': isServed(download.url),
    'ZIP address': isServed(zip.url),
    'preview address': isServed(preview.url),
    'new download': succeeds(visitor.call(calls.download.download, { instanceId: fileId })),
    'new ZIP': succeeds(visitor.call(link.queryFolderDownload, { linkPath: visit.linkPath, instanceIds: [fileId] })).then(
      async (done) =>
        done && isServed((await visitor.call(link.queryFolderDownload, { linkPath: visit.linkPath, instanceIds: [fileId] })).url),
    ),
    'new preview': succeeds(visitor.call(link.preview, { linkPath: visit.linkPath, instanceId: seenId })),
    list: succeeds(visitor.call(link.queryInstancePage, { linkPath: visit.linkPath })),
    upload: succeeds(upload.sign('PUT')),
    'save of an upload': succeeds(arrived.save()),
    ...(visit.colleague && { 'save to my drive': savesToDrive(visit, visit.colleague, seenId) }),
  };
  for (const [way, rest] of Object.entries(underWay)) ways[way] = succeeds(rest());
  const goesOn = await Promise.all(Object.entries(ways).map(async ([way, is]) => ((await is) ? way : [])));
  return goesOn.flat().sort();
}

const set = (table: 'link' | 'link_visitor' | 'user_account', id: string, change: Record<string, unknown>) =>
  company.database.updateTable(table).set(change).where('id', '=', id).execute();

const anew = ({ owner, linkPath }: Visit, fields: Partial<InputOf<typeof link.createOrUpdate>>) =>
  owner.call(link.createOrUpdate, { linkPath, ...fields });
const endings: Record<string, [(visit: Visit) => Promise<unknown>, scene?: Scene]> = {
  'the link is withdrawn': [({ owner, linkPath }) => owner.call(link.remove, { linkPaths: [linkPath] })],
  'the link is withdrawn by who manages the place': [({ leader, linkPath }) => leader!.call(link.remove, { linkPaths: [linkPath] }), { in: 'group' }], // prettier-ignore
  'the link expires': [
    async ({ linkId }) => {
      await set('link', linkId, { expires_at: new Date() });
      await sql`update file_grant set expires_at = now() where source_id = ${linkId}`.execute(company.database);
    },
  ],
  'the password is changed': [(visit) => anew(visit, { password: 'another one' })],
  'only colleagues are let in': [(visit) => anew(visit, { visitorType: 'login' })],
  'the permission is narrowed': [(visit) => anew(visit, { permissions: ['preview'] })],
  'the creator is frozen': [({ owner }) => set('user_account', owner.userId, { frozen_at: new Date() })],
  'the creator expires': [({ owner }) => set('user_account', owner.userId, { expires_at: new Date() })],
  'the creator leaves the company': [
    ({ owner }) => company.database.transaction().execute((transaction) => endLinksOf(transaction, owner.userId)),
  ],
  'the creator may not share outside any more': [
    ({ owner }) => setOnlyRole(company.database, owner.userId, everyItem.filter((item) => item !== 'share')), // prettier-ignore
  ],
  'the creator gets a lower level': [
    ({ owner, leader, groupId }) =>
      leader!.call(calls.privilege.updateMemberRole, { groupId, subject: { kind: 'person', id: owner.userId }, role: 'download' }),
    { in: 'group' },
  ],
  'the creator is removed from the group': [
    ({ owner, leader, groupId }) => leader!.call(calls.group.removeMembers, { groupId, members: [{ kind: 'person', id: owner.userId }] }),
    { in: 'group' },
  ],
  'the group is dissolved': [
    async ({ leader, groupId }) => {
      await leader!.call(calls.group.dissolveGroup, { groupId });
      await sql`update group_space set dissolves_at = now() where space_id = ${groupId}`.execute(company.database);
      await removeDissolved(company.database);
    },
    { in: 'group' },
  ],
  'the folder is deleted': [({ owner, folderId }) => owner.call(instance.remove, { instanceIds: [folderId] })],
  'the folder above is deleted': [({ owner, aboveId }) => owner.call(instance.remove, { instanceIds: [aboveId] })],
  'the folder becomes highly sensitive': [
    ({ owner, folderId }) => owner.call(instance.setSensitivity, { instanceId: folderId, sensitivity: 'high' }),
  ],
  'the folder above becomes highly sensitive': [
    ({ owner, aboveId }) => owner.call(instance.setSensitivity, { instanceId: aboveId, sensitivity: 'high' }),
  ],
  'the folder moves to another space': [
    async ({ owner, folderId }) => {
      const { groupId } = await owner.call(calls.group.createGroup, { groupName: `g ${folderId}`, preallocatedSize: 2 ** 28 });
      await owner.call(instance.move, { instanceIds: [folderId], targetParentId: groupId as unknown as InstanceId });
    },
  ],
  'the visit is over': [({ visitor }) => set('link_visitor', visitor.visitorId, { expires_at: new Date() })],
  'the colleague signs out': [({ colleague }) => colleague!.call(calls.user.logout, {}), { fields: { visitorType: 'login' } }],
  'the colleague is frozen': [({ colleague }) => set('user_account', colleague!.userId, { frozen_at: new Date() }), { fields: { visitorType: 'login' } }], // prettier-ignore
  'the colleague expires': [({ colleague }) => set('user_account', colleague!.userId, { expires_at: new Date() }), { fields: { visitorType: 'login' } }], // prettier-ignore
  'the link names others': [
    async (visit) => anew(visit, { visitorType: 'persons', userIds: [(await company.person()).userId] }),
    { fields: { visitorType: 'login' } },
  ],
};
/** What most visitors are. All visitors lose a right the same way, so one of these comes with each commit, and each in time. */
const ofNobody = ['the link is withdrawn', 'the link expires', 'the password is changed', 'the folder is deleted', 'the visit is over'];
const ofNobodyNow = turnOf(ofNobody, ofNobody.length);

describe('nothing goes on when', { concurrency: atOnce }, () => {
  for (const [what, [end, scene = {}]] of Object.entries(endings)) {
    test(what, async () => assert.deepEqual(await whatGoesOn(await begin(scene), end), []));
    if (ofNobodyNow.includes(what))
      test(`${what}, and nobody is signed in`, async (t) => {
        t.diagnostic(leftOut(ofNobodyNow.length, ofNobody.length));
        assert.deepEqual(await whatGoesOn(await begin({ ...scene, as: 'nobody' }), end), []);
      });
  }
});

const others = ['new preview', 'preview address', 'list', 'upload', 'save of an upload', 'save to my drive'];
const all = ['ZIP address', 'download address', 'new ZIP', 'new download', 'running ZIP', 'running download', ...others];
const contents: Record<string, [(visit: Visit) => Promise<unknown>, goesOn: string[]]> = {
  'a rule refuses the file': [() => officer.rules('suffix', 'bin', 'refuse'), others.filter((way) => way !== 'save of an upload')],
  // The new version is released, but it is another content.
  'the file has a new version': [({ owner, folderId }) => owner.uploads('two', 'large.bin', folderId, 'version'), ['new ZIP', 'new download', 'ZIP address', ...others]], // prettier-ignore
  'the visits are used up: who is inside stays': [({ linkId }) => set('link', linkId, { visit_limit: 1 }), all],
  'nothing changed': [async () => {}, all],
};
for (const [what, [end, goesOn]] of Object.entries(contents))
  test(`what goes on when ${what}`, async (t) => {
    t.after(() => officer.noRules());
    assert.deepEqual(await whatGoesOn(await begin({ fields: {} }), end), goesOn.toSorted());
  });
