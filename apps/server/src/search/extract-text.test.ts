import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { after, before, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import type { BlobId } from '@alcove/contract';
import { hasNoText, headBytes } from '../has-no-text.ts';
import { openConfinement } from '../sandbox/index.ts';
import type { Confinement } from '../sandbox/index.ts';
import { foldContent } from '../fold-content.ts';
import { keysOfContent, keysOfWords, wordsOf } from './content-keys.ts';
import type { Source } from '../renditions/index.ts';
import { sourceOfBytes } from '../renditions/rendition.test-support.ts';
import { extractText } from './extract-text.ts';
import { mostText, plainText } from './index-text.ts';
import { openTextReader } from './text-reader.ts';
import { zipOf } from './zip.test-support.ts';

let confinement: Confinement;
before(() => (confinement = openConfinement({ atOnce: 1 })));
after(() => confinement.stop());

const textOf = (bytes: Buffer) => extractText({ source: sourceOfBytes(bytes), confinement });

test('text in the encodings that people use is read; what is none is not', () => {
  const gbk = Buffer.from([0xbc, 0xbe, 0xb6, 0xc8, 0xb1, 0xa8, 0xb8, 0xe6, 0xb5, 0xc4, 0xba, 0xcf, 0xcd, 0xac]); // 季度报告的合同
  assert.equal(plainText(gbk), '季度报告的合同');
  assert.equal(plainText(Buffer.from('季度报告')), '季度报告');
  const cut = Buffer.alloc(mostText, '季度报告');
  assert.equal(plainText(cut)!.length, Math.floor(mostText / 3));
  for (const none of [Buffer.alloc(100), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0, 0]), randomBytes(5000)])
    assert.equal(plainText(none), null);
});

test('an archive without a document has no text, and no program is started to find that out', async () => {
  const stopped = openConfinement({ atOnce: 1 });
  await stopped.stop();
  const kindOf = (bytes: Buffer) =>
    extractText({ source: sourceOfBytes(bytes), confinement: stopped }).then(
      ({ kind }) => kind,
      () => 'program',
    );
  const plain = zipOf({ '第 1 份/报告.txt': '季度报告', 'photo.jpg': 'x'.repeat(200_000) });
  const many = zipOf(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`folder/${n}.txt`, String(n)])));
  const withComment = Buffer.concat([plain.subarray(0, -2), Buffer.from([3, 0]), Buffer.from('abc')]);
  for (const archive of [plain, many, withComment]) assert.equal(await kindOf(archive), 'none');
  const document = zipOf({ 'word/document.xml': '<w:t>text</w:t>' });
  const late = zipOf({ ...Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`folder/${n}.txt`, ''])), 'content.xml': '' });
  /** Its end says that there is another place for the directory, or none in this file. */
  const elsewhere = Buffer.from(plain);
  elsewhere.writeUInt32LE(0, elsewhere.length - 6);
  for (const archive of [document, late, elsewhere, document.subarray(0, 60), Buffer.concat([plain, Buffer.alloc(30)])])
    assert.equal(await kindOf(archive), 'program');
});

test('what is settled by its first bytes alone has no text, and a text in any encoding is not settled so', () => {
  const inUtf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
  const chinese = `${'第三季度报告，关于合同的通知。\r\n'.repeat(90)}😀 ＡＢＣ`;
  const texts = [
    chinese,
    'plain words\n'.repeat(300),
    '한국어 문서 제목\n'.repeat(200),
    'これはテストです。'.repeat(200),
    'Отчёт за год, '.repeat(200),
  ];
  for (const text of texts)
    for (const bytes of [Buffer.from(text), inUtf16(text), inUtf16(text).swap16(), inUtf16(`\ufeff${text}`)])
      assert.equal(hasNoText(bytes.subarray(0, headBytes)), false, text.slice(0, 8));
  // GBK, because Node cannot write it: a lead byte and a trail byte, both above 0xa0.
  assert.equal(hasNoText(Buffer.from('bcbeb6c8b1a8b8e6b5c4bacfcdac0d0a'.repeat(300), 'hex')), false);
  let settled = 0;
  for (let n = 0; n < 400; n += 1) {
    // A few random bytes may be a text in UTF-16 by chance.
    const bytes = randomBytes(200 + randomInt(6000));
    // Some have text before, and some have zeros.
    if (n % 4 === 1) bytes.write('a text to begin with '.repeat(randomInt(200)));
    if (n % 4 === 3) for (let at = n % 8; at < bytes.length; at += 2) bytes[at] = 0;
    if (!hasNoText(bytes)) continue;
    settled += 1;
    assert.equal(plainText(bytes), null, bytes.toString('hex'));
  }
  assert.ok(settled > 100, `${settled} of 400`);
});

test('Word, Excel, PowerPoint and OpenDocument: their words, and nothing of their marks', async () => {
  const documents: [Record<string, string>, RegExp][] = [
    [{ 'word/document.xml': '<w:p><w:t>季度</w:t></w:p><w:p><w:t>报告 &amp; 总结&#x21;</w:t></w:p>' }, /^\s*季度\n+报告 & 总结!\s*$/],
    [{ 'xl/sharedStrings.xml': '<sst><si><t>预算</t></si><si><t>合计</t></si></sst>' }, /^\s*预算\n+合计\s*$/],
    [{ 'ppt/slides/slide1.xml': '<a:p><a:t>发布会</a:t></a:p>', 'ppt/media/x.xml': 'nothing' }, /^\s*发布会\s*$/],
    [{ 'content.xml': '<text:p>会议<text:span>纪要</text:span></text:p>' }, /^\s*会议纪要\s*$/],
  ];
  for (const [parts, expected] of documents) {
    const extracted = await textOf(zipOf(parts));
    assert.equal(extracted.kind, 'text');
    assert.match((extracted as { text: string }).text, expected);
  }
});

test('a document that would unpack without end, lies about itself or is broken costs little and says only that it is unread', async () => {
  const bomb = zipOf({ 'word/document.xml': 'a'.repeat(200 * 2 ** 20) });
  const broken = zipOf({ 'word/document.xml': '<w:t>text</w:t>' });
  const packed = deflateRawSync('<w:t>text</w:t>');
  broken.fill(0xff, broken.indexOf(packed), broken.indexOf(packed) + packed.length);
  const cut = zipOf({ 'word/document.xml': '<w:t>text</w:t>' }).subarray(0, 60);
  const open = zipOf({ 'word/document.xml': '<'.repeat(4_000_000) });
  const deep = zipOf({ 'word/document.xml': '<w:p><w:tbl>'.repeat(600_000) });
  const names = zipOf(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${n}${'n'.repeat(60_000)}`, ''])));
  for (const document of [bomb, broken, cut]) assert.deepEqual(await textOf(document), { kind: 'unread' });
  for (const document of [open, deep, names]) assert.deepEqual(await textOf(document), { kind: 'none' });
  const half = await textOf(zipOf({ 'word/document.xml': '<w:t>text</w:t>', 'word/footnotes.xml': 'a'.repeat(20 * 2 ** 20) }));
  assert.deepEqual({ ...half, text: undefined }, { kind: 'text', cut: true, text: undefined });
});

test('of plain text the beginning is read, of documents all or nothing', async () => {
  const asked: number[] = [];
  const endless = (head: string): Source => ({
    blobId: 'test' as BlobId,
    size: 2 ** 40,
    head: async (length) => (asked.push(length), Buffer.alloc(length, head)),
    read: () => assert.fail('it is not read'),
    writeTo: () => assert.fail('it is not copied'),
  });
  const found = await extractText({ source: endless('plain '), confinement });
  assert.deepEqual([found.kind, asked], ['bytes', [headBytes, mostText]]);
  for (const [head, kind] of [
    ['%PDF-1.7', 'unread'],
    ['PK\u0003\u0004    ', 'unread'],
    ['GIF89a  ', 'none'],
  ] as const)
    // prettier-ignore
    assert.deepEqual(await extractText({ source: endless(head), confinement }), { kind });
});

test('a PDF says its text, or waits where nothing here can read it', async () => {
  const extracted = await textOf(smallPdf('Quarterly figures'));
  if (await confinement.has('pdftotext')) assert.match((extracted as { text: string }).text, /Quarterly figures/);
  else assert.deepEqual(extracted, { kind: 'later' });
});

test('a text has what is looked for when it holds the words, in Chinese from one character', () => {
  const has = new Set(keysOfContent(foldContent('第三季度 报\n告：Quarterly Report 2026，ＡＢＣ完成率 97%')));
  const holds = (keyword: string): boolean | null => keysOfWords(wordsOf(keyword))?.every((key) => has.has(key)) ?? null;
  for (const keyword of ['季', '季度', '报告', '季度报告', 'report', 'quarterly report', 'PORT', '2026', 'abc', '完成率 2026'])
    assert.equal(holds(keyword), true, keyword);
  for (const keyword of ['告报', 'invoice', '季度 合同', '2027']) assert.equal(holds(keyword), false, keyword);
  for (const keyword of ['re', '%', '季 a', '']) assert.equal(holds(keyword), null, keyword);
});

function smallPdf(text: string): Buffer {
  const content = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = pdf.length;
    pdf += `${index + 1} 0 obj${object}endobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${pdf}xref\n0 6\n0000000000 65535 f \n${table}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF`,
    'latin1',
  );
}

test('texts made to harm their reader neither hold up the process nor the next text', async (t) => {
  const texts = openTextReader();
  t.after(() => texts.stop());
  const letters = Array.from({ length: 2 ** 20 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000))).join('');
  const hostile = [`a${'\u0315\u0300'.repeat(2 ** 18)}`, '\ufdfa'.repeat(2 ** 18), letters, `${'一'.repeat(10)}${' '.repeat(2 ** 20)}x`];
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  for (const text of hostile) {
    const reading = await texts.read({ bytes: Buffer.from(text).subarray(0, mostText) });
    assert.equal(reading.kind, 'text');
    if (reading.kind === 'text') assert.ok(reading.indexed.text.length <= mostText && reading.indexed.keys.split(',').length <= 60_000);
  }
  delay.disable();
  assert.ok(delay.percentile(99) < 200e6, `${delay.percentile(99) / 1e6} ms`);
  const next = await texts.read({ text: '岱舆与员峤' });
  assert.equal(next.kind, 'text');
});

test('a text that is not read in time ends its thread, and the next one has another', async (t) => {
  const texts = openTextReader({ timeoutMs: 1 });
  t.after(() => texts.stop());
  assert.deepEqual(await texts.read({ text: 'word '.repeat(200_000) }), { kind: 'tooLong' });
});
