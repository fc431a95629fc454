import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { calls } from '@alcove/contract';
import { zipOf } from '../../search/zip.test-support.ts';
import { openConfinement } from '../../sandbox/index.ts';
import { freshBytes, leftOut, openCompany, refused, turnOf } from '../../testing/index.ts';
import type { Company, Person } from '../../testing/index.ts';
import { documentOf, excelSheet, oleOf, saidBy, sourceOfBytes, wordDocument } from '../rendition.test-support.ts';
import { documentKind } from './document-kind.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
});
after(() => company.close());

async function pages(content: Buffer<ArrayBuffer>, name: string, of: Person = person): Promise<Buffer> {
  const { instanceId } = await of.uploads(content, name);
  const preview = await of.looksAt(instanceId);
  assert.equal(preview.kind, 'pdf');
  const answer = await fetch(preview.url);
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  return Buffer.from(await answer.arrayBuffer());
}
const pagesOf = async (pdf: Buffer): Promise<number> => Number(/Pages:\s+(\d+)/.exec(await saidBy('pdfinfo', ['input'], pdf))?.[1]);

test('a Word document is shown as PDF, its Chinese with the letters in it, and what it only names stays out', async () => {
  const beside = join(tmpdir(), `alcove-${randomUUID()}.png`);
  await writeFile(
    beside,
    await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  );
  const pdf = await pages(wordDocument(['季度预算：云阁', '第二段'], pathToFileURL(beside).href), '预算.docx');
  await rm(beside);
  assert.match(await saidBy('pdftotext', ['input', '-'], pdf), /季度预算：云阁/);
  const fonts = (await saidBy('pdffonts', ['input'], pdf)).trim().split('\n').slice(2);
  assert.ok(fonts.length > 0);
  for (const font of fonts) assert.match(font, / yes yes (yes|no) /, 'embedded');
  assert.equal((await saidBy('pdfimages', ['-list', 'input'], pdf)).trim().split('\n').length, 2);
});

test('an old Word document is shown too, and is told by its content whatever it is called', async () => {
  const old = documentOf('old.doc');
  assert.equal(old.toString('hex', 0, 4), 'd0cf11e0');
  assert.match(await saidBy('pdftotext', ['input', '-'], await pages(old, '旧文档.wps')), /旧文档/);
});

const written = ['第一页：季度复盘', '第二页：预算与合同', '第三页：云阁'];
/** Each stands for one reader and one extension. */
const kinds = ['复盘.odt', '预算.ods', '发布会.odp', '复盘.rtf', '预算.xls', '发布会.ppt', '发布会.pptx'];
const extensionOf = (name: string): string => name.split('.')[1]!;

test('every other kind of document is told by its content', async (t) => {
  const confinement = openConfinement({ atOnce: 2 });
  t.after(() => confinement.stop());
  const told = async (bytes: Buffer<ArrayBuffer>) => documentKind({ source: sourceOfBytes(bytes), confinement });
  for (const extension of kinds.map(extensionOf)) assert.deepEqual(await told(documentOf(`three-pages.${extension}`)), { extension });
});

/** Each takes LibreOffice some seconds, and it is asked for all of them alike: a few with each commit, and each in time. */
const kindsNow = turnOf(kinds, 3);
test('every other kind of document has its pages, sheets and slides, with its Chinese in them; slides keep their shape', async (t) => {
  t.diagnostic(leftOut(kindsNow.length, kinds.length));
  await Promise.all(
    kindsNow.map(async (name) => {
      const pdf = await pages(documentOf(`three-pages.${extensionOf(name)}`), name);
      const text = await saidBy('pdftotext', ['input', '-'], pdf);
      const facts = await saidBy('pdfinfo', ['input'], pdf);
      const [, width, height] = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(facts)!;
      const isSlides = name.startsWith('发布会');
      assert.deepEqual(
        [await pagesOf(pdf), ...written.map((line) => text.includes(line)), isSlides ? (Number(width) / Number(height)).toFixed(2) : ''],
        [3, true, true, true, isSlides ? '1.78' : ''],
        name,
      );
    }),
  );
});

test('a wide sheet is one page, a long one has many', async () => {
  const [wide, long] = await Promise.all([pages(excelSheet(20, 30), '宽.xlsx'), pages(excelSheet(600, 2), '长.xlsx')]);
  assert.deepEqual([await pagesOf(wide), (await pagesOf(long)) > 5], [1, true]);
});

const bomb = (): Buffer<ArrayBuffer> => zipOf({ '[Content_Types].xml': 'x', 'word/document.xml': '\0'.repeat(80 * 2 ** 20) });
const cases: Record<string, [name: string, content: () => Buffer<ArrayBuffer>, code: Parameters<typeof refused>[0]]> = {
  'random bytes': ['随机.xlsx', () => freshBytes(300_000), 'PREVIEW_CORRUPT'],
  'a ZIP of something else': ['压缩包.docx', () => zipOf({ 'a.txt': 'a' }), 'PREVIEW_CORRUPT'],
  'a document cut short': ['半截.docx', () => wordDocument(['半截'.repeat(999)]).subarray(0, 700), 'PREVIEW_CORRUPT'],
  'a container of something else': ['别的.doc', () => oleOf({ Catalog: Buffer.alloc(0) }), 'PREVIEW_CORRUPT'],
  'a document with a password': [
    '加密.xlsx',
    () => oleOf({ EncryptionInfo: Buffer.alloc(0), EncryptedPackage: freshBytes(99) }),
    'PREVIEW_ENCRYPTED',
  ],
  'an old one with a password': [
    '加密.doc',
    () => oleOf({ WordDocument: Buffer.from('eca5c100000000000000000100000000', 'hex') }),
    'PREVIEW_ENCRYPTED',
  ],
  'a bomb': ['炸弹.docx', bomb, 'PREVIEW_TOO_COMPLEX'],
};
test('what cannot be shown says why, is not tried twice, and leaves the server well', async () => {
  for (const [what, [name, content, code]] of Object.entries(cases)) {
    const { instanceId } = await person.uploads(content(), name);
    for (let twice = 0; twice < 2; twice += 1) await assert.rejects(person.looksAt(instanceId), refused(code), what);
  }
  const rows = await company.database.selectFrom('rendition').select(['attempts', 'object_key']).where('state', '=', 'refused').execute();
  assert.deepEqual(new Set(rows.map((row) => `${row.attempts} ${row.object_key}`)), new Set(['1 null']));
  assert.equal(rows.length, Object.keys(cases).length);
  assert.equal((await company.visitor().ask(calls.user.currentUser, {})).status, 401);
  assert.deepEqual(company.troubles, []);
});
