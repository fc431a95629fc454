import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { calls, widened } from '@alcove/contract';
import type { BlobId, InputOf } from '@alcove/contract';
import { insertContent } from '../contents/index.ts';
import { openTestDatabase } from '../database/testing.ts';
import { newId } from '../ids.ts';
import { openConfinement } from '../sandbox/index.ts';
import type { Caller } from '../http/index.ts';
import { putGrants, regionsOf } from '../permission/index.ts';
import { documentOf, oleOf } from '../renditions/rendition.test-support.ts';
import { openCompany, s3TestStore } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { keysOfWords, wordsOf } from './content-keys.ts';
import { fewWith, findInstances, smallAmong } from './instance-queries.ts';
import { openTextReader } from './index.ts';
import { readContents } from './read-contents.ts';
import { readSlowContents } from './read-slow-contents.ts';
import { zipOf } from './zip.test-support.ts';

let company: Company;
const logger = pino({ level: 'silent' });
const confinement = openConfinement({ atOnce: 1 });
const texts = openTextReader();
before(async () => {
  company = await openCompany();
});
after(async () => {
  await company.close();
  await confinement.stop();
  await texts.stop();
});

async function read(): Promise<void> {
  await company.verified();
  while ((await readContents({ database: company.database, store: company.store, confinement, texts, logger })) > 0);
}
async function search(who: Person, keyword: string, input: Partial<InputOf<typeof calls.search.searchInstancePage>> = {}) {
  const page = await who.call(calls.search.searchInstancePage, { ...input, keyword });
  assert.deepEqual(widened(await who.call(calls.search.narrowPage, { ...input, keyword })), page, 'the narrow page');
  return page;
}

test('a file is found by what it says, with the words marked; by its name first', async () => {
  const person = await company.person();
  await person.uploads('会议记录\n\n经讨论，决定采用 Kunlun 方案。完', '纪要.txt');
  await person.uploads(zipOf({ 'word/document.xml': '<w:p><w:t>昆仑方案的预算</w:t></w:p>' }), '附件.docx');
  await person.uploads(`昆仑${'x'.repeat(3000)}`, '昆仑方案.txt');
  await read();
  const { items, total } = await search(person, '昆仑');
  assert.deepEqual([total, items.map((item) => item.instanceName)], [2, ['昆仑方案.txt', '附件.docx']]);
  assert.equal(items[0]?.snippet, undefined);
  assert.deepEqual(items[1]?.snippet, { text: '昆仑方案的预算', matches: [[0, 2]] });
  const [minutes] = (await search(person, 'kunlun 决定')).items;
  assert.equal(minutes?.instanceName, '纪要.txt');
  const { text = '', matches = [] } = minutes?.snippet ?? {};
  assert.deepEqual(
    matches.map((part) => text.slice(...part)),
    ['决定', 'kunlun'],
  );
  assert.equal((await search(person, '昆仑', { category: 3, sizeMin: 3000 })).total, 1);
  assert.equal((await search(person, '不在任何文件里')).total, 0);
});

test('from few texts to their files, from a space’s files to their texts, or by the index of texts: the same is found', async () => {
  const person = await company.person();
  const folder = await person.folder('三条路');
  const names = ['甲.txt', '乙.txt'];
  for (const name of names) await person.uploads(`三条路都通向罗马 ${name}`, name, folder.instanceId);
  await person.uploads('这里没有', '丙.txt', folder.instanceId);
  await read();
  const { database } = company;
  const { userId } = person;
  const { spaceIds, regions } = await regionsOf(database, { userId } as Caller, ['search', 'preview']);
  const words = wordsOf('通向罗马');
  const keys = keysOfWords(words)!;
  const few = await fewWith(database, keys, 10);
  assert.equal(few?.length, 2);
  assert.equal(await fewWith(database, keys, 1), null);
  assert.deepEqual(await smallAmong(database, spaceIds, 3), spaceIds);
  assert.deepEqual(await smallAmong(database, spaceIds, 2), []);
  const spaces = spaceIds.map((spaceId) => ({ spaceId, keys }));
  for (const way of [
    { few, smallSpaceIds: [] },
    { few: null, smallSpaceIds: spaceIds },
    { few: null, smallSpaceIds: [] },
  ]) {
    const wanted = { in: 'texts', spaces, words, ...way } as const;
    const { rows: found } = await findInstances(database, { wanted, regions, userId, folded: '', filter: {}, most: 10, namesUpTo: null });
    assert.deepEqual(found.map(({ name }) => name).sort(), names.sort(), JSON.stringify(way));
  }
});

/** Readers get the bytes of any store alike, so what only they decide is not asked again over S3. */
const onDisk: (name: string, work: () => Promise<void>) => void = s3TestStore('') === null ? test : () => {};

onDisk('a document made to harm its reader has no text, and the next one is read', async () => {
  const person = await company.person();
  const bomb = await person.uploads(zipOf({ 'word/document.xml': '<w:p>'.repeat(20 * 2 ** 20) }), '弹.docx');
  await person.uploads(zipOf({ 'word/document.xml': '<w:t>岱舆与员峤</w:t>' }), '良.docx');
  await read();
  const { text_state: state } = await company.database
    .selectFrom('blob')
    .innerJoin('instance', 'blob_id', 'blob.id')
    .select('text_state')
    .where('instance.id', '=', bomb.instanceId)
    .executeTakeFirstOrThrow();
  assert.deepEqual([state, (await search(person, '岱舆')).total, company.troubles], ['unread', 1, []]);
});

onDisk('an old Word document is found by what it says, and what cannot be read is not tried again', async () => {
  const person = await company.person();
  await person.uploads(documentOf('old.doc'), '旧.doc');
  await person.uploads(oleOf({ EncryptionInfo: Buffer.alloc(0), EncryptedPackage: Buffer.alloc(99, 7) }), '锁.xls');
  const { database, store } = company;
  // Leased, so that the server does not make the rendition.
  await sql`insert into rendition (blob_id, kind, leased_until) select blob_id, 'document', now() + interval '1 hour'
    from instance where name = '旧.doc'`.execute(database);
  await read();
  const states = async (): Promise<string[]> => {
    const { rows } = await sql<{ text_state: string }>`
      select text_state from blob join instance on blob_id = blob.id where name in ('旧.doc', '锁.xls') order by name`.execute(database);
    return rows.map((row) => row.text_state);
  };
  const readSlowly = () => readSlowContents({ database, store, confinement, texts, logger });
  assert.deepEqual([await readSlowly(), await states()], [0, ['slow', 'slow']], 'somebody waits for a preview');
  await sql`delete from rendition`.execute(database);
  while ((await states()).includes('slow')) await readSlowly();
  assert.deepEqual(await states(), ['read', 'unread']);
  assert.equal((await search(person, '旧文档')).total, 1);
});

test('among many files without text, the one with text is found, and none is read again', async () => {
  const person = await company.person();
  for (let n = 0; n < 6; n += 1) await person.uploads(randomBytes(3000), `${n}.bin`);
  await person.uploads('会稽山阴之兰亭', '序.txt');
  for (let n = 6; n < 9; n += 1) await person.uploads(Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), randomBytes(100)]), `${n}.jpg`);
  await read();
  assert.equal((await search(person, '兰亭')).total, 1);
  const { database } = company;
  const states = await sql<{ text_state: string | null }>`
    select distinct b.text_state from blob b join instance i on i.blob_id = b.id where i.name like '_.bin' or i.name like '_.jpg'`.execute(
    database,
  );
  assert.deepEqual(states.rows, [{ text_state: 'none' }]);
});

test('a small file without text is settled with its save; what may say something is read afterwards', async () => {
  if (company.store.kind !== 'disk') return; // another store does not look at what it writes
  const person = await company.person();
  const [noise, photo] = [randomBytes(10_240), Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(300, 'a')])];
  const [pdf, zip] = [Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(3000)]), zipOf({ 'word/document.xml': '<w:t>兰</w:t>' })];
  const settled = { 'noise.bin': noise, 'photo.jpg': photo };
  const waiting = { 'said.txt': '已经说了', 'paper.pdf': pdf, 'letter.docx': zip };
  for (const [name, content] of Object.entries({ ...settled, ...waiting })) await person.uploads(content, `save ${name}`);
  await company.configures('storageEncryption', true);
  await person.uploads(randomBytes(3000), 'save mixed.bin');
  await company.configures('storageEncryption', undefined);
  // A row that its save alone has written.
  const { rows } = await sql<{ name: string }>`
    select i.name from instance i join blob b on b.id = i.blob_id join replica r on r.blob_id = b.id
    where i.name like 'save %' and b.text_state = 'none' and b.xmin = r.xmin order by i.name`.execute(company.database);
  assert.deepEqual(
    rows.map(({ name }) => name),
    Object.keys(settled).map((name) => `save ${name}`),
  );
});

test('no search has to look through texts that wait to be merged into the index', async (t) => {
  // A database of its own, because the company's server reads and merges too.
  const own = await openTestDatabase();
  t.after(() => own.stop());
  const { store } = company;
  for (let n = 0; n < 4; n += 1) {
    const bytes = Buffer.from(`流觞曲水，列坐其次 ${randomBytes(600).toString('hex')}`);
    const objectKey = `to-merge-${n}`;
    await store.put(objectKey, Readable.from([bytes]), bytes.length);
    const content = { id: newId<BlobId>(), size: bytes.length, md5: 'x', sha256: `${n}`, crc32: 1, confuse: null };
    await insertContent(own.kysely, { ...content, bucket: store.bucket, objectKey, verified: true, noText: false });
  }
  assert.equal(await readContents({ database: own.kysely, store, confinement, texts, logger }), 4);
  assert.equal((await own.kysely.selectFrom('blob_text').select('blob_id').execute()).length, 4);
  const { rows } = await sql<{ pages: number }>`select gin_clean_pending_list('blob_text_keys') as pages`.execute(own.kysely);
  assert.equal(Number(rows[0]!.pages), 0);
});

test('an obfuscated upload is found by what it says', async () => {
  const person = await company.person();
  await company.configures('storageEncryption', true);
  const file = await person.uploads('内容经过混淆：不周山', '普通.txt');
  await company.configures('storageEncryption', undefined);
  await read();
  const { confuse } = await company.database
    .selectFrom('blob')
    .innerJoin('instance', 'instance.blob_id', 'blob.id')
    .select('confuse')
    .where('instance.id', '=', file.instanceId)
    .executeTakeFirstOrThrow();
  // Only the disk store can undo the obfuscation, so contents of other stores are not obfuscated.
  assert.equal(confuse !== null, company.store.kind === 'disk');
  assert.equal((await search(person, '不周山')).total, 1);
});

test('a text is found by those alone who may preview the file, in whatever copy', async () => {
  const [owner, member, stranger] = [await company.person(), await company.person(), await company.person()];
  const group = await owner.call(calls.group.createGroup, { groupName: `内容组 ${Date.now()}`, preallocatedSize: 1_000_000 });
  const file = await owner.uploads('绝密代号：蓬莱', '说明.txt', group.groupId);
  await read();
  const { space_id } = await company.database
    .selectFrom('instance')
    .select('space_id')
    .where('id', '=', file.instanceId)
    .executeTakeFirstOrThrow();
  const asRole = (role: 'observer' | 'viewer' | 'forbidden') =>
    company.database
      .transaction()
      .execute((transaction) =>
        putGrants(transaction, { kind: 'group', id: space_id }, owner.userId, [
          { instanceId: group.groupId, subject: { kind: 'person', id: member.userId }, role },
        ]),
      );
  for (const [role, found] of [
    ['observer', 0],
    ['viewer', 1],
    ['forbidden', 0],
  ] as const) {
    await asRole(role);
    const answer = await search(member, '蓬莱');
    assert.equal(answer.total, found, role);
    if (found === 0) assert.doesNotMatch(JSON.stringify(answer), /说明|代号/);
    assert.equal((await search(member, '说明')).total, role === 'forbidden' ? 0 : 1, role);
  }
  assert.equal((await search(stranger, '蓬莱')).total, 0);
  // The same content in another person's own file.
  await stranger.uploads('绝密代号：蓬莱', '另一份.txt');
  await read();
  assert.deepEqual(
    (await search(stranger, '蓬莱')).items.map((item) => item.instanceName),
    ['另一份.txt'],
  );
});

test('a content that ended the process while it was read, or was too slow, is tried twice and never again; the next is found', async () => {
  const person = await company.person();
  await company.verified();
  await read();
  const poison = await person.uploads('毒药方壶', '毒.txt');
  await company.verified();
  const { database } = company;
  const blobOf = async () =>
    (await database.selectFrom('instance').select('blob_id').where('id', '=', poison.instanceId).executeTakeFirstOrThrow()).blob_id!;
  const blobId = await blobOf();
  let begun = 0;
  // As after a kill -9: the attempt was begun and counted, but never settled.
  const deadly = { ...texts, read: async () => ((begun += 1), { kind: 'tooLong' as const }) };
  for (let n = 0; n < 5; n += 1) await readContents({ database, store: company.store, confinement, texts: deadly, logger });
  const { text_state, text_attempts } = await database
    .selectFrom('blob')
    .select(['text_state', 'text_attempts'])
    .where('id', '=', blobId)
    .executeTakeFirstOrThrow();
  assert.deepEqual([text_state, text_attempts], ['unread', 0]);
  await person.uploads('蓬莱与瀛洲', '良.txt');
  await read();
  assert.equal((await search(person, '瀛洲')).total, 1);
  assert.ok(begun <= 2 * 2); // twice here; the company's own server may have tried it too
});
