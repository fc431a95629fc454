/** What a visitor has under way ends within about a second with whatever gave it. */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls, everyItem } from '@alcove/contract';
import type { InputOf, InstanceId } from '@alcove/contract';
import { VisitingClient } from '../links/visiting.test-support.ts';
import { officerOf } from '../outbound/outbound.test-support.ts';
import type { Officer } from '../outbound/outbound.test-support.ts';
import { setOnlyRole } from '../permission/tree.test-support.ts';
import { freshBytes, openCompany, Upload } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

const { link, instance } = calls;
let company: Company;
let officer: Officer;
before(async () => {
  company = await openCompany();
  officer = await officerOf(company);
});
after(() => company.close());
/** Of the test that runs: connections that it left open would keep the server from closing. */
let connections = new AbortController();
afterEach(async () => {
  connections.abort();
  connections = new AbortController();
  await officer.noRules();
});

/** Milliseconds, longer than an answer about a right counts. */
const aWhile = 1400;
/** More than the buffers on the way hold. */
const large = 40 * 1024 * 1024;

interface Visit {
  owner: Person;
  folderId: InstanceId;
  fileId: InstanceId;
  linkPath: string;
  linkId: string;
  visitor: VisitingClient;
  colleague: Person;
}

async function begin(fields: Partial<InputOf<typeof link.createOrUpdate>>): Promise<Visit> {
  const [owner, colleague] = [await company.person(), await company.person()];
  const { instanceId: folderId } = await owner.folder('对外');
  const { instanceId: fileId } = await owner.uploads(freshBytes(large), 'large.bin', folderId);
  await owner.uploads('seen', 'seen.txt', folderId);
  const { linkPath } = await owner.call(link.createOrUpdate, {
    instanceIds: [folderId],
    permissions: ['preview', 'download', 'edit'],
    ...fields,
  });
  const { id: linkId } = await company.database.selectFrom('link').select('id').where('path', '=', linkPath).executeTakeFirstOrThrow();
  const browser = fields.visitorType === undefined ? company.visitor() : colleague;
  const { shareToken: token } = await browser.call(link.checkPassword, { linkPath, password: fields.password ?? undefined });
  const { id: visitorId } = await company.database
    .selectFrom('link_visitor')
    .select('id')
    .where('link_id', '=', linkId)
    .executeTakeFirstOrThrow();
  const visitor = new VisitingClient(company.origin, { visitorId, linkPath, token });
  for (const [name, value] of browser.cookies) visitor.cookies.set(name, value);
  return { owner, folderId, fileId, linkPath, linkId, visitor, colleague };
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

const isServed = async (url: string): Promise<boolean> => {
  const answer = await fetch(url, { headers: { range: 'bytes=0-3' } });
  await answer.body?.cancel();
  return answer.ok;
};
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
  };
  for (const [way, rest] of Object.entries(underWay)) ways[way] = succeeds(rest());
  const goesOn = await Promise.all(Object.entries(ways).map(async ([way, is]) => ((await is) ? way : [])));
  return goesOn.flat().sort();
}

const set = (table: 'link' | 'link_visitor' | 'user_account', id: string, change: Record<string, unknown>) =>
  company.database.updateTable(table).set(change).where('id', '=', id).execute();

const endings: Record<string, (visit: Visit) => Promise<unknown>> = {
  'the link is withdrawn': ({ owner, linkPath }) => owner.call(link.remove, { linkPaths: [linkPath] }),
  'the link expires': async ({ linkId }) => {
    await set('link', linkId, { expires_at: new Date() });
    await sql`update file_grant set expires_at = now() where source_id = ${linkId}`.execute(company.database);
  },
  'the password is changed': ({ owner, linkPath }) => owner.call(link.createOrUpdate, { linkPath, password: 'another one' }),
  'only colleagues are let in': ({ owner, linkPath }) => owner.call(link.createOrUpdate, { linkPath, visitorType: 'login' }),
  'the permission is narrowed': ({ owner, linkPath }) => owner.call(link.createOrUpdate, { linkPath, permissions: ['preview'] }),
  'the creator is frozen': ({ owner }) => set('user_account', owner.userId, { frozen_at: new Date() }),
  'the creator may not share outside any more': ({ owner }) =>
    setOnlyRole(company.database, owner.userId, everyItem.filter((item) => item !== 'share')), // prettier-ignore
  'the folder is deleted': ({ owner, folderId }) => owner.call(instance.remove, { instanceIds: [folderId] }),
  'the folder becomes highly sensitive': ({ owner, folderId }) =>
    owner.call(instance.setSensitivity, { instanceId: folderId, sensitivity: 'high' }),
  'the folder moves to another space': async ({ owner, folderId }) => {
    const { groupId } = await owner.call(calls.group.createGroup, { groupName: `g ${folderId}`, preallocatedSize: 2 ** 28 });
    await owner.call(instance.move, { instanceIds: [folderId], targetParentId: groupId as unknown as InstanceId });
  },
  'the visit is over': ({ visitor }) => set('link_visitor', visitor.visitorId, { expires_at: new Date() }),
};
for (const [what, end] of Object.entries(endings))
  test(`nothing goes on when ${what}`, async () => {
    assert.deepEqual(await whatGoesOn(await begin({ password: 'secret' }), end), []);
  });

const endingsOfColleagues: Record<string, (visit: Visit) => Promise<unknown>> = {
  'the colleague signs out': ({ colleague }) => colleague.call(calls.user.logout, {}),
  'the colleague is frozen': ({ colleague }) => set('user_account', colleague.userId, { frozen_at: new Date() }),
  'the link names others': async ({ owner, linkPath }) =>
    owner.call(link.createOrUpdate, { linkPath, visitorType: 'persons', userIds: [(await company.person()).userId] }),
};
for (const [what, end] of Object.entries(endingsOfColleagues))
  test(`nothing goes on when ${what}`, async () => {
    assert.deepEqual(await whatGoesOn(await begin({ visitorType: 'login' }), end), []);
  });

const others = ['new preview', 'preview address', 'list', 'upload'];
const contents: Record<string, [(visit: Visit) => Promise<unknown>, goesOn: string[]]> = {
  'a rule refuses the file': [() => officer.rules('suffix', 'bin', 'refuse'), others],
  // The new version is released, but it is another content.
  'the file has a new version': [({ owner, folderId }) => owner.uploads('two', 'large.bin', folderId, 'version'), ['new ZIP', 'new download', 'ZIP address', ...others]], // prettier-ignore
  'nothing changed': [async () => {}, ['ZIP address', 'download address', 'new ZIP', 'new download', 'running ZIP', 'running download', ...others]], // prettier-ignore
};
for (const [what, [end, goesOn]] of Object.entries(contents))
  test(`what goes on when ${what}`, async () => {
    assert.deepEqual(await whatGoesOn(await begin({}), end), goesOn.toSorted());
  });
