/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freeName, nameProblem } from './name-problem.ts';

const wanted = (name: string, before?: string, others: string[] = [], most = 30) =>
  nameProblem({
    name,
    renaming: before === undefined ? undefined : { before, isFile: true, most },
    others,
    language: 'zh-CN',
    taken: 'taken',
  });

test('a rename has at most 30 characters, a new folder 128', () => {
  assert.match(wanted('字'.repeat(31), '旧') ?? '', /30/);
  assert.equal(wanted('字'.repeat(31)), null);
  assert.match(wanted('字'.repeat(129)) ?? '', /128/);
});

test('a rename leaves the extension out, and as many characters as the company allows', () => {
  assert.equal(wanted(`${'字'.repeat(30)}.docx`, '旧'), null);
  assert.match(wanted(`${'字'.repeat(31)}.docx`, '旧') ?? '', /30/);
  assert.equal(wanted('字'.repeat(100), '旧', [], 100), null);
});

test('an unchanged name is no fault, even one that is longer than a rename may be', () => {
  assert.equal(wanted('字'.repeat(60), '字'.repeat(60)), null);
});

test('names that differ in case only are the same name; changing the case of the own name is not', () => {
  assert.equal(wanted('README.MD', 'a.md', ['a.md', 'readme.md']), 'taken');
  assert.equal(wanted('Readme.md', 'readme.md', ['readme.md']), null);
});

test('forbidden characters are named before the length', () => {
  assert.match(wanted('a:b') ?? '', /特殊字符/);
});

test('a new folder takes the first free number', () => {
  assert.equal(freeName('新建文件夹', ['新建文件夹', '新建文件夹 (1)']), '新建文件夹 (2)');
});
