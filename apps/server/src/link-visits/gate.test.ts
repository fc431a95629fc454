import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { calls } from '@alcove/contract';
import type { InstanceId, LinkPermission } from '@alcove/contract';
import { findTicketVisit, removeEndedTickets } from '../download/selection-queries.ts';
import { hashPassword } from '../identity/index.ts';
import { closeLink, grantLink, withdrawLinks } from '../links/index.ts';
import { makeLink, openLink } from '../links/links.test-support.ts';
import { visits } from '../links/visiting.test-support.ts';
import { openCompany, refused } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';

const { link } = calls;
let company: Company;
let owner: Person;
let folderId: InstanceId;
let fileId: InstanceId;
before(async () => {
  company = await openCompany({ trustProxy: ['127.0.0.1'] });
});
after(() => company.close());
beforeEach(async () => {
  owner = await company.person();
  folderId = (await owner.folder('发布会')).instanceId;
  fileId = (await owner.uploads('text', 'a.txt', folderId)).instanceId;
});

let places = 0;
/** A browser in a network of its own. */
function stranger(): Client {
  const client = company.visitor();
  client.headers['x-forwarded-for'] = `10.2.${places >> 8}.${(places++ & 255) + 1}`;
  return client;
}
const set = (linkId: string, values: Record<string, unknown>) =>
  company.database.updateTable('link').set(values).where('id', '=', linkId).execute();
const opens = (permissions: LinkPermission[] = ['download']) =>
  openLink(company.database, { creatorId: owner.userId, instanceId: folderId, permissions });
const pathOf = async (linkId: string): Promise<string> =>
  (await company.database.selectFrom('link').select('path').where('id', '=', linkId).executeTakeFirstOrThrow()).path;
async function enters(client: Client, linkPath: string, password?: string): Promise<Client> {
  const headers: Record<string, string> = password === undefined ? {} : { 'x-link-password': encodeURIComponent(password) };
  const { shareToken } = await client.call(link.checkPassword, { linkPath }, headers);
  client.headers['x-share-token'] = shareToken;
  return client;
}

test('a link without a password opens for whoever has it: what it holds, its list, a download', async () => {
  const linkId = await opens();
  const linkPath = await pathOf(linkId);
  const gate = await stranger().call(link.queryConfig, { linkPath });
  assert.deepEqual([gate.passwordNeeded, gate.loginNeeded, gate.name, gate.permissions], [false, false, 'link', ['download']]);
  assert.match(gate.sharer, /^.\*\*$/u);
  const visitor = await enters(stranger(), linkPath);
  const content = await visitor.call(link.queryAttribute, { linkPath });
  assert.deepEqual([content.root.instanceName, content.items, content.canSave], ['发布会', 1, false]);
  const { items } = await visitor.call(link.queryInstancePage, { linkPath });
  assert.deepEqual(items.map(({ instanceName }) => instanceName), ['a.txt']); // prettier-ignore
  assert.doesNotMatch(JSON.stringify([gate, content, items]), new RegExp(`Name of|${owner.accountName}|${owner.rootId}`));
  const { url } = await visitor.call(link.download, { linkPath, instanceId: fileId });
  assert.equal(await (await fetch(url)).text(), 'text');
  const { downloads, visits } = await company.database
    .selectFrom('link')
    .select(['downloads', 'visits'])
    .where('id', '=', linkId)
    .executeTakeFirstOrThrow();
  assert.deepEqual([downloads, visits], [1, 1]);
  const entry = await company.database.selectFrom('audit_log').select(['actor_kind', 'person_id', 'detail']).where('action', '=', 'link.download').orderBy('id', 'desc').executeTakeFirstOrThrow(); // prettier-ignore
  assert.deepEqual([entry.actor_kind, entry.person_id, (entry.detail as { linkId?: string }).linkId], ['visitor', null, linkId]);
});

test('each closed gate has its message', async () => {
  const linkId = await opens();
  const linkPath = await pathOf(linkId);
  const says = async (code: Parameters<typeof refused>[0]) => {
    for (const call of [link.queryConfig, link.checkPassword]) await assert.rejects(stranger().call(call, { linkPath }), refused(code));
  };
  await set(linkId, { visit_limit: 1, visits: 1 });
  await says('LINK_USED_UP');
  await set(linkId, { visit_limit: null, state: 'verifying' });
  await says('LINK_VERIFYING');
  await set(linkId, { state: 'failed', reason: 'rules' });
  await says('LINK_WRONG');
  await set(linkId, { reason: 'deleted' });
  await says('LINK_FILE_GONE');
  await set(linkId, { state: 'valid', reason: null, validity: 'custom', expires_at: new Date(Date.now() - 1000) });
  await says('LINK_EXPIRED');
  await set(linkId, { validity: 'employment', expires_at: null });
  await owner.call(calls.instance.remove, { instanceIds: [folderId] });
  await says('LINK_FILE_GONE');
  await owner.call(calls.instance.undoRemove, { instanceIds: [folderId] });
  // A link lasts as long as its creator works here: for who stands before it, and for who is inside.
  const visitor = await visits(company, linkId);
  const account = (set: { frozen_at?: Date | null; expires_at?: Date | null }) =>
    company.database.updateTable('user_account').set(set).where('id', '=', owner.userId).execute();
  for (const [away, back] of [
    [{ frozen_at: new Date() }, { frozen_at: null }],
    [{ expires_at: new Date(0) }, { expires_at: null }],
  ]) {
    await account(away!);
    await says('LINK_EXPIRED');
    for (const call of [link.queryAttribute, link.queryInstancePage])
      await assert.rejects(visitor.call(call, { linkPath }), refused('LINK_EXPIRED'));
    await account(back!);
    await visitor.call(link.queryAttribute, { linkPath });
  }
  await company.database.transaction().execute((transaction) => withdrawLinks(transaction, [linkId]));
  await says('LINK_WRONG');
  await assert.rejects(stranger().call(link.queryConfig, { linkPath: `${linkPath}x` }), refused('LINK_WRONG'));
  const verifying = await makeLink(company.database, { creatorId: owner.userId, instanceId: folderId });
  await assert.rejects(stranger().call(link.queryConfig, { linkPath: await pathOf(verifying) }), refused('LINK_VERIFYING'));
});

test('the creator sees their link as visitors do: without its password, uncounted and unlisted, and only while signed in', async () => {
  const linkId = await opens();
  await set(linkId, { password_hash: await hashPassword('7Kd2'), visit_limit: 1 });
  const linkPath = await pathOf(linkId);
  assert.equal((await owner.call(link.queryConfig, { linkPath })).passwordNeeded, false);
  const { shareToken } = await owner.call(link.checkPassword, { linkPath });
  const token = { 'x-share-token': shareToken };
  const content = await owner.call(link.queryAttribute, { linkPath }, token);
  assert.deepEqual([content.ownPreview, content.root.instanceName], [{ password: true }, '发布会']);
  await owner.call(link.download, { linkPath, instanceId: fileId }, token);
  const row = await company.database.selectFrom('link').select(['downloads', 'visits', 'visited_at']).where('id', '=', linkId).executeTakeFirstOrThrow(); // prettier-ignore
  assert.deepEqual(row, { downloads: 0, visits: 0, visited_at: null });
  assert.equal((await owner.call(link.visits, { linkPath })).total, 0);
  // Nobody else who gets hold of the token, nor a colleague, is spared the password.
  await assert.rejects(stranger().call(link.queryAttribute, { linkPath }, token), refused('LINK_TOKEN_NEEDED'));
  const colleague = await company.person();
  assert.equal((await colleague.call(link.queryConfig, { linkPath })).passwordNeeded, true);
  await assert.rejects(colleague.call(link.checkPassword, { linkPath }), refused('LINK_PASSWORD_WRONG'));
  const visitor = await enters(stranger(), linkPath, '7Kd2');
  assert.equal((await visitor.call(link.queryAttribute, { linkPath })).ownPreview, undefined);
  assert.equal((await owner.call(link.visits, { linkPath })).total, 1);
});

test('while a link is verified its creator alone sees it as visitors will, and nothing leaves or comes in by it', async () => {
  const linkId = await makeLink(company.database, { creatorId: owner.userId, instanceId: folderId, permissions: ['preview', 'edit'] });
  const linkPath = await pathOf(linkId);
  assert.equal((await owner.call(link.queryConfig, { linkPath })).state, 'verifying');
  const { shareToken } = await owner.call(link.checkPassword, { linkPath });
  const token = { 'x-share-token': shareToken };
  const content = async () => (await owner.call(link.queryAttribute, { linkPath }, token)).ownPreview;
  const shown = async () => (await owner.call(link.queryInstancePage, { linkPath }, token)).items.map((one) => [one.instanceName, one.verifying, one.fileAuth.includes('download')]); // prettier-ignore
  assert.deepEqual(await content(), { password: false, verifying: true });
  // What no rule holds back opens; what is still reviewed is named to its creator as such, whatever its name is.
  assert.deepEqual(await shown(), [['a.txt', undefined, true]]);
  const { url } = await owner.call(link.download, { linkPath, instanceId: fileId }, token);
  assert.equal(await (await fetch(url)).text(), 'text');
  await company.configures('outboundReview', 'everything');
  assert.deepEqual(await shown(), [['a.txt', true, false]]);
  await assert.rejects(owner.call(link.download, { linkPath, instanceId: fileId }, token), refused('LINK_CONTENT_VERIFYING'));
  await company.configures('outboundReview', undefined);

  const copied = { linkPath, instanceIds: [fileId], targetParentId: owner.rootId };
  await assert.rejects(owner.call(link.copy, copied, token), refused('LINK_NOT_OUT'));
  await assert.rejects(
    owner.call(link.createFolder, { linkPath, parentId: folderId, instanceName: 'new' }, token),
    refused('LINK_NOT_OUT'),
  );
  // Nobody else comes in, with the token or without it.
  const colleague = await company.person();
  for (const other of [stranger(), colleague]) {
    await assert.rejects(other.call(link.queryConfig, { linkPath }), refused('LINK_VERIFYING'));
    await assert.rejects(other.call(link.checkPassword, { linkPath }), refused('LINK_VERIFYING'));
    await assert.rejects(other.call(link.checkPassword, { linkPath }, token), refused('LINK_VERIFYING'));
    await assert.rejects(other.call(link.queryAttribute, { linkPath }, token), refused('LINK_TOKEN_NEEDED'));
  }
  const row = await company.database.selectFrom('link').select(['downloads', 'visits', 'visited_at']).where('id', '=', linkId).executeTakeFirstOrThrow(); // prettier-ignore
  assert.deepEqual(row, { downloads: 0, visits: 0, visited_at: null });

  // It goes on when the link opens, and ends when it fails or its end comes meanwhile.
  await company.database.transaction().execute((transaction) => grantLink(transaction, linkId));
  assert.deepEqual(await content(), { password: false });
  await owner.call(link.createFolder, { linkPath, parentId: folderId, instanceName: 'new' }, token);
  await company.database.transaction().execute((transaction) => closeLink(transaction, linkId, { state: 'verifying' }));
  assert.deepEqual(await content(), { password: false, verifying: true });
  for (const over of [{ state: 'failed' }, { expires_at: new Date(0), validity: 'custom' }]) {
    await set(linkId, over);
    await assert.rejects(content(), refused('LINK_TOKEN_NEEDED'));
    await assert.rejects(owner.call(link.queryConfig, { linkPath }), refused(over.state ? 'LINK_WRONG' : 'LINK_EXPIRED'));
    await set(linkId, { state: 'verifying' });
  }
});

test('a password is asked for, wrong ones are counted and lock the place out, and others come in meanwhile', async () => {
  const linkId = await opens();
  await set(linkId, { password_hash: await hashPassword('7Kd2 中文') });
  const linkPath = await pathOf(linkId);
  const gate = await stranger().call(link.queryConfig, { linkPath });
  assert.deepEqual([gate.passwordNeeded, gate.name], [true, null]);
  const guesser = stranger();
  for (let left = 4; left >= 1; left -= 1) {
    const reply = await guesser.ask(link.checkPassword, { linkPath }, { 'x-link-password': 'wrong' });
    assert.deepEqual([reply.errcode, reply.field], [150003, 'password'], reply.errmsg);
    assert.match(reply.errmsg, new RegExp(String(left)));
  }
  for (const password of ['wrong', '7Kd2 中文']) await assert.rejects(enters(guesser, linkPath, password), refused('LINK_LOCKED'));
  await enters(stranger(), linkPath, '7Kd2 中文');
  const { errcode } = await stranger().ask(link.checkPassword, { linkPath, password: '7Kd2 中文' });
  assert.equal(errcode, 0);
  const log = await company.database.selectFrom('audit_log').selectAll().where('action', '=', 'link.checkPassword').execute();
  assert.doesNotMatch(JSON.stringify(log), new RegExp(`7Kd2|${linkPath}`));
});

test('of fifty who come at once, exactly as many come in as the link allows', async () => {
  const linkId = await opens();
  await set(linkId, { visit_limit: 7 });
  const linkPath = await pathOf(linkId);
  const replies = await Promise.all(Array.from({ length: 50 }, () => stranger().ask(link.checkPassword, { linkPath })));
  assert.equal(replies.filter(({ errcode }) => errcode === 0).length, 7);
  assert.ok(replies.filter(({ errcode }) => errcode !== 0).every(({ errcode }) => errcode === 150006));
  const { visits } = await company.database.selectFrom('link').select('visits').where('id', '=', linkId).executeTakeFirstOrThrow();
  assert.equal(visits, 7);
});

test('a link for colleagues needs a sign-in, one for named people their own; signing out ends the visit', async () => {
  const linkId = await opens();
  const linkPath = await pathOf(linkId);
  const [named, other] = [await company.person(), await company.person()];
  await set(linkId, { visitor_type: 'login' });
  await assert.rejects(stranger().call(link.checkPassword, { linkPath }), refused('LINK_LOGIN_NEEDED'));
  assert.deepEqual(await other.call(link.queryLoginAuth, { linkPath }), { allowed: true });
  await enters(other, linkPath);
  await set(linkId, { visitor_type: 'persons' });
  await company.database.insertInto('link_person').values({ link_id: linkId, user_id: named.userId }).execute();
  await assert.rejects(other.call(link.queryAttribute, { linkPath }), refused('LINK_TOKEN_NEEDED'));
  await assert.rejects(other.call(link.checkPassword, { linkPath }), refused('LINK_NOT_NAMED'));
  await enters(named, linkPath);
  await named.call(link.queryAttribute, { linkPath });
  const { url } = await named.call(link.download, { linkPath, instanceId: fileId });
  assert.equal((await fetch(url)).status, 200);
  await named.call(calls.user.logout, {});
  await assert.rejects(named.call(link.queryAttribute, { linkPath }), refused('LINK_TOKEN_NEEDED'));
  await new Promise((done) => setTimeout(done, 1100));
  assert.equal((await fetch(url)).status, 403);
});

test('a colleague saves to their own drive, at their own quota, and the link counts it', async () => {
  const linkId = await opens();
  const linkPath = await pathOf(linkId);
  const colleague = await enters(await company.person({ quotaBytes: 1000 }), linkPath) as Person; // prettier-ignore
  const [placed] = await colleague.call(link.copy, { linkPath, instanceIds: [folderId], targetParentId: colleague.rootId });
  assert.equal(placed!.done, true);
  assert.deepEqual(await colleague.names(), ['发布会']);
  const { saves } = await company.database.selectFrom('link').select('saves').where('id', '=', linkId).executeTakeFirstOrThrow();
  assert.equal(saves, 1);
  const nobody = await enters(stranger(), linkPath);
  await assert.rejects(
    nobody.call(link.copy, { linkPath, instanceIds: [folderId], targetParentId: colleague.rootId }),
    refused('LINK_LOGIN_NEEDED'),
  );
  const reader = await enters(await company.person(), await pathOf(await opens(['preview']))) as Person; // prettier-ignore
  const [kept] = await reader.call(link.copy, { linkPath: await pathOf(await opens(['preview'])), instanceIds: [fileId], targetParentId: reader.rootId }).catch(() => [{ done: false }]); // prettier-ignore
  assert.equal(kept!.done, false);
});

test('a ZIP that is sent for hours is not cut because its ticket was tidied away', async () => {
  await company.configures('folderDownload', true);
  const linkPath = await pathOf(await opens());
  const visitor = await enters(stranger(), linkPath);
  const { url } = await visitor.call(link.queryFolderDownload, { linkPath, instanceIds: [folderId] });
  const id = url.split('/').at(-1)!;
  const endedAgo = (hours: number) =>
    company.database
      .updateTable('folder_download')
      .set({ expires_at: new Date(Date.now() - hours * 3_600_000) })
      .where('id', '=', id)
      .execute();
  const isKept = async () => {
    await removeEndedTickets(company.database);
    return (await findTicketVisit(company.database, id)) !== null;
  };
  await endedAgo(2);
  assert.equal((await fetch(url)).status, 404);
  assert.ok(await isKept());
  await endedAgo(25);
  assert.ok(!(await isKept()));
});

test('a ZIP is fetched by its address alone, and ends with the link', async () => {
  await company.configures('folderDownload', true);
  const linkId = await opens();
  const linkPath = await pathOf(linkId);
  const visitor = await enters(stranger(), linkPath);
  const { url, fileCount } = await visitor.call(link.queryFolderDownload, { linkPath, instanceIds: [folderId] });
  assert.equal(fileCount, 1);
  assert.equal((await fetch(url)).status, 200);
  await company.database.transaction().execute((transaction) => withdrawLinks(transaction, [linkId]));
  assert.equal((await fetch(url)).status, 401);
});
