import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pasteLines } from './paste-lines.ts';

test('lines, separators and addresses of mail programs become names, each once', () => {
  assert.deepEqual(pasteLines('林若溪\r\n 沈嘉禾 \n\n林若溪；陈思远，周牧、smith,emma\thanyizhou'), [
    '林若溪',
    '沈嘉禾',
    '陈思远',
    '周牧',
    'smith',
    'emma',
    'hanyizhou',
  ]);
  assert.deepEqual(pasteLines('Lin Ruoxi <lin@example.com>; "John Smith" < js@example.com >'), ['lin@example.com', 'js@example.com']);
  assert.deepEqual(pasteLines('John Smith\n<>\n'), ['John Smith', '<>']);
  assert.deepEqual(pasteLines(' \n;,'), []);
});
