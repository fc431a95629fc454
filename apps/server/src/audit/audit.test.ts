/** What happens leaves its entry in the audit log, and nobody takes it back. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls, encodeName, failures } from '@alcove/contract';
import { adminPassword, freshBytes, openCompany, personPassword, refused, Upload } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';
import { entriesOf, shown } from './audit.test-support.ts';
import type { AuditRow } from './audit.test-support.ts';

let company: Company;
let admin: Client;
let [a, b]: Person[] = [];
before(async () => {
  company = await openCompany();
  [a, b] = [await company.person(), await company.person()];
  admin = company.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
});
after(() => company.close());

const { instance, download, recycle, user, adminUser, group, innerSharing, version } = calls;
const entries = (work: () => Promise<unknown>): Promise<AuditRow[]> => entriesOf(company.database, work);
const errcode = (code: keyof typeof failures): number => failures[code].errcode;

test('a change says who did what to what, where, from where and by which request', async () => {
  const { groupId } = await a!.call(group.createGroup, { groupName: 'Plans', preallocatedSize: 2 ** 30 });
  const folder = await a!.folder('Drafts', groupId);
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
  const [entry, ...more] = await entries(() =>
    a!.call(
      instance.createFolder,
      { parentId: folder.instanceId, instanceName: 'New' },
      { 'user-agent': agent, traceid: 'trace-of-the-test' },
    ),
  );
  assert.equal(more.length, 0);
  const { id: _id, at, object_id: objectId, ...rest } = entry!;
  assert.ok(Math.abs(at.getTime() - Date.now()) < 60_000);
  assert.ok(objectId);
  assert.deepEqual(rest, {
    deed: 'change',
    action: 'instance.createFolder',
    result: 0,
    actor_kind: 'person',
    person_id: a!.userId,
    actor_name: a!.accountName,
    object_kind: 'item',
    object_name: 'New',
    space_id: groupId,
    space_name: 'Plans',
    folder_id: folder.instanceId,
    folder_name: 'Drafts',
    address: '127.0.0.1',
    device: 'Chrome 131, Windows',
    agent,
    trace_id: 'trace-of-the-test',
    detail: null,
  });
});

test('a later rename, move or removal does not change what an old entry shows, and each entry shows what was before it', async () => {
  const folder = await a!.folder('first name');
  const target = await a!.folder('target');
  const own = `Name of ${a!.accountName}`;
  const done = await entries(async () => {
    await a!.call(instance.rename, { instanceId: folder.instanceId, fileName: encodeName('second name') });
    await a!.call(instance.move, { instanceIds: [folder.instanceId], targetParentId: target.instanceId });
    await a!.call(instance.remove, { instanceIds: [folder.instanceId] });
  });
  assert.deepEqual(
    done.map(({ action, object_name: name, space_name: space, folder_name: above, detail }) => [action, name, space, above, detail]),
    [
      ['instance.rename', 'first name', own, null, { fileName: 'second name' }],
      ['instance.move', 'second name', own, null, { targetParentId: target.instanceId, onConflict: 'fail' }],
      ['instance.remove', 'second name', own, 'target', null],
    ],
  );
});

test('each item of a batch has its own result, also what does not exist', async () => {
  const [one, other] = [await a!.folder('kept or not'), await b!.folder('of somebody else')];
  const missing = '01890000-0000-7000-8000-000000000000';
  const left = await entries(() => a!.call(instance.remove, { instanceIds: [one.instanceId, other.instanceId, missing] }));
  assert.deepEqual(left.map(shown), [
    ['instance.remove', 0, 'kept or not'],
    ['instance.remove', errcode('FILE_NOT_FOUND'), 'of somebody else'],
    ['instance.remove', errcode('FILE_NOT_FOUND'), null],
  ]);
  assert.equal(new Set(left.map(({ trace_id: trace }) => trace)).size, 1);
});

test('a change without a key leaves one entry too, and a refused one leaves a refusal', async () => {
  const folder = await a!.folder('without a key');
  const none = { 'idempotency-key': '' };
  const left = await entries(async () => {
    await a!.call(instance.rename, { instanceId: folder.instanceId, fileName: encodeName('renamed without') }, none);
    await a!.ask(instance.createFolder, { parentId: a!.rootId, instanceName: 'renamed without' }, none);
    await b!.ask(instance.rename, { instanceId: folder.instanceId, fileName: encodeName('stolen') });
  });
  assert.deepEqual(left.map(shown), [
    ['instance.rename', 0, 'without a key'],
    ['instance.createFolder', errcode('NAME_TAKEN'), null],
    ['instance.rename', errcode('FILE_NOT_FOUND'), 'renamed without'],
  ]);
});

test('a refusal that is sent twice with one key is one refusal', async () => {
  await a!.folder('taken');
  const key = { 'idempotency-key': 'the-same-key-both-times' };
  const again = () => a!.ask(instance.createFolder, { parentId: a!.rootId, instanceName: 'taken' }, key);
  assert.deepEqual((await entries(async () => [await again(), await again()])).map(shown), [
    ['instance.createFolder', errcode('NAME_TAKEN'), null],
  ]);
});

test('who may not administer is refused with an entry, before their fields are read', async () => {
  const [entry] = await entries(() => assert.rejects(a!.call(adminUser.page, {}), refused('NOT_ALLOWED')));
  assert.deepEqual(
    [entry?.action, entry?.result, entry?.person_id, entry?.deed],
    ['adminUser.page', errcode('NOT_ALLOWED'), a!.userId, 'read'],
  );
});

test('lists and polls leave nothing, and neither does a stranger who is refused', async () => {
  const stranger = company.visitor();
  assert.deepEqual(
    await entries(async () => {
      await a!.call(instance.page, {});
      await a!.call(user.currentUser, {});
      await a!.call(calls.notice.unread, {});
      await stranger.ask(instance.page, {});
      await stranger.ask(instance.remove, { instanceIds: [a!.rootId] });
    }),
    [],
  );
});

test('sign-in, right, wrong, suspended and slowed down, and sign-out leave an entry each', async () => {
  const person = await company.person();
  const visitor = company.visitor();
  const { accountName: username, userId } = person;
  const who = (entry: AuditRow) => [entry.action, entry.deed, entry.result, entry.actor_kind, entry.person_id, entry.actor_name];
  const wrong = await entries(async () => {
    await visitor.ask(user.signIn, { username, password: 'wrong' });
    await visitor.ask(user.signIn, { username: 'nobody_at_all', password: 'wrong' });
  });
  assert.deepEqual(wrong.map(who), [
    ['user.signIn', 'session', errcode('WRONG_PASSWORD'), 'unknown', null, username],
    ['user.signIn', 'session', errcode('WRONG_PASSWORD'), 'unknown', null, 'nobody_at_all'],
  ]);
  // The entries of refusals are written a moment after their answers, so those of what follows could come before them.
  const left = await entries(async () => {
    await visitor.call(user.signIn, { username, password: personPassword });
    await visitor.call(user.logout, {});
    await sql`update user_account set frozen_at = now() where id = ${userId}`.execute(company.database);
    await visitor.ask(user.signIn, { username, password: personPassword });
  });
  assert.deepEqual(left.map(who), [
    ['user.signIn', 'session', 0, 'person', userId, username],
    ['user.logout', 'session', 0, 'person', userId, username],
    ['user.signIn', 'session', errcode('USER_FROZEN'), 'unknown', null, username],
  ]);
  const slowed = await entries(async () => {
    for (let n = 0; n < 12; n += 1) await visitor.ask(user.signIn, { username: 'slowed_down', password: 'wrong' });
  });
  assert.ok(slowed.some(({ result }) => result === errcode('SIGN_IN_SLOWED')));
  assert.equal(slowed.length, 12);
});

test('a password typed as a name is no name, and is not kept', async () => {
  const [entry] = await entries(() => company.visitor().ask(user.signIn, { username: 'My-secret, typed here!', password: 'x' }));
  assert.deepEqual([entry?.action, entry?.actor_name], ['user.signIn', null]);
});

test('a QR code signs in with an entry, once', async () => {
  const browser = company.visitor();
  const left = await entries(async () => {
    const { qrId } = await browser.call(user.generateQrId, {});
    await browser.call(user.queryStatusByQrId, { qrId });
    await a!.call(user.confirmQr, { qrId, accept: true });
    assert.equal((await browser.call(user.queryStatusByQrId, { qrId })).status, 'confirmed');
  });
  assert.deepEqual(
    left.map(({ action, actor_name: name }) => [action, name]),
    [
      ['pub.confirmQr', a!.accountName],
      ['pub.queryStatusByQrId', a!.accountName],
    ],
  );
});

test('the entry of a preview, a download and an archive is there before the link is', async () => {
  const folder = await a!.folder('content');
  const file = await a!.uploads('what it says', 'note.txt', folder.instanceId);
  const { instanceId } = file;
  for (const ask of [
    () => a!.call(download.download, { instanceId }),
    () => a!.call(download.preview, { instanceId }),
    () => a!.call(download.folderDownload, { instanceIds: [instanceId] }),
  ]) {
    const left = await entriesOf(company.database, ask, 0);
    assert.deepEqual([left.length, left[0]?.object_name, left[0]?.result], [1, 'note.txt', 0]);
  }
  const refusedToo = await entries(() => b!.ask(download.download, { instanceId }));
  assert.deepEqual(refusedToo.map(shown), [['instance.download', errcode('FILE_NOT_FOUND'), 'note.txt']]);
});

test('looking at the sessions of others, and exporting people, leave an entry', async () => {
  const left = await entries(async () => {
    await admin.call(adminUser.sessions, { userId: a!.userId });
    await admin.ask(adminUser.exportAccounts, { utcOffset: 0 });
  });
  assert.deepEqual(
    left.map(({ action, deed, object_name: name }) => [action, deed, name]),
    [
      ['adminUser.sessions', 'read', a!.accountName],
      ['adminUser.export', 'download', null],
    ],
  );
});

test('if the log cannot be written, nothing is handed out, and it is counted; then all goes on', async () => {
  const { instanceId } = await a!.uploads('unlogged', 'unlogged.txt');
  await sql`alter table audit_log add constraint broken check (deed <> 'download') not valid`.execute(company.database);
  const { headers, ...answer } = await a!.ask(download.download, { instanceId });
  assert.deepEqual([answer.status, answer.errcode, answer.data], [503, errcode('UNAVAILABLE'), null]);
  assert.ok(Number(headers.get('retry-after')) > 0);
  const metrics = await (await fetch(`${company.origin}/metrics`)).text();
  assert.match(metrics, /^alcove_audit_failed_total 1$/m);
  await sql`alter table audit_log drop constraint broken`.execute(company.database);
  await a!.call(download.download, { instanceId });
  assert.ok(company.troubles.some((line) => line.includes('the audit log could not be written')));
});

test('an entry that cannot be stored takes no change with it that could be stored without: the change is not made', async () => {
  await sql`alter table audit_log add constraint broken check (action <> 'instance.createFolder') not valid`.execute(company.database);
  const answer = await a!.ask(instance.createFolder, { parentId: a!.rootId, instanceName: 'not logged' });
  assert.equal(answer.status, 500);
  assert.ok(!(await a!.names()).includes('not logged'));
  await sql`alter table audit_log drop constraint broken`.execute(company.database);
});

test('an upload leaves one entry, also as a version, among several and sent again; what was refused among several has its own', async () => {
  const upload = async (name: string, onConflict?: 'version'): Promise<Upload> => {
    const one = await Upload.begin(a!, freshBytes(300), { name, parentId: a!.rootId, onConflict });
    await one.deliver();
    return one;
  };
  const left = await entries(async () => {
    const first = (await upload('report.txt')).saveFields();
    for (let n = 0; n < 3; n += 1) await a!.call(calls.upload.upload, first);
    await a!.call(calls.upload.upload, (await upload('report.txt', 'version')).saveFields());
  });
  const [free, taken] = [await upload('free.txt'), await upload('free too.txt')];
  await a!.folder('free too.txt');
  const several = await entries(() => a!.call(calls.upload.uploads, { items: [free.saveFields(), taken.saveFields()] }));
  assert.deepEqual(several.map(shown), [
    ['instance.uploads', 0, 'free.txt'],
    ['instance.uploads', errcode('NAME_TAKEN'), 'free too.txt'],
  ]);
  assert.deepEqual(
    left.map(({ action, object_kind: kind, object_name: name, space_name: space, detail }) => [action, kind, name, space, detail]),
    [
      ['instance.upload', 'item', 'report.txt', `Name of ${a!.accountName}`, null],
      ['instance.upload', 'item', 'report.txt', `Name of ${a!.accountName}`, { version: 2 }],
    ],
  );
});

test('members that join and leave, and shares, are entries of their own', async () => {
  const { groupId } = await a!.call(group.createGroup, { groupName: 'Team', preallocatedSize: 2 ** 30 });
  const folder = await a!.folder('to share');
  const left = await entries(async () => {
    await a!.call(group.addMembers, { groupId, members: [{ kind: 'person', id: b!.userId, level: 'edit' }] });
    await a!.call(group.removeMembers, { groupId, members: [{ kind: 'person', id: b!.userId }] });
    const members = [{ kind: 'person' as const, id: b!.userId, role: 'edit' as const }];
    const [share] = await a!.call(innerSharing.create, { instanceId: folder.instanceId, members });
    await a!.call(innerSharing.remove, { fileSharingIds: [(share as { fileSharingId: string }).fileSharingId] });
  });
  assert.deepEqual(
    left.map(({ action, object_kind: kind, object_name: name, space_name: space }) => [action, kind, name, space]),
    [
      ['group.addMembers', 'person', b!.accountName, 'Team'],
      ['group.removeMembers', 'person', b!.accountName, 'Team'],
      ['innerSharing.create', 'item', 'to share', `Name of ${a!.accountName}`],
      ['innerSharing.remove', 'share', 'to share', `Name of ${a!.accountName}`],
    ],
  );
  assert.deepEqual(left[0]!.detail, { level: 'edit' });
});

test('a folder tree names what it created, and not the folders that were there', async () => {
  const tree = { parentId: a!.rootId, instanceName: 'tree', children: [{ instanceName: 'one' }] };
  const created = await entries(() => a!.call(instance.batchCreateFolder, tree));
  assert.deepEqual(created.map(({ object_name: name }) => name).sort(), ['one', 'tree']);
  const more = await entries(() =>
    a!.call(instance.batchCreateFolder, { ...tree, children: [{ instanceName: 'one' }, { instanceName: 'two' }] }),
  );
  assert.deepEqual(
    more.map(({ object_name: name }) => name),
    ['two'],
  );
});

test('emptying the bin names each item that left it', async () => {
  const person = await company.person();
  for (const name of ['x', 'y']) await person.call(instance.remove, { instanceIds: [(await person.folder(name)).instanceId] });
  const left = await entries(() => person.call(recycle.clear, {}));
  assert.deepEqual(left.map(({ action, object_name: name }) => `${action} ${name}`).sort(), [
    'recycle.clearFirstRecycleFile x',
    'recycle.clearFirstRecycleFile y',
  ]);
});

test('a removed role and a restored version are named as they were', async () => {
  const made = { name: 'Short-lived', type: 'ordinary' as const, adminItems: [], fileItems: [] };
  const { roleId } = await admin.call(calls.adminRole.create, { ...made, fileItems: ['list'] });
  const { instanceId } = await a!.uploads('v1', 'two versions.txt');
  await a!.uploads('v2', 'two versions.txt', a!.rootId, 'version');
  const left = await entries(async () => {
    await admin.call(calls.adminRole.remove, { roleId });
    await a!.call(version.restore, { instanceId, version: 1 });
  });
  assert.deepEqual(
    left.map(({ action, object_name: name, detail }) => [action, name, detail]),
    [
      ['adminRole.remove', 'Short-lived', null],
      ['instance.restoreVersion', 'two versions.txt', { version: 1 }],
    ],
  );
});

test('2,000 items of one call are one statement, and each has its entry', async () => {
  const person = await company.person();
  const { rows } = await sql<{ id: string }>`
    insert into instance (id, space_id, parent_id, is_file, name, folded_name, creator_id, editor_id)
    select gen_random_uuid(), space_id, id, false, 'n' || n, 'n' || n, creator_id, creator_id from instance, generate_series(1, 2000) n
    where id = ${person.rootId} returning id`.execute(company.database);
  const instanceIds = rows.map(({ id }) => id);
  const left = await entries(() => person.call(instance.remove, { instanceIds }));
  assert.equal(left.length, 2000);
  assert.deepEqual(new Set(left.map(({ object_id: id }) => id)), new Set(instanceIds));
  assert.ok(left.every(({ result, object_name: name }) => result === 0 && name?.startsWith('n')));
});

test('no entry contains a password, a token or a text', async () => {
  const planted = ['Given-password-77', 'New-password-78', 'what people wrote to each other', 'the text of a file'];
  const { userId, password } = await admin.call(adminUser.create, { accountName: 'made_here', realName: 'Made', password: planted[0] });
  assert.equal(password, null);
  const reset = await admin.call(adminUser.resetPassword, { userId });
  const person = await company.person({ byPassword: true });
  await person.call(user.changePassword, { oldPassword: personPassword, newPassword: planted[1]! });
  const client = company.visitor();
  const signed = await client.call(user.login, { username: person.accountName, password: planted[1]! });
  const { instanceId } = await a!.uploads(planted[3]!, 'secret.txt');
  await a!.call(calls.comment.create, { instanceId, text: planted[2]! });
  const { url } = await a!.call(download.download, { instanceId });
  const secrets = [
    ...planted,
    personPassword,
    adminPassword,
    reset.password,
    ...person.cookies.values(),
    (signed as unknown as { token: string }).token,
    new URL(url).searchParams.get('X-Amz-Signature'),
  ];
  const { rows } = await sql<{ all: string }>`select string_agg(l::text, ' ') as all from audit_log l`.execute(company.database);
  for (const secret of secrets) if (secret) assert.ok(!rows[0]!.all.includes(secret), secret);
  assert.ok(rows[0]!.all.includes('made_here'));
});

test('entries cannot be changed, deleted or emptied away', async () => {
  const kept = /entries of the audit log are not changed or deleted/;
  await assert.rejects(sql`update audit_log set result = 1`.execute(company.database), kept);
  await assert.rejects(sql`delete from audit_log where id = 1`.execute(company.database), kept);
  await assert.rejects(sql`truncate audit_log`.execute(company.database), kept);
});
