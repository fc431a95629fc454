import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls } from '@alcove/contract';
import type { Instance, InstanceId, InstantTicket } from '@alcove/contract';
import { openLink } from '../links/links.test-support.ts';
import { visits, visitsFolder } from '../links/visiting.test-support.ts';
import { checkFields, freshBytes, instantFields, openCompany, refused, Upload } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
});
after(() => company.close());

/** Such a file has a row while it is open. A smaller one has none (`signed-plans.ts`). */
const withRow = 300_000;

const check = (name: string, onConflict?: 'fail' | 'rename' | 'version') =>
  person.call(calls.upload.checkUploadAble, checkFields(freshBytes(40), { name, parentId: person.rootId, onConflict }));
const codeOf = (answer: Awaited<ReturnType<typeof check>>) => (answer.uploadflag === '4' ? answer.code : answer.uploadflag);

test('names of many scripts come back as they were given, in the list and in the download', async () => {
  const folder = await person.folder('各种名字');
  const names = ['年度总结（终稿）😀👩‍👩‍👧.txt', 'Ünïcode — naïve.txt', 'שלום.txt', "it's 100% + a&b=c;d,e.txt", '.env', '無副檔名'];
  for (const name of names) {
    const file = await person.uploads(freshBytes(64), name, folder.instanceId);
    assert.equal(file.instanceName, name.normalize('NFC'));
    const { url, fileName } = await person.call(calls.download.download, { instanceId: file.instanceId });
    const answer = await fetch(url);
    await answer.arrayBuffer();
    assert.equal(fileName, file.instanceName);
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment;/);
    const disposition = answer.headers.get('content-disposition') ?? '';
    const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
    assert.equal(encoded === undefined ? /filename="([^"]*)"/.exec(disposition)?.[1] : decodeURIComponent(encoded), file.instanceName);
  }
  assert.equal((await person.names(folder.instanceId)).length, names.length);
});

test('an empty file is a file', async () => {
  const file = await person.uploads('', 'empty.txt');
  assert.equal(file.fileSize, 0);
  assert.equal((await person.downloads(file.instanceId)).length, 0);
  await company.verified();
  assert.equal((await person.downloads(file.instanceId)).length, 0);
});

test('128 characters are taken and 129 are not, whatever their bytes', async () => {
  for (const character of ['a', '字', '😀']) {
    assert.equal(codeOf(await check(character.repeat(124) + '.txt')), '3');
    assert.equal(codeOf(await check(character.repeat(125) + '.txt')), 'NAME_TOO_LONG');
  }
  const name = `${'😀'.repeat(124)}.txt`;
  assert.equal((await person.uploads(freshBytes(10), name)).instanceName, name);
});

test('forbidden characters, outer spaces, dots alone and marks that hide text are refused with their reason', async () => {
  for (const character of '\\/:*?"<>|[]？“”‘’\u0000\n\u202e\u2066\ufeff')
    assert.equal(codeOf(await check(`a${character}b`)), 'NAME_FORBIDDEN', JSON.stringify(character));
  for (const name of [' a', 'a ', '.', '..', '\ta']) assert.equal(codeOf(await check(name)), 'NAME_FORBIDDEN', JSON.stringify(name));
  for (const name of ['', ' ', '\u200b', '\u3000']) assert.equal(codeOf(await check(name)), 'NAME_EMPTY', JSON.stringify(name));
});

test('a name that is taken: refused, numbered, or a new version, as was asked', async () => {
  const first = await person.uploads('one', '方案.txt');
  assert.equal(codeOf(await check('方案.txt')), 'NAME_TAKEN');
  assert.equal(codeOf(await check('方案.txt', 'fail')), 'NAME_TAKEN');
  const numbered = await person.uploads('two', '方案.txt', person.rootId, 'rename');
  assert.equal(numbered.instanceName, '方案 (1).txt');
  assert.equal((await person.uploads('three', '方案.txt', person.rootId, 'rename')).instanceName, '方案 (2).txt');
  const version = await person.uploads('four', '方案.txt', person.rootId, 'version');
  assert.deepEqual([version.instanceId, version.version, version.fileSize], [first.instanceId, 2, 4]);
  assert.equal(String(await person.downloads(first.instanceId)), 'four');
  const { url } = await person.call(calls.download.download, { instanceId: first.instanceId, version: 1 });
  assert.equal(await (await fetch(url)).text(), 'one');
});

test('a folder is never replaced by a version of a file', async () => {
  await person.folder('资料');
  assert.equal(codeOf(await check('资料', 'version')), 'NAME_TAKEN');
  assert.equal((await person.uploads('x', '资料', person.rootId, 'rename')).instanceName, '资料 (1)');
});

test('a name that is taken between check and save is refused at the save, which can then be asked otherwise', async () => {
  const upload = await (await Upload.begin(person, freshBytes(90), { name: 'race.txt', parentId: person.rootId })).deliver();
  await person.uploads('quicker', 'RACE.txt');
  await assert.rejects(upload.save(), refused('NAME_TAKEN'));
  assert.equal((await upload.save({ onConflict: 'rename' })).instanceName, 'race (1).txt');
});

test('twenty files of one name at once get twenty names', async () => {
  const folder = await person.folder('numbered');
  const files = await Promise.all(
    Array.from({ length: 20 }, () => person.uploads(freshBytes(30), 'same.txt', folder.instanceId, 'rename')),
  );
  assert.equal(new Set(files.map((file) => file.instanceName)).size, 20);
  assert.equal((await person.names(folder.instanceId)).length, 20);
});

test('of many who save one name at once, each is told the version that is theirs, and no version is missing or has other content', async () => {
  const { visitor, folderId } = await visitsFolder(company, person, { name: 'one name' });
  const what = (parentId = folderId) => ({ name: 'versions.txt', parentId, onConflict: 'version' as const });
  type Saving = [contents: Buffer<ArrayBuffer>[], save: () => Promise<Instance[]>];
  const sends = async (by: Client, size: number, parentId?: InstanceId): Promise<Saving> => {
    const upload = await (await Upload.begin(by, freshBytes(size), what(parentId))).deliver();
    return [[upload.bytes], async () => [await upload.save()]];
  };
  const sendsSet = async (size: number): Promise<Saving> => {
    const uploads = await Promise.all(
      [0, 1, 2].map(async (more) => (await Upload.begin(person, freshBytes(size + more), what())).deliver()),
    );
    const items = uploads.map((upload) => upload.saveFields());
    const save = async () =>
      (await person.call(calls.upload.uploads, { items })).map((one) => (one.done ? one.data : assert.fail(one.code)));
    return [uploads.map(({ bytes }) => bytes), save];
  };
  const proves = async (bytes: Buffer<ArrayBuffer>): Promise<Saving> => {
    const ticket = (await person.call(calls.upload.checkUploadAble, checkFields(bytes, what()))) as InstantTicket;
    return [[bytes], async () => [await person.call(calls.upload.secondUpload, instantFields(ticket, bytes, what()))]];
  };
  const known = [freshBytes(301), freshBytes(302)];
  for (const [index, bytes] of known.entries()) await person.uploads(bytes, `known ${index}.txt`);
  await company.verified();
  const ways = (n: number) => [sends(person, 310 + n), sends(person, withRow + n), sendsSet(320 + n), sends(visitor, 340 + n)];

  /** Saves all of it at once, after so many versions. */
  async function save(before: number, savings: readonly Saving[]): Promise<InstanceId> {
    const contents = savings.flatMap(([of]) => of);
    const answers = (await Promise.all(savings.map(([, begin]) => begin()))).flat();
    const [{ instanceId }] = answers as [Instance];
    const { items } = await person.call(calls.version.list, { instanceId });
    const numbers = items.map(({ version }) => version).toReversed();
    assert.deepEqual(
      numbers,
      Array.from({ length: before + contents.length }, (_, index) => index + 1),
    );
    assert.deepEqual(
      answers.map(({ version }) => version).toSorted((a, b) => a - b),
      numbers.slice(before),
    );
    for (const [index, { instanceId: id, version, fileSize }] of answers.entries()) {
      assert.deepEqual([id, fileSize], [instanceId, contents[index]!.length]);
      const { url } = await person.call(calls.download.download, { instanceId, version });
      assert.ok(contents[index]!.equals(Buffer.from(await (await fetch(url)).arrayBuffer())), `version ${version}`);
    }
    return instanceId;
  }
  // The name is free at first, and one of them takes it.
  const fileId = await save(0, await Promise.all([...ways(0), proves(known[0]!)]));
  const linkId = await openLink(company.database, { creatorId: person.userId, instanceId: fileId, permissions: ['edit'] });
  const into = await visits(company, linkId);
  await save(7, await Promise.all([...ways(10), proves(known[1]!), sends(into, 360, fileId), sends(into, 361, fileId)]));
  assert.deepEqual(await person.names(folderId), ['versions.txt']);
});

test('a target that is a file, in the bin or unknown takes no upload', async () => {
  const file = await person.uploads('x', 'target.txt');
  const into = async (parentId: string) =>
    await person.ask<{ code?: string }>(calls.upload.checkUploadAble, checkFields(freshBytes(9), { name: 'n.txt', parentId }));
  assert.equal((await into(file.instanceId)).data?.code, 'NOT_A_FOLDER');
  const folder = await person.folder('binned');
  const upload = await (await Upload.begin(person, freshBytes(50), { name: 'late.txt', parentId: folder.instanceId })).deliver();
  await person.call(calls.instance.remove, { instanceIds: [folder.instanceId] });
  assert.equal((await into(folder.instanceId)).errcode, 90000);
  await assert.rejects(upload.save(), refused('FILE_NOT_FOUND'));
  assert.equal((await into('00000000-0000-4000-8000-000000000000')).errcode, 90000);
});
