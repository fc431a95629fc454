/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeText, type TextEncoding } from './decode-text.ts';

/** Encoded by other programs, because Node cannot write any of these encodings. */
const written: [TextEncoding, string, string][] = [
  ['GB18030', '会议纪要', 'u+HS6bzN0qo='],
  ['GB18030', '云阁', '1Ma48w=='],
  ['GB18030', '季度报告的合同', 'vL62yLGouOa1xLrPzaw='],
  ['GB18030', '姓名,部门,金额', '0NXD+yyyv8PFLL3wtu4='],
  ['GB18030', '关于召开年度总结大会的通知', 'udjT2tXZv6rE6rbI19y94bTzu+G1xM2o1qo='],
  ['GB18030', '數據庫連接失敗', 'lLWT/o7s30K908qnlKE='],
  ['GB18030', '版权所有 违者必究', 'sObIqMv509AgzqXV37HYvr8='],
  ['GB18030', '采购订单编号 PO-2026-001 数量 30', 'ssm5uraptaWx4LrFIFBPLTIwMjYtMDAxIMr9wb8gMzA='],
  ['Big5', '會議紀錄', 't3zEs6z2v/0='],
  ['Big5', '季度報告的合約', 'qXWr17P4p2mquqZYrPk='],
  ['Big5', '檔名', 'wMmmVw=='],
  ['Big5', '姓名,部門,金額', 'qW2mVyyzoar5LKr3w0I='],
  ['Big5', '請查收附件', 'vdCsZKasqv6l8w=='],
  ['Big5', '軟體使用說明書', 's27F6ajPpc67oan6rtE='],
  ['Big5', '發票抬頭:台灣積體電路製造股份有限公司', 'tW+yvKnvwFk6pXjGV79uxem5cbj0u3OzearRpfems62tpL2lcQ=='],
  ['Big5', '歌詞 作詞:李宗盛', 'unG1/CCnQLX8Oqf1qXaysQ=='],
  ['Shift_JIS', '会議の議事録', 'ie+LY4LMi2OOlphe'],
  ['Shift_JIS', '東京都港区芝公園', 'k4yLnpNzjWCL5o7FjPaJgA=='],
  ['Shift_JIS', 'お問い合わせありがとうございます', 'gqiW4oKijYeC7YK5gqCC6IKqgsaCpIKygrSCooLcgrc='],
  ['EUC-JP', 'これはテストです', 'pLOk7KTPpcaluaXIpMekuQ=='],
  ['EUC-JP', '明日の打ち合わせは午後三時からです', 'zMDG/KTOwsekwbnnpO+ku6TPuOG45buwu/6kq6TppMekuQ=='],
  ['UTF-16 LE', '你好,世界', 'YE99WSwAFk5MdQ=='],
  ['UTF-16 LE', '會議紀錄', 'A2dwiwB9BJM='],

  ['UTF-16 BE', '你好,世界', 'T2BZfQAsThZ1TA=='],
  ['UTF-16 BE', '会议纪要', 'TxqLrn6qiYE='],
  ['windows-1252', 'café résumé', 'Y2Fm6SBy6XN1bek='],
  ['windows-1252', 'Grüße aus München, schöne Straße', 'R3L832UgYXVzIE38bmNoZW4sIHNjaPZuZSBTdHJh32U='],
];

const bytesOf = (base64: string): Uint8Array => Buffer.from(base64, 'base64');
const utf8 = (text: string): Uint8Array => Buffer.from(text);

test('a short text is read in the encoding it was written in', () => {
  for (const [encoding, text, base64] of written) assert.deepEqual(decodeText(bytesOf(base64), false), { text, encoding });
});

test('a source file whose first Chinese character comes late is judged by that part', () => {
  const [, text, base64] = written.find(([encoding]) => encoding === 'Big5')!;
  const head = '// nothing but code\n'.repeat(5000);
  assert.deepEqual(decodeText(Buffer.concat([utf8(head), bytesOf(base64)]), false), { text: head + text, encoding: 'Big5' });
});

test('valid UTF-8 is UTF-8, with and without a mark, and with one damaged character among many', () => {
  assert.deepEqual(decodeText(utf8('云阁'), false), { text: '云阁', encoding: 'UTF-8' });
  assert.equal(decodeText(new Uint8Array([0xef, 0xbb, 0xbf, ...utf8('云')]), false).text, '云');
  assert.deepEqual(decodeText(utf8('plain\n'), false), { text: 'plain\n', encoding: 'UTF-8' });
  assert.equal(decodeText(new Uint8Array([...utf8('会议纪要'.repeat(20)), 0xff, ...utf8('会议')]), false).encoding, 'UTF-8');
  assert.equal(decodeText(utf8('one zero\0 in a log'), false).encoding, 'UTF-8');
});

test('a character cut at the end of the first megabyte is left out, and does not make it another encoding', () => {
  const bytes = utf8('会议纪要');
  for (const less of [1, 2])
    assert.deepEqual(decodeText(bytes.subarray(0, bytes.length - less), true), { text: '会议纪', encoding: 'UTF-8' });
  assert.equal(decodeText(bytes, true).text, '会议纪要');
  assert.equal(decodeText(utf8('a😀').subarray(0, 4), true).text, 'a');
  assert.deepEqual(decodeText(bytesOf('u+HS6bzN').subarray(0, 5), true), { text: '会议', encoding: 'GB18030' });
});

test('UTF-16 is told by its mark, and without one by its zeros', () => {
  assert.deepEqual(decodeText(new Uint8Array([0xff, 0xfe, 0x91, 0x4e]), false), { text: '云', encoding: 'UTF-16 LE' });
  assert.deepEqual(decodeText(new Uint8Array([0xfe, 0xff, 0x4e, 0x91]), false), { text: '云', encoding: 'UTF-16 BE' });
  assert.equal(decodeText(Buffer.from('plain words', 'utf16le'), false).text, 'plain words');
});

test('what the reader chooses is taken instead of the guess', () => {
  const [, text, base64] = written.find(([encoding]) => encoding === 'Big5')!;
  assert.notEqual(decodeText(bytesOf(base64), false, 'GB18030').text, text);
  assert.equal(decodeText(bytesOf(base64), false, 'Big5').text, text);
});

test('nothing is nothing', () => {
  assert.deepEqual(decodeText(new Uint8Array(), true), { text: '', encoding: 'UTF-8' });
});
