import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentDisposition } from './http-content.ts';

const cases: [name: string, fileName: string, expected: string][] = [
  ['plain', 'report 1.docx', 'attachment; filename="report 1.docx"'],
  ['Chinese', '季度报告.docx', `attachment; filename="____.docx"; filename*=UTF-8''%E5%AD%A3%E5%BA%A6%E6%8A%A5%E5%91%8A.docx`],
  ['quotes', 'a"b\'c.txt', `attachment; filename="a_b'c.txt"; filename*=UTF-8''a%22b%27c.txt`],
  ['a new header', 'a\r\nSet-Cookie: x.txt', 'attachment; filename="aSet-Cookie: x.txt"'],
  ['emoji', '🎉.png', `attachment; filename="_.png"; filename*=UTF-8''%F0%9F%8E%89.png`],
  ['a lone surrogate', '\ud800.txt', `attachment; filename="_.txt"; filename*=UTF-8''%EF%BF%BD.txt`],
  ['percent', '100%41.txt', `attachment; filename="100_41.txt"; filename*=UTF-8''100%2541.txt`],
  ['a path', '../a\\b', 'attachment; filename=".._a_b"'],
  ['a disguised extension', 'a\u202egpj.exe', 'attachment; filename="agpj.exe"'],
  ['RFC 8187 specials', '(é)*!.txt', `attachment; filename="(_)*!.txt"; filename*=UTF-8''%28%C3%A9%29%2A%21.txt`],
  ['nothing', '\n', 'attachment; filename="file"'],
];
for (const [name, fileName, expected] of cases) {
  test(`a file name with ${name}`, () => {
    assert.equal(contentDisposition('attachment', fileName), expected);
    assert.match(contentDisposition('inline', fileName), /^inline; filename="[\x20-\x7e]*"/);
  });
}
