import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { ShareLevel } from '@alcove/contract';
import { Listener, openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
let [owner, member, other]: Person[] = [];
before(async () => {
  company = await openCompany();
});
after(() => company.close());

/** A file that is shared with two colleagues. */
async function sharedFile(role: ShareLevel = 'viewOnly'): Promise<string> {
  [owner, member, other] = [await company.person(), await company.person(), await company.person()];
  const file = await owner.uploads('text', '方案.txt');
  const members = [member, other].map(({ userId }) => ({ kind: 'person' as const, id: userId, role }));
  await owner.call(calls.innerSharing.create, { instanceId: file.instanceId, members });
  for (const one of [owner, member, other]) await one.call(calls.notice.markRead, { all: true });
  return file.instanceId;
}
const say = (of: Person, instanceId: string, text: string, commentId?: string) =>
  of.call(calls.comment.create, { instanceId, text, ...(commentId !== undefined && { commentId }) });
const read = (of: Person, instanceId: string, before?: string) =>
  of.call(calls.comment.list, { instanceId, ...(before !== undefined && { before }) });
const told = async (of: Person) => (await of.call(calls.notice.page, { filter: 'unread' })).items.map(({ kind }) => kind);

test('comments read downwards to the newest, page by page, none twice and none left out', async () => {
  const instanceId = await sharedFile();
  for (let n = 0; n < 35; n += 1) await say(owner!, instanceId, `${n}`);
  const last = await read(member!, instanceId);
  assert.equal(last.total, 35);
  const first = await read(member!, instanceId, last.items[0]!.commentId);
  assert.deepEqual(
    [...first.items, ...last.items].map(({ text }) => text),
    Array.from({ length: 35 }, (_, n) => `${n}`),
  );
  assert.equal((await member!.call(calls.instance.queryInstanceDetail, { instanceId })).comments, 35);
});

test('sent twice it is one comment and one notice; an id of another says nothing of it', async () => {
  const instanceId = await sharedFile();
  const commentId = randomUUID();
  const [one, two] = await Promise.all([say(member!, instanceId, 'once', commentId), say(member!, instanceId, 'once', commentId)]);
  assert.deepEqual(one, two);
  assert.equal((await read(owner!, instanceId)).total, 1);
  assert.deepEqual(await told(owner!), ['comment']);
  await assert.rejects(say(other!, instanceId, 'mine', commentId), refused('BAD_REQUEST'));
  for (const bad of ['', '  \n ', '字'.repeat(1001)]) await assert.rejects(say(owner!, instanceId, bad), refused('BAD_REQUEST'));
  assert.equal((await say(owner!, instanceId, `${'字'.repeat(999)}\n`)).text.length, 999);
});

test('the owner and who commented before are told, never the author nor who may no longer read it', async () => {
  const instanceId = await sharedFile();
  await say(member!, instanceId, 'first');
  await say(other!, instanceId, 'second');
  assert.deepEqual([await told(owner!), await told(member!), await told(other!)], [['comment', 'comment'], ['comment'], []]);
  await owner!.call(calls.innerSharing.create, { instanceId, members: [{ kind: 'person', id: other!.userId, role: 'viewOnly' }] });
  await sql`delete from file_grant where instance_id = ${instanceId} and subject_id = ${member!.userId}`.execute(company.database);
  await say(owner!, instanceId, 'third');
  assert.deepEqual([await told(member!), await told(other!)], [['comment'], ['comment']]);
});

test("one's own goes, another's only for who manages the item's people", async () => {
  const instanceId = await sharedFile('edit');
  const mine = await say(member!, instanceId, 'mine');
  const theirs = await say(owner!, instanceId, 'theirs');
  assert.deepEqual(
    (await read(member!, instanceId)).items.map(({ removable }) => removable),
    [true, false],
  );
  const remove = (of: Person, commentId: string) => of.call(calls.comment.remove, { instanceId, commentId });
  await assert.rejects(remove(member!, theirs.commentId), refused('NOT_ALLOWED'));
  await remove(member!, mine.commentId);
  await assert.rejects(remove(member!, mine.commentId), refused('COMMENT_NOT_FOUND'));
  const elsewhere = await other!.uploads('x', 'elsewhere.txt');
  await assert.rejects(
    other!.call(calls.comment.remove, { instanceId: elsewhere.instanceId, commentId: theirs.commentId }),
    refused('COMMENT_NOT_FOUND'),
  );
  const another = await say(member!, instanceId, 'again');
  await remove(owner!, another.commentId);
  assert.equal((await read(owner!, instanceId)).total, 1);
});

test('who has the file on screen hears that something was said', async () => {
  const instanceId = await sharedFile();
  const listener = await Listener.of(owner!);
  await say(member!, instanceId, 'live');
  await listener.until(({ heard }) => heard.some((one) => one.event === 'listChanged' && one.folderIds.includes(owner!.rootId)));
  listener.leave();
});
