/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '@alcove/contract';
import type { InstanceId } from '@alcove/contract';
import { judgeDownload, type Downloadable } from './download-rules.ts';

const context = { shared: false, publicPage: false, folders: false };
const file = (fileSize = 1, more: Partial<Downloadable> = {}): Downloadable => ({
  instanceId: 'x' as InstanceId,
  instanceName: 'a.bin',
  classifierId: 'File',
  fileSize,
  ...more,
});
const refused = (items: Downloadable[], more = {}) => judgeDownload(items, { ...context, ...more }).refusal;

test('a folder among files refuses the whole, worded by where it is', () => {
  const folder = file(0, { classifierId: 'Folder' });
  assert.deepEqual(refused([file(), folder]), { because: 'folder', shared: false });
  assert.deepEqual(refused([folder], { shared: true }), { because: 'folder', shared: true });
  assert.equal(refused([file(), folder], { folders: true }), null);
});

test('80 GB is allowed, one byte more is not', () => {
  assert.equal(refused([file(limits.fileBytes)]), null);
  assert.deepEqual(refused([file(limits.fileBytes + 1)]), { because: 'tooLarge', name: 'a.bin' });
});

test('2000 items are allowed, 2001 are not, none is nothing', () => {
  assert.equal(refused(Array.from({ length: 2000 }, () => file())), null);
  assert.deepEqual(refused(Array.from({ length: 2001 }, () => file())), { because: 'tooMany', limit: 2000 });
  assert.deepEqual(refused([]), { because: 'nothing' });
});

test('only the public page asks above 50 files', () => {
  const many = Array.from({ length: 51 }, () => file());
  assert.deepEqual(judgeDownload(many, context), { refusal: null, ask: false });
  assert.deepEqual(judgeDownload(many, { ...context, publicPage: true }), { refusal: null, ask: true });
  assert.deepEqual(judgeDownload(many.slice(1), { ...context, publicPage: true }), { refusal: null, ask: false });
});
