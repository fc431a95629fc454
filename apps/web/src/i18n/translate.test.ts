/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spaced } from './translate.ts';

test('a Latin name or a number that fills a Chinese text does not stick to its characters', () => {
  const filled = (before: string, filling: string, after: string) => before + spaced(before, filling, after) + after;
  assert.equal(filled('', 'John Smith', '申请访问'), 'John Smith 申请访问');
  assert.equal(filled('已同意', 'John Smith', '的申请'), '已同意 John Smith 的申请');
  assert.equal(filled('由管理者于', '11-18 11:02', '授予'), '由管理者于 11-18 11:02 授予');
});

test('Chinese names, quotes and spaces that a text has already get no second space', () => {
  const filled = (before: string, filling: string, after: string) => before + spaced(before, filling, after) + after;
  assert.equal(filled('已同意', '林晓', '的申请'), '已同意林晓的申请');
  assert.equal(filled('返回「', 'Q4', '」'), '返回「Q4」');
  assert.equal(filled('已选 ', '3', ' 项'), '已选 3 项');
  assert.equal(filled('To ', '项目资料', ''), 'To 项目资料');
  assert.equal(filled('共享给', '', '的人'), '共享给的人');
});
