/** What creators may do with their links: who may make one, of what, with which fields, and what a change ends. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { calls, everyItem, limits } from '@alcove/contract';
import type { InstanceId, Link } from '@alcove/contract';
import { authorise } from '../permission/index.ts';
import { setOnlyRole } from '../permission/tree.test-support.ts';
import { findVisitor } from '../links/index.ts';
import { member, shares } from '../sharing/sharing.test-support.ts';
import { Listener, openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { changes, idOf, links, linksOf, shown, stateOf, visitorThrough, visits } from './link-sharing.test-support.ts';
import type { Fields } from './link-sharing.test-support.ts';

const { link, instance } = calls;
let company: Company;
let [owner, other]: Person[] = [];
let ids: Record<'outer' | 'folder' | 'inner' | 'file', InstanceId>;
before(async () => {
  company = await openCompany();
});
after(() => company.close());
beforeEach(async () => {
  [owner, other] = [await company.person(), await company.person()];
  const outer = (await owner.folder('outer')).instanceId;
  const folder = (await owner.folder('folder', outer)).instanceId;
  const inner = (await owner.folder('inner', folder)).instanceId;
  const file = (await owner.uploads('text', 'file.txt', inner)).instanceId;
  ids = { outer, folder, inner, file };
});

const level = (instanceId: InstanceId, sensitivity: 'normal' | 'high') => owner!.call(instance.setSensitivity, { instanceId, sensitivity });
const isOpen = async (made: Pick<Link, 'linkPath'>, instanceId = ids.file): Promise<boolean> => {
  const visitor = await visitorThrough(company, made);
  return authorise(company.database, visitor, instanceId, 'list').then(
    () => true,
    () => false,
  );
};
const group = async (level: 'edit' | 'externalSharing' | 'manager') => {
  const { groupId } = await owner!.call(calls.group.createGroup, { groupName: `g ${randomUUID()}`, preallocatedSize: 2 ** 20 });
  await owner!.call(calls.group.addMembers, { groupId, members: [{ kind: 'person', id: other!.userId, level }] });
  return { groupId, folder: (await owner!.folder('of the group', groupId)).instanceId };
};
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

test('a link has what was asked for, a path that nobody guesses, and is open at once where nothing has to be verified', async () => {
  const made = await links(owner!, ids.folder, {
    name: '合同',
    password: 'a1b2',
    permissions: ['preview', 'download'],
    visitorType: 'persons',
    userIds: [other!.userId],
    validity: '3d',
    visitLimit: 9,
    watermark: 'none',
    note: ' for the tender ',
  });
  assert.match(made.linkPath, /^[A-Za-z0-9_-]{22,}$/);
  assert.equal(made.url, `${company.origin}/disk/fileDownload?link=${made.linkPath}`);
  assert.deepEqual(
    { ...made, linkPath: '', url: '', createTime: '', expireTime: '' },
    {
      linkPath: '',
      url: '',
      name: '合同',
      creator: null,
      instances: [{ instanceId: ids.folder, instanceName: 'folder', classifierId: 'Folder', fileSize: 0 }],
      passwordSet: true,
      permissions: ['preview', 'download'],
      visitorType: 'persons',
      users: [{ userId: other!.userId, name: `Name of ${other!.accountName}`, accountName: other!.accountName }],
      validity: '3d',
      expireTime: '',
      visitLimit: 9,
      watermark: 'none',
      note: 'for the tender',
      state: 'valid',
      steps: [
        { step: 'scan', state: 'skipped' },
        { step: 'permission', state: 'passed' },
        { step: 'review', state: 'skipped' },
      ],
      visits: 0,
      downloads: 0,
      saves: 0,
      createTime: '',
    },
  );
  assert.deepEqual(await linksOf(owner!), [made]);
  assert.equal(await isOpen(made), true);
  const { password_hash: hash } = await company.database.selectFrom('link').select('password_hash').executeTakeFirstOrThrow();
  assert.match(hash!, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('what is left out is the least: a week, preview only, for everyone, named after the item', async () => {
  const made = await owner!.call(link.createOrUpdate, { instanceIds: [ids.file] });
  assert.deepEqual(
    [made.name, made.permissions, made.visitorType, made.validity, made.passwordSet, made.visitLimit, made.watermark],
    ['file.txt', ['preview'], 'everyone', '1w', false, null, 'default'],
  );
});

test('only who may share an item by their own right and in the company can make a link of it', async () => {
  const edited = await group('edit');
  await assert.rejects(links(other!, edited.folder), refused('LINK_NOT_ALLOWED'));
  const given = await group('externalSharing');
  assert.equal((await links(other!, given.folder)).state, 'valid');
  // A share makes nobody a sharer, whatever it gives.
  await shares(owner!, ids.folder, [member(other!, 'manager')]);
  await assert.rejects(links(other!, ids.folder), refused('LINK_NOT_ALLOWED'));
  // Whom the company does not allow it cannot do it in their own space either.
  await setOnlyRole(
    company.database,
    owner!.userId,
    everyItem.filter((item) => item !== 'share'),
  );
  await assert.rejects(links(owner!, ids.folder), refused('LINK_NOT_ALLOWED'));
  // What a stranger cannot see does not exist.
  const stranger = await company.person();
  await assert.rejects(links(stranger, ids.folder), refused('FILE_NOT_FOUND'));
  await assert.rejects(links(stranger, randomUUID()), refused('FILE_NOT_FOUND'));
});

test('a link allows nothing that its creator may not do themselves', async () => {
  await setOnlyRole(
    company.database,
    owner!.userId,
    everyItem.filter((item) => item !== 'download'),
  );
  await assert.rejects(links(owner!, ids.folder, { permissions: ['download'] }), refused('LINK_NOT_ALLOWED'));
  assert.equal((await links(owner!, ids.folder, { permissions: ['preview'] })).state, 'valid');
});

test('the top of a space is never linked, nor what is highly sensitive, above or below', async () => {
  await assert.rejects(links(owner!, owner!.rootId), refused('LINK_OF_ROOT'));
  for (const high of [ids.outer, ids.folder, ids.inner, ids.file]) {
    await level(high, 'high');
    await assert.rejects(links(owner!, ids.folder), refused('HIGHLY_SENSITIVE'), high);
    await level(high, 'normal');
  }
  // What is beside it, or in the bin, does not count.
  const beside = (await owner!.folder('beside', ids.outer)).instanceId;
  await level(beside, 'high');
  await level(ids.inner, 'high');
  await owner!.call(instance.remove, { instanceIds: [ids.inner] });
  assert.equal((await links(owner!, ids.folder)).state, 'valid');
});

test('uploading stands alone, and only folders collect', async () => {
  await assert.rejects(links(owner!, ids.folder, { permissions: ['preview', 'upload'] }), refused('LINK_UPLOAD_ALONE'));
  await assert.rejects(links(owner!, ids.file, { permissions: ['upload'] }), refused('LINK_UPLOAD_FOLDER'));
  const made = await links(owner!, ids.folder, { permissions: ['upload'] });
  await assert.rejects(changes(owner!, made, { permissions: ['download', 'upload'] }), refused('LINK_UPLOAD_ALONE'));
});

test('each field is bounded, and the answer names the one that is wrong', async () => {
  const wrong: [Omit<Fields, 'instanceIds'> & { instanceIds?: string[] }, string][] = [
    [{ password: 'abc' }, 'password'],
    [{ password: 'a'.repeat(33) }, 'password'],
    [{ visitLimit: 0 }, 'visitLimit'],
    [{ visitLimit: -1 }, 'visitLimit'],
    [{ visitLimit: 10_000 }, 'visitLimit'],
    [{ visitLimit: 2 ** 31 }, 'visitLimit'],
    [{ visitLimit: 1.5 }, 'visitLimit'],
    [{ permissions: [] }, 'permissions'],
    [{ note: 'n'.repeat(limits.linkNoteLength + 1) }, 'note'],
    [{ userIds: [other!.userId] }, 'userIds'],
    [{ visitorType: 'persons', userIds: [] }, 'userIds'],
    [{ validity: 'custom' }, 'expireTime'],
    [{ validity: '3d', expireTime: inDays(1) }, 'expireTime'],
    [{ validity: 'custom', expireTime: '2030-02-31T00:00:00Z' }, 'expireTime'],
    [{ instanceIds: [] }, 'instanceIds'],
  ];
  for (const [fields, field] of wrong) {
    const reply = await owner!.ask(link.createOrUpdate, { instanceIds: [ids.folder], ...fields });
    assert.deepEqual([reply.status, reply.field?.split('.')[0]], [400, field], JSON.stringify(fields));
  }
  const refusals: [Omit<Fields, 'instanceIds'>, Parameters<typeof refused>[0]][] = [
    [{ visitorType: 'persons' }, 'LINK_PEOPLE_MISSING'],
    [{ visitorType: 'persons', userIds: [randomUUID()] }, 'PERSON_NOT_FOUND'],
    [{ name: '  ' }, 'LINK_NAME_EMPTY'],
    [{ name: 'a/b' }, 'NAME_FORBIDDEN'],
    [{ name: 'n'.repeat(129) }, 'NAME_TOO_LONG'],
    [{ validity: 'custom', expireTime: inDays(-1) }, 'LINK_END_PAST'],
    [{ validity: 'custom', expireTime: '0001-01-01T00:00:00Z' }, 'LINK_END_PAST'],
    [{ validity: 'custom', expireTime: inDays(366 * 5 + 1) }, 'LINK_END_FAR'],
    [{ validity: 'custom', expireTime: '9999-12-31T23:59:59Z' }, 'LINK_END_FAR'],
  ];
  for (const [fields, code] of refusals) await assert.rejects(links(owner!, ids.folder, fields), refused(code), JSON.stringify(fields));
  const none = await owner!.ask(link.createOrUpdate, { permissions: ['preview'] });
  assert.deepEqual([none.status, none.field], [400, 'body']);
  await assert.rejects(owner!.call(link.createOrUpdate, { instanceIds: [ids.file, ids.folder] }), refused('TOO_MANY_ITEMS'));
  assert.deepEqual(await linksOf(owner!), []);
});

test('a term ends with its last day, by the clock of the database', async () => {
  const { rows } = await sql<{ day: string }>`select to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`.execute(
    company.database,
  );
  const lastMoment = (days: number): string =>
    new Date(Date.parse(`${rows[0]!.day}T00:00:00+08:00`) + (days + 1) * 86_400_000 - 1).toISOString();
  assert.equal((await links(owner!, ids.file, { validity: '3d' })).expireTime, lastMoment(3));
  assert.equal((await links(owner!, ids.file, { validity: '1w' })).expireTime, lastMoment(7));
  const months = async (validity: '1m' | '3m') => Date.parse((await links(owner!, ids.file, { validity })).expireTime!) - Date.now();
  const [one, three] = [(await months('1m')) / 86_400_000, (await months('3m')) / 86_400_000];
  assert.ok(one > 27 && one < 33 && three > 88 && three < 94, `${one} ${three}`);
  assert.equal((await links(owner!, ids.file, { validity: 'employment' })).expireTime, null);
  const end = inDays(5);
  assert.equal((await links(owner!, ids.file, { validity: 'custom', expireTime: end })).expireTime, end);
});

test('a missing field stays as it is, and a change that fails leaves the whole link as it was', async () => {
  const made = await links(owner!, ids.folder, { password: 'a1b2', note: 'kept', visitLimit: 5, validity: '1m', watermark: 'none' });
  const renamed = await changes(owner!, made, { name: 'other' });
  assert.deepEqual(renamed, { ...made, name: 'other' });
  await assert.rejects(changes(owner!, made, { note: 'lost', permissions: ['upload', 'preview'] }), refused('LINK_UPLOAD_ALONE'));
  await assert.rejects(changes(owner!, made, { note: 'lost', validity: 'custom', expireTime: inDays(-1) }), refused('LINK_END_PAST'));
  await assert.rejects(changes(owner!, made, { note: 'lost', visitorType: 'persons' }), refused('LINK_PEOPLE_MISSING'));
  assert.deepEqual(await shown(owner!, made), renamed);
  const other = await owner!.ask(link.createOrUpdate, { linkPath: made.linkPath, instanceIds: [ids.file] });
  assert.deepEqual([other.status, other.field], [400, 'instanceIds']);
  // What can be taken back can be taken back.
  const cleared = await changes(owner!, made, { password: null, visitLimit: null, note: '', validity: 'employment' });
  assert.deepEqual([cleared.passwordSet, cleared.visitLimit, cleared.note, cleared.expireTime], [false, null, '', null]);
});

test('named people can be exchanged; those whom a link names already may have left since', async () => {
  const made = await links(owner!, ids.folder, { visitorType: 'persons', userIds: [other!.userId] });
  const third = await company.person();
  await company.database.updateTable('user_account').set({ frozen_at: new Date() }).where('id', '=', other!.userId).execute();
  const both = await changes(owner!, made, { userIds: [other!.userId, third.userId] });
  assert.deepEqual(new Set(both.users.map(({ userId }) => userId)), new Set([other!.userId, third.userId]));
  await assert.rejects(links(owner!, ids.folder, { visitorType: 'persons', userIds: [other!.userId] }), refused('PERSON_NOT_FOUND'));
  assert.deepEqual((await changes(owner!, made, { visitorType: 'login' })).users, []);
  await assert.rejects(changes(owner!, made, { visitorType: 'persons' }), refused('LINK_PEOPLE_MISSING'));
});

test('a change of the password, of what is allowed or to whom ends every visit at once; others do not', async () => {
  const made = await links(owner!, ids.folder, { password: 'a1b2' });
  const linkId = await idOf(company, made);
  const ends = async (fields: Fields): Promise<boolean> => {
    const { token } = await visits(company.database, linkId, { personId: other!.userId });
    const person = { userId: other!.userId } as never;
    assert.ok(await findVisitor(company.database, token, person));
    await changes(owner!, made, fields);
    return (await findVisitor(company.database, token, person)) === null;
  };
  for (const fields of [{ name: 'n' }, { note: 'n' }, { watermark: 'none' }, { visitLimit: 7 }, { validity: '3m' }] as const)
    assert.equal(await ends(fields), false, JSON.stringify(fields));
  for (const fields of [
    { password: 'c3d4' },
    { password: null },
    { permissions: ['preview'] },
    { visitorType: 'login' },
    { visitorType: 'persons', userIds: [other!.userId] },
    { userIds: [owner!.userId, other!.userId] },
  ] satisfies Fields[])
    assert.equal(await ends(fields), true, JSON.stringify(fields));
  // What they took stays known.
  assert.equal((await owner!.call(link.visits, { linkPath: made.linkPath })).total, 11);
});

test('a longer or shorter term moves the end of what is open', async () => {
  const made = await links(owner!, ids.folder, { validity: 'employment' });
  const endOf = async () =>
    (
      await company.database
        .selectFrom('file_grant')
        .select('expires_at')
        .where('source_id', '=', await idOf(company, made))
        .executeTakeFirstOrThrow()
    ).expires_at;
  const shorter = await changes(owner!, made, { validity: '3d' });
  assert.equal((await endOf())?.toISOString(), shorter.expireTime);
  // It has ended: a new term opens it again.
  for (const table of ['link', 'file_grant'] as const)
    await sql`update ${sql.table(table)} set expires_at = now() - interval '1 minute' where ${sql.ref(table === 'link' ? 'path' : 'source_id')} = ${table === 'link' ? made.linkPath : await idOf(company, made)}`.execute(
      company.database,
    );
  assert.deepEqual([await stateOf(owner!, made), await isOpen(made)], ['expired ended', false]);
  assert.equal((await changes(owner!, made, { note: 'still closed' })).state, 'expired');
  assert.equal(await isOpen(made), false);
  assert.equal((await changes(owner!, made, { validity: '1w' })).state, 'valid');
  assert.equal(await isOpen(made), true);
});

test('the state says why a link is not open, and follows what happens', async () => {
  const made = await links(owner!, ids.folder, { visitLimit: 2 });
  const set = (values: object) => company.database.updateTable('link').set(values).where('path', '=', made.linkPath).execute();
  assert.equal(await stateOf(owner!, made), 'valid');
  await set({ visits: 2 });
  assert.equal(await stateOf(owner!, made), 'expired visits');
  assert.equal((await changes(owner!, made, { visitLimit: 3 })).state, 'valid');
  await level(ids.outer, 'high');
  assert.equal(await stateOf(owner!, made), 'failed sensitive');
  await assert.rejects(changes(owner!, made, { note: 'n' }), refused('HIGHLY_SENSITIVE'));
  await level(ids.outer, 'normal');
  await owner!.call(instance.remove, { instanceIds: [ids.outer] });
  assert.equal(await stateOf(owner!, made), 'failed deleted');
  await assert.rejects(changes(owner!, made, { note: 'n' }), refused('FILE_NOT_FOUND'));
  await owner!.call(instance.undoRemove, { instanceIds: [ids.outer] });
  assert.equal(await stateOf(owner!, made), 'valid');
  await setOnlyRole(
    company.database,
    owner!.userId,
    everyItem.filter((item) => item !== 'share'),
  );
  assert.equal(await stateOf(owner!, made), 'failed rights');
  const status = await owner!.call(link.querySyncStatus, { linkPath: made.linkPath });
  assert.deepEqual([status.state, status.reason, status.steps[1]], ['failed', 'rights', { step: 'permission', state: 'failed' }]);
});

test('a member who loses the level sees why their link is closed, among many of others', async () => {
  const { groupId, folder } = await group('externalSharing');
  const made = await links(other!, folder);
  assert.equal(await stateOf(other!, made), 'valid');
  await owner!.call(calls.privilege.updateUserRole, { instanceId: folder, subject: { kind: 'person', id: other!.userId }, role: 'edit' });
  assert.equal(await stateOf(other!, made), 'failed rights');
  await owner!.call(calls.privilege.remove, { instanceId: folder, subject: { kind: 'person', id: other!.userId } });
  assert.equal(await stateOf(other!, made), 'valid');
  await owner!.call(calls.group.removeMembers, { groupId, members: [{ kind: 'person', id: other!.userId }] });
  assert.equal(await stateOf(other!, made), 'failed rights');

  // Whoever manages the folder sees that a colleague is frozen, whose links rest as long as they are.
  const frozen = await company.person();
  await owner!.call(calls.group.addMembers, { groupId, members: [{ kind: 'person', id: frozen.userId, level: 'externalSharing' }] });
  const { linkPath } = await links(frozen, folder);
  await company.database.updateTable('user_account').set({ frozen_at: new Date() }).where('id', '=', frozen.userId).execute();
  const theirs = (await owner!.call(link.page, { instanceId: folder })).items.find((one) => one.linkPath === linkPath);
  assert.deepEqual([theirs?.state, theirs?.reason], ['expired', 'creator']);
});

test('only the creator changes a link: for others it is one that never was', async () => {
  const made = await links(owner!, ids.folder);
  const manager = await group('manager');
  const theirs = await links(owner!, manager.folder);
  for (const linkPath of [made.linkPath, theirs.linkPath, 'nothing', 'A'.repeat(24)]) {
    await assert.rejects(other!.call(link.createOrUpdate, { linkPath, note: 'mine' }), refused('LINK_GONE'));
    await assert.rejects(other!.call(link.rename, { linkPath, name: 'mine' }), refused('LINK_GONE'));
    await assert.rejects(other!.call(link.querySyncStatus, { linkPath }), refused('LINK_GONE'));
    await assert.rejects(other!.call(link.visits, { linkPath }), refused('LINK_GONE'));
  }
  await owner!.call(link.rename, { linkPath: made.linkPath, name: '新名' });
  assert.equal((await shown(owner!, made))?.name, '新名');
  await assert.rejects(owner!.call(link.rename, { linkPath: made.linkPath, name: ' ' }), refused('LINK_NAME_EMPTY'));
});

test('creators and managers of the item withdraw links, each on its own, and nobody else', async () => {
  const { folder } = await group('manager');
  const theirs = await links(owner!, folder);
  const [own, kept] = [await links(other!, folder), await links(owner!, ids.folder)];
  const linkPaths = [theirs.linkPath, kept.linkPath, own.linkPath, own.linkPath, 'nothing'];
  const outcomes = await other!.call(link.remove, { linkPaths });
  assert.deepEqual(
    outcomes.map(({ linkPath, done, ...rest }) => [linkPath, done, 'code' in rest ? rest.code : null]),
    [
      [theirs.linkPath, true, null],
      [kept.linkPath, false, 'LINK_GONE'],
      [own.linkPath, true, null],
      ['nothing', false, 'LINK_GONE'],
    ],
  );
  assert.deepEqual([await stateOf(owner!, theirs), await stateOf(owner!, kept)], ['gone', 'valid']);
  assert.equal(await isOpen(kept), true);
  const [notice] = (await owner!.call(calls.notice.page, {})).items;
  assert.deepEqual(
    [notice?.kind, notice?.data],
    ['linkWithdrawn', { by: { userId: other!.userId, name: `Name of ${other!.accountName}` }, instanceName: 'of the group', links: 1 }],
  );
  // Whoever has a share of it, whatever it allows, manages nothing.
  await shares(owner!, ids.folder, [member(other!, 'manager')]);
  assert.equal((await other!.call(link.remove, { linkPaths: [kept.linkPath] }))[0]!.done, false);
  const left = await company.database
    .selectFrom('file_grant')
    .select('id')
    .where('source_kind', '=', 'link')
    .where('grantor_id', '=', owner!.userId)
    .execute();
  assert.equal(left.length, 1);
});

test('the links of an item are shown to those who may share it or manage it, and to nobody else', async () => {
  const { folder } = await group('externalSharing');
  const [mine, theirs] = [await links(other!, folder), await links(owner!, folder)];
  const seen = await linksOf(other!, { instanceId: folder });
  assert.deepEqual(
    seen.map(({ linkPath, creator }) => [linkPath, creator?.userId ?? null]),
    [
      [theirs.linkPath, owner!.userId],
      [mine.linkPath, null],
    ],
  );
  const reader = await group('edit');
  await assert.rejects(linksOf(other!, { instanceId: reader.folder }), refused('NOT_ALLOWED'));
  await assert.rejects(linksOf(other!, { instanceId: ids.folder }), refused('FILE_NOT_FOUND'));
  await shares(owner!, ids.folder, [member(other!, 'manager')]);
  await assert.rejects(linksOf(other!, { instanceId: ids.folder }), refused('NOT_ALLOWED'));
});

test('the list is paged, filtered by state and by what name or note contains, and sorted by each column', async () => {
  const made: Link[] = [];
  for (const [index, name] of ['甲', '乙%', '丙'].entries())
    made.push(
      await links(owner!, ids.file, { name, note: index === 2 ? 'in the 乙 note' : '', validity: index === 1 ? 'employment' : '3d' }),
    );
  const set = (at: number, values: object) =>
    company.database.updateTable('link').set(values).where('path', '=', made[at]!.linkPath).execute();
  await set(0, { visits: 3, downloads: 1, saves: 9, visit_limit: 3 });
  await set(1, { visits: 2, downloads: 5, saves: 1 });
  const names = async (fields: Parameters<typeof linksOf>[1]) => (await linksOf(owner!, fields)).map(({ name }) => name);
  assert.deepEqual(await names({}), ['丙', '乙%', '甲']);
  assert.deepEqual(await names({ sortField: 'name', sortOrder: 'asc' }), ['丙', '甲', '乙%']);
  assert.deepEqual(await names({ sortField: 'visits' }), ['甲', '乙%', '丙']);
  assert.deepEqual(await names({ sortField: 'downloads' }), ['乙%', '甲', '丙']);
  assert.deepEqual(await names({ sortField: 'saves', sortOrder: 'asc' }), ['丙', '乙%', '甲']);
  assert.deepEqual(await names({ sortField: 'expireTime', sortOrder: 'desc' }).then((all) => all[0]), '乙%');
  assert.deepEqual(await names({ sortField: 'state' }), ['甲', '丙', '乙%']);
  assert.deepEqual(await names({ sortField: 'state', sortOrder: 'asc', state: 'valid' }), ['乙%', '丙']);
  assert.deepEqual(await names({ keyword: '乙' }), ['丙', '乙%']);
  assert.deepEqual(await names({ keyword: '%' }), ['乙%']);
  const page = await owner!.call(link.page, { pageSize: 10, keyword: '乙' });
  assert.deepEqual([page.total, page.states], [2, { verifying: 0, valid: 2, expired: 0, failed: 0 }]);
  const all = await owner!.call(link.page, { pageSize: 10, page: 2, state: 'expired' });
  assert.deepEqual([all.total, all.items, all.states], [1, [], { verifying: 0, valid: 2, expired: 1, failed: 0 }]);
});

test('one change that is sent twice makes one link, and two at once leave what one of them asked for', async () => {
  const fields = { instanceIds: [ids.folder], permissions: ['preview'] as const };
  const key = { 'idempotency-key': randomUUID() };
  const [one, again] = await Promise.all([
    owner!.ask<Link>(link.createOrUpdate, fields, key),
    owner!.ask<Link>(link.createOrUpdate, fields, key),
  ]);
  const repeated = await owner!.ask<Link>(link.createOrUpdate, fields, key);
  const paths = [one, again, repeated].flatMap(({ data }) => (data ? [data.linkPath] : []));
  assert.equal(new Set(paths).size, 1);
  assert.equal((await linksOf(owner!)).length, 1);

  const [made] = await linksOf(owner!);
  await Promise.all([
    changes(owner!, made!, { permissions: ['download'], note: 'one' }),
    changes(owner!, made!, { permissions: ['preview', 'edit'], note: 'two' }),
  ]);
  const after = await shown(owner!, made!);
  assert.ok(
    (after!.note === 'one' && after!.permissions.join() === 'download') || (after!.note === 'two' && after!.permissions.includes('edit')),
    JSON.stringify(after),
  );
  const { role } = await company.database
    .selectFrom('file_grant')
    .select('role')
    .where('source_id', '=', await idOf(company, made!))
    .executeTakeFirstOrThrow();
  assert.equal(role, after!.note === 'one' ? 'sharedPerson' : 'editor');
});

test('a change and a withdrawal at once never leave something open', async () => {
  for (let round = 0; round < 8; round += 1) {
    const made = await links(owner!, ids.folder);
    const linkId = await idOf(company, made);
    const [changed, [removed]] = await Promise.all([
      owner!.ask(link.createOrUpdate, { linkPath: made.linkPath, permissions: ['preview'], validity: '3m' }),
      owner!.call(link.remove, { linkPaths: [made.linkPath] }),
    ]);
    assert.ok(changed.status < 500);
    assert.equal(removed!.done, true);
    assert.deepEqual(await company.database.selectFrom('file_grant').select('id').where('source_id', '=', linkId).execute(), []);
    assert.equal(await stateOf(owner!, made), 'gone');
  }
});

test('nobody has more links than the limits allow, even at once', async () => {
  const put = (n: number, instanceId: string) =>
    sql`insert into link (id, path, instance_id, creator_id, name, permissions, visitor_type, validity, state)
      select gen_random_uuid(), substr(replace(gen_random_uuid()::text, '-', ''), 1, 30), ${instanceId}::uuid, ${owner!.userId}::uuid, 'n', '{preview}', 'everyone', 'employment', 'failed'
      from generate_series(1, ${n}::int)`.execute(company.database);
  await put(limits.linksPerItem - 1, ids.file);
  const replies = await Promise.all(Array.from({ length: 4 }, () => owner!.ask(link.createOrUpdate, { instanceIds: [ids.file] })));
  assert.equal(replies.filter(({ errcode }) => errcode === 0).length, 1);
  await put(limits.linksPerPerson - limits.linksPerItem, ids.inner);
  await assert.rejects(links(owner!, ids.folder), refused('LINKS_TOO_MANY'));
});

test('the creator sees who came, from where and what they took, without a way back into the company', async () => {
  const made = await links(owner!, ids.folder);
  const linkId = await idOf(company, made);
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
  await visits(company.database, linkId);
  const { visitId } = await visits(company.database, linkId, { personId: other!.userId, agent });
  await company.database
    .insertInto('link_taking')
    .values(
      ['preview', 'download'].map((deed) => ({
        link_id: linkId,
        visitor_id: visitId,
        deed: deed as 'preview',
        instance_id: ids.file,
        instance_name: 'file.txt',
      })),
    )
    .execute();
  const { total, items } = await owner!.call(link.visits, { linkPath: made.linkPath });
  assert.equal(total, 2);
  const [named, unknown] = items[0]!.visitor === null ? [items[1]!, items[0]!] : [items[0]!, items[1]!];
  assert.deepEqual([named.visitor, named.address, named.device], [`Name of ${other!.accountName}`, '203.0.113.7', 'Chrome 131, Windows']);
  assert.deepEqual(
    named.took.map(({ deed, instanceName }) => [deed, instanceName]),
    [
      ['download', 'file.txt'],
      ['preview', 'file.txt'],
    ],
  );
  assert.deepEqual([unknown.visitor, unknown.took], [null, []]);
  await company.configures('maskVisitorNames', true);
  try {
    const masked = (await owner!.call(link.visits, { linkPath: made.linkPath })).items.map(({ visitor }) => visitor);
    assert.deepEqual(new Set(masked), new Set(['N**', null]));
  } finally {
    await company.configures('maskVisitorNames', undefined);
  }
});

test('the audit log names the link by its id and item, and nothing in it opens the link', async () => {
  const made = await links(owner!, ids.folder, { password: 'a1b2', note: 'secret note' });
  const linkId = await idOf(company, made);
  await changes(owner!, made, { permissions: ['preview'], password: null });
  await owner!.call(link.rename, { linkPath: made.linkPath, name: 'renamed' });
  await owner!.call(link.visits, { linkPath: made.linkPath });
  await assert.rejects(other!.call(link.rename, { linkPath: made.linkPath, name: 'mine' }), refused('LINK_GONE'));
  await owner!.call(link.remove, { linkPaths: [made.linkPath] });
  await assert.rejects(other!.call(link.rename, { linkPath: made.linkPath, name: 'mine' }), refused('LINK_GONE'));
  const entries = async () =>
    company.database
      .selectFrom('audit_log')
      .select(['action', 'object_kind', 'object_id', 'object_name', 'folder_name', 'result', 'detail'])
      .where('action', 'like', 'link.%')
      .where('person_id', 'in', [owner!.userId, other!.userId])
      .orderBy('id')
      .execute();
  let all = await entries();
  for (const end = Date.now() + 5000; all.length < 7 && Date.now() < end; all = await entries())
    await new Promise((go) => setTimeout(go, 50));
  assert.doesNotMatch(JSON.stringify(all), new RegExp(`${made.linkPath}|a1b2|secret note|argon2`));
  const of = (action: string, ok = true) => all.filter((entry) => entry.action === action && (entry.result === 0) === ok);
  for (const action of ['link.createOrUpdate', 'link.rename', 'link.visits', 'link.remove'])
    for (const entry of of(action))
      assert.deepEqual(
        [entry.object_kind, entry.object_id, entry.object_name, entry.folder_name],
        ['link', linkId, 'folder', 'outer'],
        action,
      );
  assert.deepEqual(of('link.createOrUpdate')[1]!.detail, {
    permissions: ['preview'],
    protected: false,
    before: { protected: true, permissions: ['preview', 'download'] },
  });
  assert.deepEqual(of('link.rename')[0]!.detail, { name: 'renamed', before: { name: 'folder' } });
  assert.deepEqual(
    of('link.rename', false).map((entry) => entry.object_id),
    [linkId, null],
  );
});

test('the creator’s pages hear of each change', async () => {
  const listener = await Listener.of(owner!);
  const hears = (n: number) => listener.until(({ heard }) => heard.filter(({ event }) => event === 'linkChanged').length >= n);
  try {
    const made = await links(owner!, ids.folder);
    await hears(1);
    await changes(owner!, made, { note: 'n' });
    await hears(2);
    await owner!.call(link.remove, { linkPaths: [made.linkPath] });
    await hears(3);
  } finally {
    listener.leave();
  }
});
