import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls, failures } from '@alcove/contract';
import { setGrants } from '../permission/tree.test-support.ts';
import { openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
});
after(() => company.close());

const put = (of: Person, instanceId: string, tag: string) => of.call(calls.tag.tag, { instanceId, tag });

test('a tag is once on an item however it is written, and has 1 to 30 characters', async () => {
  const { instanceId } = await person.uploads('x', 'tagged.txt');
  assert.deepEqual(await put(person, instanceId, '  终稿 '), { tags: ['终稿'] });
  await put(person, instanceId, 'Résumé');
  for (const same of ['终稿', 'RÉSUMÉ', 'résumé'.normalize('NFD')])
    await assert.rejects(put(person, instanceId, same), refused('TAG_EXISTS'), same);
  await assert.rejects(put(person, instanceId, '字'.repeat(31)), refused('TAG_TOO_LONG'));
  assert.equal((await put(person, instanceId, '字'.repeat(30))).tags.length, 3);
  for (const bad of ['', '   ', 'a\u202eb']) await assert.rejects(put(person, instanceId, bad), refused('BAD_REQUEST'));
  assert.deepEqual(await person.call(calls.tag.untag, { instanceId, tag: 'RÉSUMÉ' }), { tags: ['终稿', '字'.repeat(30)] });
  assert.equal((await person.call(calls.tag.untag, { instanceId, tag: 'never there' })).tags.length, 2);
});

test('of many at once five get on and no more', async () => {
  const { instanceId } = await person.folder('raced');
  const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => person.ask(calls.tag.tag, { instanceId, tag: `t${n}` })));
  assert.equal(replies.filter(({ errcode }) => errcode === 0).length, 5);
  assert.equal(replies.filter(({ errcode }) => errcode === failures.TAGS_FULL.errcode).length, 7);
  await assert.rejects(put(person, person.rootId, 'top'), refused('ROOT_IS_FIXED'));
});

test('tags are in every answer, in the order they came, and a list can be asked for one of them', async () => {
  const folder = await person.folder('listed');
  const [one, two] = [await person.uploads('1', '1.txt', folder.instanceId), await person.uploads('2', '2.txt', folder.instanceId)];
  await person.folder('3', folder.instanceId);
  for (const tag of ['z', 'a']) await put(person, two.instanceId, tag);
  await put(person, one.instanceId, 'A');
  const page = await person.call(calls.instance.page, { parentId: folder.instanceId });
  assert.deepEqual(
    page.items.map(({ tags }) => tags),
    [[], ['A'], ['z', 'a']],
  );
  const only = await person.call(calls.instance.page, { parentId: folder.instanceId, tag: 'Z' });
  assert.deepEqual([only.total, only.items.map(({ instanceName }) => instanceName)], [1, ['2.txt']]);
  assert.equal((await person.call(calls.instance.page, { everywhere: true, tag: 'a' })).total, 2);
  assert.deepEqual((await person.call(calls.instance.queryInstanceDetail, { instanceId: two.instanceId })).tags, ['z', 'a']);
});

test('suggestions come from what the caller sees in the space, the commonest first', async () => {
  const [owner, member] = [await company.person(), await company.person()];
  const [open, closed] = [await owner.folder('open'), await owner.folder('closed')];
  const shown = await owner.uploads('1', 'shown.txt', open.instanceId);
  for (const [of, tag] of [
    [closed.instanceId, '收购-7Q'],
    [closed.instanceId, 'once'],
    [open.instanceId, 'twice'],
    [shown.instanceId, 'Twice'],
    [shown.instanceId, 'once'],
  ] as const)
    await put(owner, of, tag);
  assert.deepEqual(
    (await owner.call(calls.tag.suggest, { instanceId: shown.instanceId })).tags.sort(),
    ['Twice', 'once', '收购-7Q'].sort(),
  );
  await setGrants(company.database, [
    {
      instanceId: open.instanceId,
      subject: { kind: 'person', id: member.userId },
      role: 'viewer',
      source: { kind: 'share', id: open.instanceId },
      grantorId: owner.userId,
    },
  ]);
  const { tags } = await member.call(calls.tag.suggest, { instanceId: shown.instanceId, fileSharingId: open.instanceId });
  assert.deepEqual([tags[0]!.toLowerCase(), tags.length], ['twice', 2]);
});
