/// <reference types="node" />
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeText } from './decode-text.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

test('valid UTF-8 is UTF-8, with and without a mark', () => {
  assert.deepEqual(decodeText(utf8('云阁'), false), { text: '云阁', encoding: 'UTF-8' });
  assert.equal(decodeText(new Uint8Array([0xef, 0xbb, 0xbf, ...utf8('云')]), false).text, '云');
});

test('bytes that are no UTF-8 are read as GBK', () => {
  assert.deepEqual(decodeText(new Uint8Array([0xd4, 0xc6, 0xb8, 0xf3]), false), { text: '云阁', encoding: 'GB18030' });
});

test('a character cut at the end of the first megabyte does not turn UTF-8 into GBK', () => {
  const bytes = utf8('会议纪要');
  for (const less of [1, 2])
    assert.deepEqual(decodeText(bytes.subarray(0, bytes.length - less), true), { text: '会议纪', encoding: 'UTF-8' });
  assert.equal(decodeText(bytes, true).text, '会议纪要');
  assert.equal(decodeText(utf8('a😀').subarray(0, 4), true).text, 'a');
});

test('UTF-16 is told by its mark', () => {
  assert.deepEqual(decodeText(new Uint8Array([0xff, 0xfe, 0x91, 0x4e]), false), { text: '云', encoding: 'UTF-16' });
});

test('nothing is nothing', () => {
  assert.equal(decodeText(new Uint8Array(), true).text, '');
});
