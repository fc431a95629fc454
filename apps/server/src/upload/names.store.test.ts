import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls } from '@alcove/contract';
import { checkFields, freshBytes, openCompany, refused, Upload } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
});
after(() => company.close());

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

test('parallel versions of one file are numbered without a gap', async () => {
  const file = await person.uploads('v1', 'versions.txt');
  await Promise.all(Array.from({ length: 6 }, () => person.uploads(freshBytes(30), 'versions.txt', person.rootId, 'version')));
  const rows = await company.database
    .selectFrom('version')
    .select('number')
    .where('instance_id', '=', file.instanceId)
    .orderBy('number')
    .execute();
  assert.deepEqual(
    rows.map((row) => row.number),
    [1, 2, 3, 4, 5, 6, 7],
  );
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
