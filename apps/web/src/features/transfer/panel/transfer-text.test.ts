/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uploadErrorCodes } from '@alcove/transfer';
import { allTexts as english } from '../../../app/all-texts.en-US.ts';
import { allTexts as chinese } from '../../../app/all-texts.zh-CN.ts';
import { errorText } from './transfer-text.ts';

/** While no language is loaded, a text is its key: `transfer.e002`. */
const textsOf = (key: string): string[] => {
  const name = key.replace(/^transfer\./, '') as keyof typeof chinese.transfer;
  return [chinese.transfer[name], english.transfer[name]];
};

test('every code of the catalogue has a text of its own in both languages, and shows its number last', () => {
  for (const language of [0, 1]) {
    const texts = uploadErrorCodes.map((code) => textsOf(errorText({ code, errmsg: '' }, '1'))[language]);
    assert.equal(new Set(texts.filter(Boolean)).size, uploadErrorCodes.length, texts.join('\n'));
    uploadErrorCodes.forEach((code, index) => assert.ok(!code.startsWith('[') || texts[index]?.endsWith(code), `${code}: ${texts[index]}`));
  }
});

test('no space in a group says that it is the group', () => {
  const [inGroup, alone] = ['2', '1'].map((instanceType) => textsOf(errorText({ code: '[002]', errmsg: '' }, instanceType)));
  assert.deepEqual(inGroup, ['群组空间不足 [002]', 'Not enough group storage [002]']);
  assert.deepEqual(alone, ['空间不足 [002]', 'Not enough storage [002]']);
});

test("the server's own words are shown with their number, and a page of a proxy has none", () => {
  assert.equal(errorText({ code: 'SERVER', errmsg: '该名称已存在', errcode: 102004 }, '1'), '该名称已存在 [102004]');
  assert.equal(errorText({ code: 'SERVER', errmsg: '未知异常', errcode: -1 }, '1'), '未知异常');
});

test('the words of each fault that an upload can end with', () => {
  for (const [code, ...words] of [
    ['[201]', '获取授权失败，请重试 [201]', null],
    ['[202]', '文件校验失败，请重试 [202]', 'File verification failed [202]'],
    ['[203]', null, 'Couldn’t get authorization to finish [203]'],
    ['[301]', '上传未能开始，请重试 [301]', null],
    ['[302]', '上传失败，请重试 [302]', null],
    ['[303]', null, 'Upload interrupted, retry [303]'],
    ['[304]', null, 'Upload interrupted, retry [304]'],
    ['[305]', null, 'Upload interrupted, retry [305]'],
    ['110008', '该文件未通过上传安全检查 [110008]', null],
    ['PARTS_LOST', '上传中断，请重试（上传后分片信息丢失）', 'Upload interrupted, retry (lost part information after upload)'],
    ['INFO_MISSING', null, 'Missing file information'],
    ['SAVE_FAILED', null, 'Upload interrupted, retry (Failed to save CDN fragmentation information)'],
  ] as const)
    for (const [language, text] of words.entries())
      if (text !== null) assert.equal(textsOf(errorText({ code, errmsg: '' }, '1'))[language], text);
});
