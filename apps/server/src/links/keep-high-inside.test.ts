/** What is highly sensitive comes into no folder that is shared outside, by whatever way; and what becomes it there ends the links. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@alcove/contract';
import type { InstanceId, PlacedItem, RequestOf, Sensitivity } from '@alcove/contract';
import { links, stateOf } from '../link-sharing/link-sharing.test-support.ts';
import { openCompany, refused } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

const { instance, recycle, link } = calls;
const code = 150030;
let company: Company;
let owner: Person;
let [out, inner, apart]: InstanceId[] = [];
before(async () => (company = await openCompany()));
after(() => company.close());
beforeEach(async () => {
  owner = await company.person();
  out = await folder('对外');
  inner = await folder('里面', out);
  apart = await folder('旁边');
});

const folder = async (name: string, parentId?: InstanceId) => (await owner.folder(name, parentId)).instanceId;
const put = async (name: string, parentId: InstanceId, content = name) => (await owner.uploads(content, name, parentId)).instanceId;
const level = (instanceId: InstanceId, sensitivity: Sensitivity) => owner.call(instance.setSensitivity, { instanceId, sensitivity });
const high = async (name: string, parentId = apart!) => {
  const id = await put(name, parentId);
  await level(id, 'high');
  return id;
};
type Fields = Partial<RequestOf<typeof instance.move>>;
const places = (kind: 'move' | 'copy', instanceIds: InstanceId[], fields: Fields = {}): Promise<PlacedItem[]> =>
  owner.call(instance[kind], { targetParentId: inner!, instanceIds, ...fields });
const codesOf = (outcomes: readonly { done: boolean }[]) => outcomes.map((one) => (one.done ? 'done' : (one as { errcode?: number }).errcode)); // prettier-ignore

test('moving and copying: the item and the folder that holds it are refused by name, the others are placed', async () => {
  for (const kind of ['move', 'copy'] as const) {
    const [normal, secret] = [await put(`${kind} n.txt`, apart!), await high(`${kind} h.txt`)];
    const holding = await folder(`${kind} holds`, apart);
    await high('deep.txt', await folder('deeper', holding));
    await links(owner, out!);
    const placed = await places(kind, [normal, secret, holding]);
    assert.deepEqual(codesOf(placed), ['done', code, code]);
    assert.deepEqual(await owner.names(inner!), [`${kind} n.txt`]);
    const refusal = placed.find((one) => !one.done);
    assert.match(JSON.stringify(refusal), /A high-sensitivity file can’t go into an externally shared folder/);
    // Without the link there is nothing against it.
    await withdrawAll();
    assert.deepEqual(codesOf(await places(kind, [secret, holding])), ['done', 'done']);
    await owner.call(instance.remove, {
      instanceIds: (await owner.call(instance.page, { parentId: inner! })).items.map((one) => one.instanceId),
    });
  }
});

async function withdrawAll(): Promise<void> {
  const { items } = await owner.call(link.page, { pageSize: 100 });
  await owner.call(link.remove, { linkPaths: items.map(({ linkPath }) => linkPath) });
}

test('what a folder made highly sensitive takes that along, and is refused too', async () => {
  await level(apart!, 'high');
  const file = await put('a.txt', apart!);
  await links(owner, out!);
  for (const kind of ['move', 'copy'] as const) assert.deepEqual(codesOf(await places(kind, [file])), [code]);
});

test('becoming the newest version of a shared file, and merging into a shared folder', async () => {
  await put('a.txt', inner!, 'shared');
  const secret = await high('a.txt');
  const namesake = await folder('里面', apart);
  await high('b.txt', await folder('c', namesake));
  await links(owner, out!);
  for (const kind of ['move', 'copy'] as const) {
    assert.deepEqual(codesOf(await places(kind, [secret], { onConflict: 'version' })), [code]);
    assert.deepEqual(codesOf(await places(kind, [namesake], { targetParentId: out!, onConflict: 'merge' })), [code]);
  }
  assert.equal((await owner.call(instance.queryInstanceDetail, { instanceId: inner! })).sensitivity, 'normal');
  assert.deepEqual(await owner.names(inner!), ['a.txt']);
  // Only the folder inside is shared, and the merge comes to it.
  await withdrawAll();
  const deep = await folder('c', inner);
  await links(owner, deep);
  assert.deepEqual(codesOf(await places('move', [namesake], { targetParentId: out!, onConflict: 'merge' })), [code]);
  // A link to a file alone: nothing replaces its content either.
  await withdrawAll();
  const linked = (await owner.call(instance.page, { parentId: inner! })).items.find(({ instanceName }) => instanceName === 'a.txt')!;
  await links(owner, linked.instanceId);
  assert.deepEqual(codesOf(await places('copy', [secret], { onConflict: 'version' })), [code]);
});

test('from another space', async () => {
  const { groupId } = await owner.call(calls.group.createGroup, { groupName: '组', preallocatedSize: 1_000_000 });
  const [file, held] = [await high('a.txt', groupId), await folder('held', groupId)];
  await high('b.txt', held);
  await links(owner, out!);
  for (const kind of ['move', 'copy'] as const) assert.deepEqual(codesOf(await places(kind, [file, held])), [code, code]);
});

test('restoring, undoing a removal, and merging back', async () => {
  const [file, held] = [await high('a.txt', inner), await folder('held', inner)];
  const undone = await high('b.txt', held);
  await owner.call(instance.remove, { instanceIds: [file, held] });
  await links(owner, out!);
  const { items } = await owner.call(recycle.page, { pageSize: 100 });
  const recycleIds = items.map((one) => one.recycleId);
  const restore = (fields: object) => owner.call(recycle.restore, { recycleIds, ...fields });
  assert.deepEqual(codesOf(await restore({})), [code, code]);
  assert.deepEqual(codesOf(await owner.call(instance.undoRemove, { instanceIds: [file, held] })), [code, code]);
  await put('a.txt', inner!, 'another');
  await put('x.txt', await folder('held', inner));
  assert.deepEqual(codesOf(await restore({ onConflict: 'version' })).filter((one) => one === code).length, 1);
  assert.deepEqual(codesOf(await restore({ onConflict: 'merge' })).filter((one) => one === code).length, 1);
  assert.deepEqual(codesOf(await restore({ targetParentId: apart })), ['done', 'done']);
  assert.equal((await owner.call(instance.queryInstanceDetail, { instanceId: undone })).sensitivity, 'high');
});

test('raising what is shared ends the links to it and above it for good, and tells who made them; links to what is beside it go on', async () => {
  const file = await put('a.txt', inner!);
  const made = [await links(owner, out!), await links(owner, inner!), await links(owner, file)];
  const beside = await links(owner, apart!);
  await level(file, 'internal');
  for (const one of made) assert.equal(await stateOf(owner, one), 'valid');
  await level(file, 'high');
  for (const one of made) assert.equal(await stateOf(owner, one), 'failed sensitive');
  assert.equal(await stateOf(owner, beside), 'valid');
  const { items } = await owner.call(calls.notice.page, { pageSize: 50 });
  const told = items.flatMap((one) => (one.kind === 'linkEnded' ? [[one.data.reason, one.data.links]] : []));
  assert.deepEqual(told, [['sensitive', 3]]);
  const openAgain = () => owner.call(link.createOrUpdate, { linkPath: made[0]!.linkPath, note: 'again' });
  await assert.rejects(openAgain, refused('HIGHLY_SENSITIVE'));
  // Lowered, they stay closed until their creator opens them.
  await level(file, 'normal');
  for (const one of made) assert.equal(await stateOf(owner, one), 'failed sensitive');
  assert.equal((await openAgain()).state, 'valid');
});

test('a link that has ended lets anything in, and is not prolonged over it', async () => {
  const made = await links(owner, out!, { validity: '3d' });
  await company.database.updateTable('link').set({ expires_at: new Date(Date.now() - 1000) }).where('path', '=', made.linkPath).execute(); // prettier-ignore
  assert.deepEqual(codesOf(await places('move', [await high('a.txt')])), ['done']);
  const prolong = owner.call(link.createOrUpdate, { linkPath: made.linkPath, validity: '1m' });
  await assert.rejects(prolong, refused('HIGHLY_SENSITIVE'));
});

test('a folder above that is highly sensitive: nothing new comes into the link that sleeps below it, but people may tidy up in it', async () => {
  const [file, other] = [await put('a.txt', out!), await put('b.txt', apart!)];
  const made = await links(owner, inner!);
  const loose = await put('c.txt', inner!);
  const deeper = await folder('d', inner);
  await level(out!, 'high');
  assert.equal(await stateOf(owner, made), 'failed sensitive');
  assert.deepEqual(codesOf(await places('move', [file, other])), [code, code]);
  assert.deepEqual(codesOf(await places('move', [loose], { targetParentId: deeper })), ['done']);
  await assert.rejects(put('e.txt', inner!), /HIGH_INTO_LINK/);
  await put('e.txt', apart!);
  await level(out!, 'normal');
  assert.equal(await stateOf(owner, made), 'valid');
});

test('a link and a move into its folder at once: one of them is refused, in whatever order they come', async () => {
  const seen = new Map<string, number>();
  for (let round = 0; round < 40; round += 1) {
    const target = await folder(`r${round}`);
    const below = await folder('below', target);
    const secret = await high(`r${round}.txt`);
    // From one being far ahead to the other being it.
    const lead = (round % 10) * 3;
    const [made, outcome] = await Promise.all([
      sleep(lead)
        .then(() => links(owner, target))
        .then(
          () => true,
          () => false,
        ),
      sleep(27 - lead)
        .then(() => places(round % 2 ? 'move' : 'copy', [secret], { targetParentId: below }))
        .then(([one]) => one!.done),
    ]);
    assert.notEqual(made, outcome, `round ${round}: link ${made}, placed ${outcome}`);
    seen.set(`link ${made}`, (seen.get(`link ${made}`) ?? 0) + 1);
  }
  assert.ok(seen.size === 2, 'both must win now and then, otherwise nothing was at once');
});

test('raised while it is moved into a shared folder, or while a link is made: it is never outside, and never lowered', async () => {
  for (let round = 0; round < 30; round += 1) {
    const target = await folder(`q${round}`);
    const file = await put('a.txt', apart!, `q${round}`);
    const both = round % 2 === 0;
    const made = both ? await links(owner, target) : null;
    const [moved, raised, linked] = await Promise.allSettled([
      places('move', [file], { targetParentId: target }),
      level(file, 'high'),
      made ?? links(owner, target),
    ]);
    assert.equal(raised.status, 'fulfilled');
    const { sensitivity } = await owner.call(instance.queryInstanceDetail, { instanceId: file });
    assert.equal(sensitivity, 'high', `round ${round}: the move lowered it`);
    const isIn = moved.status === 'fulfilled' && moved.value[0]!.done;
    const state = linked.status === 'fulfilled' ? await stateOf(owner, linked.value) : 'refused';
    assert.ok(!(isIn && state === 'valid'), `round ${round}: ${state} over what is highly sensitive`);
    await owner.call(instance.remove, { instanceIds: [file] });
  }
});
