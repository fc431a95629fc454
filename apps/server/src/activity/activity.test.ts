import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls, encodeName } from '@alcove/contract';
import type { ActivityContent, InstanceId } from '@alcove/contract';
import { openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { recordActivity } from './index.ts';
import { removeOldActivity } from './activity-queries.ts';

let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());

const read = (of: Person, instanceId: InstanceId, before?: string) =>
  of.call(calls.activity.list, { instanceId, ...(before !== undefined && { before }) });
const kinds = async (of: Person, instanceId: InstanceId) => (await read(of, instanceId)).items.map(({ kind }) => kind);
const record = (of: Person, instanceId: InstanceId, content: ActivityContent) =>
  company.database.transaction().execute((transaction) => recordActivity(transaction, of.userId, [instanceId], content));

test('what people do with a file is told, newest first, its making last', async () => {
  const [owner, colleague] = [await company.person(), await company.person()];
  const { instanceId } = await owner.uploads('1', 'told.txt');
  await owner.uploads('2', 'told.txt', owner.rootId, 'version');
  await owner.call(calls.instance.rename, { instanceId, fileName: encodeName('told again.txt') });
  await owner.call(calls.tag.tag, { instanceId, tag: '终稿' });
  await owner.call(calls.tag.untag, { instanceId, tag: '终稿' });
  await owner.call(calls.version.restore, { instanceId, version: 1 });
  await owner.call(calls.version.remove, { instanceId, version: 2 });
  await owner.call(calls.instance.remove, { instanceIds: [instanceId] });
  await owner.call(calls.instance.undoRemove, { instanceIds: [instanceId] });
  const members = [{ kind: 'person' as const, id: colleague.userId, role: 'viewOnly' as const }];
  await owner.call(calls.innerSharing.create, { instanceId, members });
  await owner.call(calls.innerSharing.create, { instanceId, members });
  await colleague.call(calls.comment.create, { instanceId, text: 'seen' });
  const { items, next } = await read(owner, instanceId);
  assert.deepEqual(
    items.map(({ kind, data }) => [kind, data]),
    [
      ['commented', {}],
      ['shared', { people: 1, departments: 0 }],
      ['restored', {}],
      ['deleted', {}],
      ['versionRemoved', { version: 2 }],
      ['versionRestored', { version: 3, from: 1 }],
      ['untagged', { tag: '终稿' }],
      ['tagged', { tag: '终稿' }],
      ['renamed', { from: 'told.txt', to: 'told again.txt' }],
      ['newVersion', { version: 2 }],
      ['created', {}],
    ],
  );
  assert.deepEqual([items[0]!.by.userId, items[1]!.by.userId, next], [colleague.userId, owner.userId, null]);
});

test('who may know less is told less: shares, comments and folders that are hidden from them', async () => {
  const [owner, colleague] = [await company.person(), await company.person()];
  const [shown, hidden] = [await owner.folder('shown'), await owner.folder('隐藏-7Q')];
  const { instanceId } = await owner.uploads('1', 'moved.txt', shown.instanceId);
  await record(owner, instanceId, { kind: 'moved', data: { fromId: hidden.instanceId, toId: shown.instanceId } });
  await owner.call(calls.comment.create, { instanceId, text: 'about it' });
  await owner.call(calls.innerSharing.create, {
    instanceId: shown.instanceId,
    members: [{ kind: 'person', id: colleague.userId, role: 'viewOnly' }],
  });
  await owner.call(calls.innerSharing.create, { instanceId, members: [{ kind: 'person', id: colleague.userId, role: 'viewOnly' }] });
  assert.deepEqual(await kinds(owner, instanceId), ['shared', 'commented', 'moved', 'created']);
  const seen = await read(colleague, instanceId);
  assert.deepEqual(
    seen.items.map(({ kind }) => kind),
    ['commented', 'moved', 'created'],
  );
  assert.deepEqual(seen.items[1]!.data, { from: null, to: 'shown' });
  assert.doesNotMatch(JSON.stringify(seen), /7Q/);
  await sql`update file_grant set role = 'observer' where subject_id = ${colleague.userId}`.execute(company.database);
  assert.deepEqual(await kinds(colleague, instanceId), ['moved', 'created']);
  await sql`update file_grant set role = 'uploader' where subject_id = ${colleague.userId}`.execute(company.database);
  await assert.rejects(read(colleague, instanceId), refused('NOT_ALLOWED'));
});

test('what was refused or taken back was never done; long ago is forgotten; pages meet', async () => {
  const owner = await company.person();
  const { instanceId } = await owner.uploads('1', 'paged.txt');
  await owner.folder('taken');
  await assert.rejects(owner.call(calls.instance.rename, { instanceId, fileName: encodeName('taken') }), refused('NAME_TAKEN'));
  assert.deepEqual(await kinds(owner, instanceId), ['created']);
  for (let n = 0; n < 31; n += 1) await record(owner, instanceId, { kind: 'tagged', data: { tag: `${n}` } });
  const first = await read(owner, instanceId);
  const second = await read(owner, instanceId, first.next!);
  assert.deepEqual([first.items.length, second.items.map(({ kind }) => kind), second.next], [30, ['tagged', 'created'], null]);
  await sql`update activity set created_at = now() - interval '366 days' where instance_id = ${instanceId}`.execute(company.database);
  await removeOldActivity(company.database);
  assert.deepEqual(await kinds(owner, instanceId), ['created']);
});
